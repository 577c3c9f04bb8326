package durable

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Folder is a folder being filled that nobody sees under its name before Commit. It ends
// by Commit or Abort.
type Folder struct {
	temp, path string
	done       bool
}

// CreateFolder makes a temporary folder beside path. The folder above must exist.
func CreateFolder(path string) (*Folder, error) {
	temp, err := folderBeside(path, "new")
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(temp, 0o755); err != nil {
		return nil, err
	}
	return &Folder{temp: temp, path: path}, nil
}

// folderBeside is a name for a temporary folder beside path.
func folderBeside(path, what string) (string, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(path), TempPrefix+hex.EncodeToString(random[:])+"."+what), nil
}

// Name is the path of the unfinished folder.
func (f *Folder) Name() string { return f.temp }

// Commit puts the folder in its place, over an older one, whose files are gone then. What
// lies in it must have been written by Commit of a File, or WriteFile.
//
//	fsync(temporary)             the names of its files are on the disk
//	rename(path, aside)          only where there is an older one
//	rename(temporary, path)      from here on readers see the new folder
//	fsync(folder above)
//	unlink(aside, with its files)
//
// Where a step up to the second rename fails, the older folder is in its place, whole. A
// power cut between the two renames leaves both folders whole under temporary names, and
// none at path: no reader ever sees one that is half of each.
func (f *Folder) Commit() error {
	if f.done {
		return fs.ErrClosed
	}
	aside, err := folderBeside(f.path, "old")
	if err == nil {
		err = SyncDir(f.temp)
	}
	if err != nil {
		return err
	}
	err = os.Rename(f.path, aside)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(f.temp, f.path); err != nil {
		if there {
			err = errors.Join(err, os.Rename(aside, f.path))
		}
		return err
	}
	f.done = true
	err = SyncDir(filepath.Dir(f.path))
	if there {
		err = errors.Join(err, os.RemoveAll(aside))
	}
	return err
}

// Abort removes the unfinished folder; after Commit it does nothing.
func (f *Folder) Abort() {
	if !f.done {
		f.done = true
		os.RemoveAll(f.temp)
	}
}

// RemoveStaleFolders removes the unfinished folders in a folder to which nobody wrote for a
// day: what crashes left. One that was put aside stays where nothing took its place.
func RemoveStaleFolders(dir string, now time.Time) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() || !strings.HasPrefix(name, TempPrefix) || filepath.Ext(name) != ".new" {
			continue
		}
		if info, infoErr := entry.Info(); infoErr == nil && now.Sub(info.ModTime()) >= abandoned {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
		}
	}
	if err != nil {
		return fmt.Errorf("remove unfinished folders in %s: %w", dir, err)
	}
	return nil
}
