package durable

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// Claim takes the lock of the file at path, which is made with its folder where it is not there, for as
// long as release is not called and the process lives; false where somebody else has it.
func Claim(path string) (release func() error, claimed bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, false, err
	}
	lock, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	claimed, err = TryLock(lock)
	if err != nil || !claimed {
		lock.Close()
		return nil, false, err
	}
	return lock.Close, true, nil
}

// claimAgain is how often a lock is tried that somebody else has.
const claimAgain = 500 * time.Millisecond

// Alone does something while nobody else has the lock of the file at path, and waits for that until ctx
// ends.
func Alone(ctx context.Context, path string, do func() error) error {
	for {
		release, claimed, err := Claim(path)
		if err != nil {
			return err
		}
		if claimed {
			defer release()
			return do()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(claimAgain):
		}
	}
}
