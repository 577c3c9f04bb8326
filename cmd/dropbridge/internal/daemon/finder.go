package daemon

import (
	"context"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Search implements page.Finder.
func (s shop) Search(ctx context.Context, l wording.Language, q state.SearchQuery) (found page.Found, err error) {
	found.Orders, found.Next, found.Complete, err = s.Orders.In(l).Search(ctx, q)
	return found, err
}

// Written implements page.Finder.
func (s shop) Written(ctx context.Context, file int64, rows []int) (orderfile.Written, error) {
	return s.Orders.Rows(ctx, file, rows)
}

// Files implements page.Finder.
func (s shop) Files(ctx context.Context, l wording.Language, q overview.FilesQuery) (overview.FilesPage, error) {
	return s.Orders.In(l).ListFiles(ctx, q)
}
