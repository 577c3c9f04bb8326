package importer

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// ReadAgain has a file read again that could not be read, or the rows of one that were
// refused: the file of these rows goes into the inbox of its source, as whoever corrects them
// drops it. The error is fs.ErrNotExist where there is nothing to read again.
func (im *Importer) ReadAgain(ctx context.Context, source, name string) error {
	files, err := im.Journal.Files(ctx, state.FileQuery{Account: im.Config.Account, Sources: []string{source}, Names: []string{name}, Newest: true, Limit: 1})
	if err != nil {
		return fmt.Errorf("find the file %s: %w", told.OneLine(name), err)
	}
	if len(files) == 0 {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	if files[0].State == state.FileRefused {
		return im.DropAgain(source, name)
	}
	path := result.RejectedPath(files[0])
	if path == "" || folder.Missing(path) {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), fs.ErrNotExist)
	}
	dir, err := im.inboxOf(source)
	if err != nil {
		return err
	}
	if _, err := durable.Move(path, dir, filepath.Base(path)); err != nil {
		return fmt.Errorf("read %s again: %w", told.OneLine(name), err)
	}
	return nil
}
