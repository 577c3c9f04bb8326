package exporter

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/offerid"
)

// Show tells how a feed would show the products with these SKUs or ids, or the first ten where
// none is named; missing are those that the list does not have. The whole list is read, since
// groups and ids depend on it, and nothing is written where the feed is.
func Show(ctx context.Context, pages Pages, f Feed, skus []string, opts Options) (shown []Shown, missing []string, err error) {
	if err := Check([]Feed{f}); err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "dropbridge-show-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, filepath.Base(f.Out))
	for from, to := range map[string]string{category.MemoryPath(f.Out): category.MemoryPath(out), offerid.Path(f.Out): offerid.Path(out)} {
		if err := copyMemory(from, to); err != nil {
			return nil, nil, err
		}
	}
	f.Out, f.Gzip = out, false
	opts = opts.withDefaults()
	b := newBuild(pages, opts)
	defer b.abort()
	open, err := openFeed(f, &opts)
	if err != nil {
		return nil, nil, err
	}
	open.viewer, b.watched = &viewer{wanted: skus}, true
	b.feeds = append(b.feeds, open)
	if err := b.run(ctx); err != nil {
		return nil, nil, err
	}
	return open.viewer.shown(), open.viewer.missing(), nil
}

// copyMemory copies a memory of ids, where there is one.
func copyMemory(from, to string) error {
	data, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}
