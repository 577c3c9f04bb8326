package statement

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/money"
)

// past is an earlier export: its time, and hashes of its entries, sorted by id.
type past struct {
	at      time.Time
	seed    maphash.Seed
	entries []pastEntry
}

type pastEntry struct{ id, content uint64 }

// seen is the bit of an entry's content that says that the new export has it too.
const seen = 1

// openPast reads an earlier export; there may be none.
func openPast(path string) (*past, error) {
	p := &past{seed: maphash.MakeSeed()}
	for cells, err := range pastLines(path, &p.at) {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		content, err := strconv.ParseUint(cells[1], 36, 64)
		if err != nil {
			return nil, fmt.Errorf("entry %s: %w", cells[0], err)
		}
		p.entries = append(p.entries, pastEntry{maphash.String(p.seed, cells[0]), content &^ seen})
	}
	slices.SortFunc(p.entries, func(x, y pastEntry) int { return cmp.Compare(x.id, y.id) })
	return p, nil
}

// take finds the content that an entry had, and marks it as one that is still there.
func (p *past) take(id string) (content uint64, known bool) {
	e := p.find(id)
	if e == nil {
		return 0, false
	}
	content = e.content &^ seen
	e.content |= seen
	return content, true
}

func (p *past) find(id string) *pastEntry {
	i, ok := slices.BinarySearchFunc(p.entries, maphash.String(p.seed, id), func(e pastEntry, id uint64) int { return cmp.Compare(e.id, id) })
	if !ok {
		return nil
	}
	return &p.entries[i]
}

// rest gives the entries that are gone, from the file, and counts them. What the changed
// ones came to stands there as well.
func (p *past) rest(path string, changed []Late) (gone []Late, count int64, err error) {
	if len(changed) == 0 && !slices.ContainsFunc(p.entries, func(e pastEntry) bool { return e.content&seen == 0 }) {
		return nil, 0, nil
	}
	places := map[string]int{}
	for i := range changed {
		places[changed[i].ID] = i
	}
	var at time.Time
	for cells, err := range pastLines(path, &at) {
		if err != nil {
			return nil, 0, err
		}
		if i, ok := places[cells[0]]; ok {
			changed[i].Was, _ = money.Parse(cells[3])
		}
		e := p.find(cells[0])
		if e == nil || e.content&seen != 0 { // another export replaced the file meanwhile
			continue
		}
		if count++; len(gone) >= maxFindings {
			continue
		}
		l := Late{ID: strings.Clone(cells[0])}
		l.PostedAt, _ = time.Parse(time.RFC3339Nano, cells[2]) // only the id must be known
		l.Amount, _ = money.Parse(cells[3])
		gone = append(gone, l)
	}
	return gone, count, nil
}

// pastLines reads the lines of an export's entries and the time of the export. The file
// is damaged where they end with an error.
func pastLines(path string, at *time.Time) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		packed, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
		if err != nil {
			yield(nil, err)
			return
		}
		defer packed.Close()
		if err := entryLines(packed, at, yield); err != nil {
			yield(nil, err)
		}
	}
}

func entryLines(r io.Reader, at *time.Time, yield func([]string, error) bool) error {
	lines := csv.NewReader(r)
	lines.FieldsPerRecord, lines.ReuseRecord = 4, true
	head, err := lines.Read()
	if err != nil {
		return ended(err)
	}
	if head[0] != memoryFormat {
		return errors.New("it is of another version of the program")
	}
	if *at, err = time.Parse(time.RFC3339Nano, head[1]); err != nil {
		return err
	}
	for n := int64(0); ; n++ {
		cells, err := lines.Read()
		if err != nil {
			return ended(err)
		}
		if cells[0] == "" {
			if cells[1] != strconv.FormatInt(n, 10) {
				return fmt.Errorf("it has %d entries of %s", n, cells[1])
			}
			_, err := lines.Read() // its end, which holds the checksum
			if errors.Is(err, io.EOF) {
				return nil
			}
			return cmp.Or(err, errors.New("it goes on behind its end"))
		}
		if !yield(cells, nil) {
			return nil
		}
	}
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("it is cut short")
	}
	return err
}
