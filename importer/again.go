package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Settle takes a person's decision while Run goes on. One that posts needs orders that may
// be posted, and a journal that knows all that was.
func (im *Importer) Settle(ctx context.Context, a decide.Answer) (note wording.Message, err error) {
	if a.Kind.Sends() {
		if err := im.Config.Allowed(); err != nil {
			return note, err
		}
		if err := im.Trusted(ctx); err != nil {
			return note, err
		}
	}
	return im.Decide(ctx, a)
}

// TryNow has orders tried now that wait for a supplier who asked for that or was away.
func (im *Importer) TryNow() {
	im.gate.open()
	desk.Wake(im.wakePost)
}

// Resting is until when nothing is sent because the supplier asked to wait or was away; zero
// where orders go as they come.
func (im *Importer) Resting() time.Time { return im.gate.rests(im.Config.Now()) }

// DropAgain moves a file that could not be read from the folder of failed files back into
// the inbox of its source, and takes its reason away. The error is fs.ErrNotExist where the
// file is not there.
func (im *Importer) DropAgain(source, name string) error {
	from := filepath.Join(im.Config.Failed, folder.CleanName(name))
	if info, err := os.Lstat(from); err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	} else if !info.Mode().IsRegular() {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	dir, err := im.inboxOf(source)
	if err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	}
	if _, err := durable.Move(from, dir, filepath.Base(from)); err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	}
	if err := os.Remove(from + result.ReasonSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take the reason of %s away: %w", told.OneLine(name), err)
	}
	return nil
}

// inboxOf is the folder in which the files of a source are dropped, that of the inbox itself
// for "". A source that the config does not have is an error.
func (im *Importer) inboxOf(source string) (string, error) {
	if source == "" || source == state.InboxItself {
		return im.Config.Inbox, nil
	}
	if _, known := im.Config.Sources[source]; !known {
		return "", told.Refuse("trouble.no_source", told.OneLine(source))
	}
	return filepath.Join(im.Config.Inbox, source), nil
}

// Upload puts a file into the inbox of a source under its own name, made fit for any system,
// or one with a number behind it where that name is taken. It appears there whole or not at
// all, and is then taken like any other. taken is the name that it got.
func (im *Importer) Upload(source, name string, content io.Reader) (taken string, err error) {
	dir, err := im.inboxOf(source)
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
		err = told.Refuse("trouble.too_large", n>>20, int64(folder.Largest>>20))
	}
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	to, err := durable.Move(part.Name(), dir, folder.CleanName(name))
	if err != nil {
		return "", fmt.Errorf("upload %s: %w", told.OneLine(name), err)
	}
	return filepath.Base(to), nil
}
