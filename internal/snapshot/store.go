package snapshot

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Client is what the store needs of the supplier; *client.Client is one.
type Client interface {
	// ProductPages begins to read the product list.
	ProductPages(q supplier.ProductQuery) supplier.ProductPages
	// TracksChanges reports whether the list can be asked for what changed.
	TracksChanges() bool
}

// Options are how one build reads the list. The zero value is fine.
type Options struct {
	// Mapping stands for all that decides how a kept answer is read, such as a hash of
	// the supplier's mapping, its address and the program's version. A copy that was
	// made under another value is not used.
	Mapping string
	// MaxAge is how old the copy's full read may be; 0 and more than a day are a day.
	MaxAge time.Duration
	// Full asks for a full read, whatever the copy is like.
	Full bool
	// Now is the clock, nil: time.Now. Its zone is the one that Source shows.
	Now func() time.Time
}

const day = 24 * time.Hour

func (o Options) withDefaults() Options {
	if o.MaxAge <= 0 || o.MaxAge > day {
		o.MaxAge = day
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Store keeps the copy of one account's product list in a folder. Processes may share
// it: each reads the copy that it opened, and the last one to commit wins.
type Store struct {
	dir string
}

// Open names the folder, which is made when the first copy is.
func Open(dir string) *Store { return &Store{dir} }

// Path is where the copy is.
func (s *Store) Path() string { return filepath.Join(s.dir, "products.copy") }

// unusable is a copy that cannot serve this build. reason is the end of a sentence
// about it, "" where there is no copy to speak of.
type unusable struct{ reason string }

func (e *unusable) Error() string { return "the copy of the product list " + e.reason }

// Pages begins to read the product list for one build: from the copy, brought up to
// date by what changed, or from the service in full. The caller has to close it.
//
// The errors are those of the service when it is asked for changes, and of ctx. A list
// of changes that is not complete, also when asked a second time, is one of
// supplier.KindIncomplete. The copy stays then as it is.
func (s *Store) Pages(ctx context.Context, client Client, opts Options) (*Pages, error) {
	opts = opts.withDefaults()
	tracks := client.TracksChanges()
	why := ""
	if tracks && !opts.Full {
		fromCopy, err := s.readCopy(ctx, client, opts)
		if err == nil {
			return &Pages{fromCopy}, nil
		}
		copyFault, ok := errors.AsType[*unusable](err)
		if !ok {
			return nil, err
		}
		why = copyFault.reason
	}
	full := &fullRead{pages: client.ProductPages(supplier.ProductQuery{}), now: opts.Now, why: why,
		horizon: horizon{began: opts.Now()}, packed: map[*supplier.ProductPage][]byte{}}
	if tracks {
		full.keepIn(s, opts)
	}
	return &Pages{full}, nil
}

// create begins a new copy that nobody sees before it is committed.
func (s *Store) create(now time.Time) (*writer, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	// What a crash left and cannot be removed now is tried again the next time.
	_ = durable.RemoveStale(s.dir, now)
	return newWriter(s.Path())
}
