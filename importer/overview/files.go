package overview

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// FilesQuery is what a person looks for among the account's files; zero fields do not restrict.
type FilesQuery struct {
	Name   string    // that the file's name has in it, in whatever case
	Source string    // InboxItself: none
	Since  time.Time // dropped then or later
	Cursor string    // FilesPage.Next of the page before
}

// FilesPage is a page of files, the last changed first.
type FilesPage struct {
	Files []FileStatus
	// Next continues the list, "" at its end. A page may be shorter than others, even empty,
	// and not the last: what is looked through for one page is bounded.
	Next string
}

const (
	filesPerPage   = 20
	filesPerRead   = 200  // where names are looked at
	mostFilesAPage = 2000 // that are looked at
)

// ListFiles gives a page of the account's files. A cursor that no page has given is
// state.ErrCursor.
func (b *Board) ListFiles(ctx context.Context, q FilesQuery) (page FilesPage, err error) {
	query := state.FileQuery{Account: b.Config.Account, Sources: StatusQuery{Source: q.Source}.sources(), Newest: true, Since: q.Since, Limit: filesPerPage + 1}
	if q.Name != "" || !q.Since.IsZero() {
		query.Limit = filesPerRead
	}
	if query.Below, err = filePlace(q.Cursor); err != nil {
		return page, err
	}
	for read := 0; read < mostFilesAPage; read += query.Limit {
		files, err := b.Journal.Files(ctx, query)
		if err != nil {
			return page, fmt.Errorf("list the files: %w", err)
		}
		for _, f := range files {
			if f.DroppedAt.Before(q.Since) || !strings.Contains(strings.ToLower(told.OneLine(f.Name)), strings.ToLower(q.Name)) {
				query.Below = f.Place()
				continue
			}
			if len(page.Files) == filesPerPage {
				page.Next = fileCursor(query.Below)
				return page, nil
			}
			page.Files, query.Below = append(page.Files, b.fileStatus(f)), f.Place()
		}
		if len(files) < query.Limit {
			return page, nil
		}
	}
	page.Next = fileCursor(query.Below)
	return page, nil
}

// fileCursor is a place as an address has it.
func fileCursor(p state.FilePlace) string { return fmt.Sprintf("%d.%d", p.ChangedAt.UnixNano(), p.ID) }

// filePlace is the place of a cursor, zero for none.
func filePlace(cursor string) (p state.FilePlace, err error) {
	if cursor == "" {
		return p, nil
	}
	at, id, _ := strings.Cut(cursor, ".")
	nanos, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return p, state.ErrCursor
	}
	p.ChangedAt = time.Unix(0, nanos)
	if p.ID, err = strconv.ParseInt(id, 10, 64); err != nil || p.ID <= 0 {
		return p, state.ErrCursor
	}
	return p, nil
}
