package history

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Path is the file that remembers the feed at out: "feeds/prom.yml" has
// "feeds/.prom.yml.published". It holds ids, SKUs, names, prices and quantities as the
// feed shows them, so it is as private as the feed.
func Path(out string) string {
	dir, name := filepath.Split(out)
	return dir + "." + name + ".published"
}

// Past is what a feed held when it was last published. It serves one comparison. Of
// each offer only a hash is in memory (see table): the rest is read beside the new feed
// (see cursor), so the file stays open until the comparison ends.
type Past struct {
	path   string
	file   *reader      // nil where nothing is remembered
	blocks packedBlocks // of the file, none where it has no index
	loaded bool         // offers and states are there
	seed   maphash.Seed
	offers table
	states cursor
	count  int64
	fields fieldCounts
}

// UnreadableError says that a feed's memory exists and cannot be used: it is damaged,
// or of another version of the program.
type UnreadableError struct {
	Path string
	Mend string // what follows, and the mend
	Err  error
}

func (e *UnreadableError) Error() string { return e.Message().String() }

// Message is the error in whatever language is asked for.
func (e *UnreadableError) Message() wording.Message {
	return wording.NewMessage("remark.memory_unreadable.history", e.Path, e.Err)
}

// Hint is what follows, and the mend.
func (e *UnreadableError) Hint() string { return e.Mend }

// Failure is no one's: the file is damaged, or of another version.
func (e *UnreadableError) Failure() failure.Kind { return failure.Other }

func (e *UnreadableError) Unwrap() error { return e.Err }

// Open reads what the feed at out held when it was last published. A feed without a
// memory gives a Past with nothing in it. So does a memory that cannot be used, and
// then there is an *UnreadableError as well, to be shown as a warning: the guard
// cannot compare this once, and the next publishing mends it. With any other error
// there is no Past.
func Open(out string) (*Past, error) {
	p := &Past{path: Path(out), seed: maphash.MakeSeed()}
	file, err := openReader(p.path)
	if err == nil {
		p.file = file
		err = p.open()
	}
	switch {
	case err == nil || errors.Is(err, fs.ErrNotExist):
		return p, nil
	case !errors.Is(err, errUnusable):
		return nil, fmt.Errorf("read what was last published: %w", err)
	}
	p.Close()
	return &Past{path: p.path, seed: p.seed}, &UnreadableError{Path: p.path, Err: err,
		Mend: "the feed counts as new this once, and its guard cannot compare; publishing it writes the file anew"}
}

// open makes sure that the file is whole. Its offers are read only when something has moved in
// the new feed, or where the file has no index to go by until then.
func (p *Past) open() (err error) {
	if p.blocks, err = openBlocks(p.file); err != nil {
		return err
	}
	if uint64(len(p.blocks.left)) != (p.file.head.count+blockRecords-1)/blockRecords || p.file.head.count == 0 {
		return p.load()
	}
	p.count = int64(p.file.head.count)
	return p.file.prove(castagnoli(), int64(headerSize))
}

// load reads every record, and keeps the hash of its id.
func (p *Past) load() error {
	p.loaded, p.fields = true, fieldCounts{}
	// The count is believed only as far as the file is long: it may be damaged.
	hashes := make([]uint64, 0, min(p.file.head.count, p.file.head.packed))
	for {
		err := p.file.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		// The seed is new each time: no catalogue can be made to have ids of one hash.
		hashes = append(hashes, maphash.Bytes(p.seed, p.file.id))
		p.fields.add(p.file.has)
	}
	p.count = int64(p.file.head.count)
	p.offers = newTable(hashes)
	p.states = cursor{file: p.file}
	return p.file.rewind()
}

// skip passes the first so many offers, which the new feed has in the same places.
func (p *Past) skip(offers int) error {
	for number := range offers {
		p.offers.mark(number)
		if err := p.file.next(); err != nil {
			return err
		}
	}
	p.offers.next = offers
	return nil
}

// Known reports whether anything is remembered of an earlier publishing.
func (p *Past) Known() bool { return p.file != nil }

// Forget makes nothing be remembered, for a feed that is no longer there.
func (p *Past) Forget() {
	p.Close()
	p.count, p.fields = 0, fieldCounts{}
}

// Close lets the file go; the end of a comparison does it too. It may be called again.
func (p *Past) Close() {
	if p.file != nil {
		p.file.close()
		p.file = nil
	}
	p.offers, p.states, p.blocks = table{}, cursor{}, packedBlocks{}
}

// Offers is how many offers the feed at out held when it was last published, without reading
// them; false where nothing is remembered of it, or that cannot be used.
func Offers(out string) (n int64, known bool) {
	file, err := openReader(Path(out))
	if err != nil {
		return 0, false
	}
	defer file.close()
	return int64(file.head.count), true
}
