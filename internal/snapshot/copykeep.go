package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// commit writes the copy anew with this build's changes at its end. Without any, the
// file is left as it is.
func (c *copyRead) commit(ctx context.Context) error {
	result := c.Result()
	err := ctx.Err()
	if !result.Complete {
		err = errors.New(result.Problem)
	}
	if err == nil && c.changes.count() > 0 {
		err = c.extend()
	}
	if err != nil {
		return fmt.Errorf("keep the changes of the product list: %w", err)
	}
	return nil
}

// extend copies the file up to its end, adds the changes and a new end.
func (c *copyRead) extend() error {
	out, err := c.store.create(c.now())
	if err != nil {
		return err
	}
	defer out.abort()
	if err := out.take(io.NewSectionReader(c.file, 0, c.endAt)); err != nil {
		return err
	}
	for _, packed := range c.news {
		if err := out.block(blockChange, packed); err != nil {
			return err
		}
	}
	end := c.end
	end.Changes += len(c.news)
	if c.horizon.since.After(end.Since) {
		end.Since = c.horizon.since
	}
	// Windows does not rename over a file that is open.
	if err := c.closeFile(); err != nil {
		return err
	}
	return out.commit(end)
}

func (c *copyRead) closeFile() error {
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	c.file = nil
	return err
}

// close lets the copy go. One that was whole and could not be decoded all the same
// would fail the next build too: it is removed.
func (c *copyRead) close() error {
	err := c.closeFile()
	if c.codec != nil {
		c.codec.close()
		c.codec = nil
	}
	if c.failed == nil {
		return err
	}
	if gone := os.Remove(c.store.Path()); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
