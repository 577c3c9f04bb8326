package durable

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// ErrElsewhere is that another process is at it.
var ErrElsewhere = errors.New("another process does it just now")

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

// TryAlone does something while nobody else has the lock of the file at path. Where somebody has it, it is
// ErrElsewhere, and nothing is done.
func TryAlone(path string, do func() error) error {
	release, claimed, err := Claim(path)
	if err == nil && !claimed {
		err = ErrElsewhere
	}
	if err != nil {
		return err
	}
	defer release()
	return do()
}

// claimAgain is how often a lock is tried that somebody else has.
const claimAgain = 500 * time.Millisecond

// Alone does something as TryAlone does, and waits until ctx ends for whoever has the lock.
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
