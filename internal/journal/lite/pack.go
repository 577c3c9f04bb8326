package lite

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// PackBeside packs a file into a temporary one in the folder of path, proven and durable.
func PackBeside(file, path string) (string, error) {
	return beside(path, func(temp string) error { return durable.Pack(file, temp) })
}

// UnpackBeside unpacks a file into a temporary one in the folder of path. What does not unpack to its
// end is ErrNoJournal.
func UnpackBeside(file, path string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return beside(path, func(temp string) error {
		into, err := os.OpenFile(temp, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := durable.Unpack(file, into); err != nil {
			return errors.Join(ErrNoJournal, err, into.Close())
		}
		return into.Close()
	})
}

// beside fills a temporary file in the folder of path, which is gone where that fails.
func beside(path string, fill func(temp string) error) (string, error) {
	temp, err := EmptyBeside(path)
	if err != nil {
		return "", err
	}
	if err := fill(temp); err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return temp, nil
}
