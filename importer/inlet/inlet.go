package inlet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Inlet puts files into the inbox.
type Inlet struct{ *desk.Desk }

// DropAgain moves a file that could not be read from the folder of failed files back into
// the inbox of its source, and takes its reason away. The error is fs.ErrNotExist where the
// file is not there.
func (in *Inlet) DropAgain(source, name string) error {
	from := filepath.Join(in.Config.Failed, folder.CleanName(name))
	if info, err := in.Config.Disk.Look(from); err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	} else if !info.Mode().IsRegular() {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	dir, err := in.inboxOf(source)
	if err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	}
	if _, err := in.Config.Disk.Move(from, dir, filepath.Base(from)); err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	}
	if err := in.Config.Disk.Remove(from + result.ReasonSuffix); err != nil {
		return fmt.Errorf("take the reason of %s away: %w", told.OneLine(name), err)
	}
	return nil
}

// inboxOf is the folder in which the files of a source are dropped, that of the inbox itself
// for "". A source that the config does not have is an error.
func (in *Inlet) inboxOf(source string) (string, error) {
	if source == "" || source == state.InboxItself {
		return in.Config.Inbox, nil
	}
	if _, known := in.Config.Sources[source]; !known {
		return "", told.Refuse("trouble.no_source", told.OneLine(source))
	}
	return filepath.Join(in.Config.Inbox, source), nil
}

// Upload puts a file into the inbox of a source under its own name, made fit for any system,
// or one with a number behind it where that name is taken. It appears there whole or not at
// all, and is then taken like any other. taken is the name that it got.
func (in *Inlet) Upload(source, name string, content io.Reader) (taken string, err error) {
	dir, err := in.inboxOf(source)
	if err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	if folder.Ignored(name) {
		return "", told.Refuse("trouble.never_taken", told.OneLine(name))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	part, err := os.CreateTemp(dir, ".upload-*.part")
	if err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	defer os.Remove(part.Name())
	n, err := io.Copy(part, io.LimitReader(content, folder.Largest+1))
	if err == nil && n > folder.Largest {
		err = folder.Endless()
	}
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	to, err := in.Config.Disk.Move(part.Name(), dir, folder.CleanName(name))
	if err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	return filepath.Base(to), nil
}

// ReadAgain has a file read again that could not be read, or the rows of one that were
// refused: the file of these rows goes into the inbox of its source, as whoever corrects them
// drops it. The error is fs.ErrNotExist where there is nothing to read again.
func (in *Inlet) ReadAgain(ctx context.Context, source, name string) error {
	files, err := in.Journal.Files(ctx, state.FileQuery{Account: in.Config.Account, Sources: []string{source}, Names: []string{name}, Newest: true, Limit: 1})
	if err != nil {
		return fmt.Errorf("find the file %s: %w", told.OneLine(name), err)
	}
	if len(files) == 0 {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	if files[0].State == state.FileRefused {
		return in.DropAgain(source, name)
	}
	path := result.RejectedPath(in.Desk, files[0])
	if path == "" || in.Missing(path) {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	dir, err := in.inboxOf(source)
	if err != nil {
		return err
	}
	if _, err := in.Config.Disk.Move(path, dir, filepath.Base(path)); err != nil {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), err)
	}
	return nil
}
