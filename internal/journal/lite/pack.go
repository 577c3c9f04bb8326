package lite

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// PlaceAsNamed is Place, and packs the file where its name says so: proven, and durable.
func PlaceAsNamed(temp, path string, overwrite bool) error {
	if !durable.IsPackedName(path) {
		return Place(temp, path, overwrite)
	}
	packed, err := beside(path, func(into string) error { return durable.Pack(temp, into) })
	if err != nil {
		return err
	}
	defer os.Remove(packed) // where it did not come to its name
	return Place(packed, path, overwrite)
}

// Plain is a file as it is, or unpacked beside path where it is packed, until done is called.
func Plain(file, path string) (plain string, done func(), err error) {
	if !durable.IsPacked(file) {
		return file, func() {}, nil
	}
	plain, err = unpackBeside(file, path)
	return plain, func() { os.Remove(plain) }, err
}

// unpackBeside unpacks a file into a temporary one in the folder of path. What does not unpack to its
// end is ErrNoJournal.
func unpackBeside(file, path string) (string, error) {
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
