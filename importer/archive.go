package importer

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// An export that is written under one name again and again may be replaced while the orders
// of the older one are still being posted. What was taken then comes to the archive from the
// private copy, and what lies in the inbox now is a file of its own.

// replaced puts the content of an original that lies in the inbox no more where it belongs,
// unless it lies there already: a crash, or another process, may have moved it just before.
// It returns where that is.
func (im *Importer) replaced(file state.File) (to string, placed state.Placed, err error) {
	dir, placed := im.Config.Archive, state.PlacedArchive
	if file.State == state.FileRefused {
		dir, placed = im.Config.Failed, state.PlacedFailed
	}
	if to, err = im.findContent(dir, file); err != nil || to != "" {
		return to, placed, err
	}
	name := folder.CleanName(file.Name)
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext) + "." + file.SHA256[:8]
	for n := 1; ; n++ {
		to = filepath.Join(dir, durable.NumberedName(stem, n, ext))
		if im.Config.Disk.SHA(to) == file.SHA256 {
			return to, placed, nil
		}
		if im.Missing(to) {
			break
		}
	}
	if im.Missing(file.Spool) {
		return "", state.PlacedGone, nil
	}
	if err := im.FetchCopy(file); err != nil {
		return "", state.PlacedInbox, err
	}
	err = im.WriteShared(to, func(w io.Writer) error {
		copied, err := os.Open(file.Spool)
		if err != nil {
			return err
		}
		defer copied.Close()
		_, err = io.Copy(w, copied)
		return err
	})
	if err != nil {
		return "", state.PlacedInbox, im.Trouble(err, "trouble.archive", dir)
	}
	im.Log.Info("an original was replaced or taken away before its orders were posted: the archive has what was taken", "file", told.OneLine(file.Name), "as", to)
	return to, state.PlacedCopied, nil
}

// findContent finds the original of a file among those of its name that were moved, "" where
// it is none of them.
func (im *Importer) findContent(dir string, file state.File) (string, error) {
	name := folder.CleanName(file.Name)
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	copied, err := im.Config.Disk.Look(file.Spool)
	if errors.Is(err, fs.ErrNotExist) {
		copied = nil
	} else if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		path := filepath.Join(dir, durable.NumberedName(stem, n, ext))
		info, err := im.Config.Disk.Look(path)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if folder.Mark(info) == file.Mark {
			return path, nil
		}
		if info.Mode().IsRegular() && (copied == nil || info.Size() == copied.Size()) && im.Config.Disk.SHA(path) == file.SHA256 {
			return path, nil
		}
	}
}
