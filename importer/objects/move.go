package objects

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Move puts an object, or a file of this machine, into a folder that has objects behind it,
// under that name or a free one like it. An object that has the same content and name there
// already is what an earlier move has put before it was cut off, or an equal one that was
// dropped twice, of which one is kept.
func (d *Disk) Move(path, dir, name string) (string, error) {
	target, _ := d.place(dir)
	source, key := d.object(path)
	if target == nil {
		return d.Durably.Move(path, dir, name)
	}
	if source == nil {
		to, err := d.putNew(path, dir, name)
		if err != nil {
			return "", err
		}
		return to, os.Remove(path)
	}
	at, temp, err := d.download(key, os.TempDir())
	if err != nil {
		return "", err
	}
	defer os.Remove(temp)
	to, err := d.putNew(temp, dir, name)
	if err != nil {
		return "", err
	}
	// One that was replaced just now stays where it is: it is a file of its own.
	if err := d.bucket.Delete(context.Background(), key, at.Tag); err != nil && !errors.Is(err, bucket.ErrChanged) {
		return "", err
	}
	return to, d.Durably.Remove(path)
}

// putNew puts the content of a file where nothing is.
func (d *Disk) putNew(from, dir, name string) (string, error) {
	file, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sha := folder.SHAOf(from)
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; ; n++ {
		to := filepath.Join(dir, durable.NumberedName(stem, n, ext))
		_, key := d.place(to)
		_, err := d.bucket.Create(context.Background(), key, file)
		if err == nil {
			return to, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		if d.SHA(to) == sha {
			return to, nil
		}
	}
}
