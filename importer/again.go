package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
	dir := im.Config.Inbox
	if source != "" && source != state.InboxItself {
		if _, known := im.Config.Sources[source]; !known {
			return fmt.Errorf("drop %s again: there is no source %s", told.OneLine(name), told.OneLine(source))
		}
		dir = filepath.Join(dir, source)
	}
	if _, err := durable.Move(from, dir, filepath.Base(from)); err != nil {
		return fmt.Errorf("drop %s again: %w", told.OneLine(name), err)
	}
	if err := os.Remove(from + result.ReasonSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take the reason of %s away: %w", told.OneLine(name), err)
	}
	return nil
}
