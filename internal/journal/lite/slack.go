package lite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Room is what a database takes on the disk.
type Room struct {
	Size  int64 // bytes of its pages
	Slack int64 // of them hold nothing: whole pages, and what is left in pages of what was there
}

// A database is loose where more of it than that holds nothing. Indexes alone leave a fifth.
const (
	loosePercent = 40
	looseFrom    = 4 << 20 // bytes; less is not worth the work
)

// loose reports whether writing the database anew gives much room back.
func (r Room) loose() bool { return r.Slack >= looseFrom && r.Slack*100 > r.Size*loosePercent }

// requireRoom makes sure that a database can be written anew, of which so many bytes are to be left: once
// beside itself and once into its log. Where the room of the disk is not known nothing stands against it.
func requireRoom(where string, left int64) error {
	free, _, err := durable.Space(filepath.Dir(where))
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if need := uint64(2 * left); err == nil && free < need {
		return &failure.Error{Kind: failure.Other, Mend: "make room on the disk; it is tried again tomorrow",
			Err: fmt.Errorf("the journal has much room inside that cannot be given back: that takes %s of the disk, and %s are free", wording.English.Size(int64(need)), wording.English.Size(int64(free)))}
	}
	return err
}

// Reader is a database as far as it is read.
type Reader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// RoomOf looks at every page of a database. That takes about as long as reading its file does.
func RoomOf(ctx context.Context, db Reader) (r Room, err error) {
	err = db.QueryRowContext(ctx, "SELECT page_count * page_size, freelist_count * page_size FROM pragma_page_count, pragma_page_size, pragma_freelist_count").Scan(&r.Size, &r.Slack)
	var left int64
	if err == nil {
		err = db.QueryRowContext(ctx, "SELECT COALESCE(SUM(unused), 0) FROM dbstat").Scan(&left)
	}
	if err != nil {
		return r, fmt.Errorf("look at the room of the journal: %w", err)
	}
	r.Slack += left
	return r, nil
}

// Tidy has a database scrubbed that is loose, and gives how many bytes that has freed.
func Tidy(ctx context.Context, db Reader, where string, scrub func(context.Context) error) (freed int64, err error) {
	before, err := RoomOf(ctx, db)
	if err != nil || !before.loose() {
		return 0, err
	}
	if err := requireRoom(where, before.Size-before.Slack); err != nil {
		return 0, err
	}
	if err := scrub(ctx); err != nil {
		return 0, err
	}
	after, err := RoomOf(ctx, db)
	return before.Size - after.Size, err
}
