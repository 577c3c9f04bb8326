package offerid

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Path is the hidden file beside a feed that keeps which id each product has there: a CSV of
// the supplier's id and the feed's, in the order in which they were given.
func Path(out string) string {
	dir, name := filepath.Split(out)
	return dir + "." + name + ".ids"
}

// Memory gives the ids of one feed. It is for one goroutine at a time, in the list's order.
type Memory struct {
	rule    *Rule
	seed    maphash.Seed
	derived map[string]string // by the supplier's id, where the two differ
	holders map[uint64]uint64 // by the hash of an id, that of the supplier's id which holds it
	before  []byte            // the file as it was
	given   bytes.Buffer      // the lines of those that are new
	lines   *csv.Writer       // to given
}

// Open reads the memory of the feed at out; one that is not there is empty. With a
// *remark.DamagedError the memory holds what could be read.
func Open(out string, rule *Rule) (*Memory, error) {
	m := &Memory{rule: rule, seed: maphash.MakeSeed(), derived: map[string]string{}, holders: map[uint64]uint64{}}
	m.lines = csv.NewWriter(&m.given)
	data, err := os.ReadFile(Path(out))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = 2
	for {
		whole := r.InputOffset()
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			m.before = data
			return m, nil
		}
		if err != nil || row[0] == "" || row[1] == "" {
			m.before = data[:whole]
			return m, damaged(Path(out), cmp.Or(err, io.ErrUnexpectedEOF))
		}
		m.hold(row[0], row[1])
	}
}

// damaged is that the memory cannot be read to its end. What could be read is written anew, so
// that the ids become again what they were by a copy of before only.
func damaged(file string, err error) error {
	return &remark.DamagedError{Said: wording.NewMessage("remark.memory_unreadable.ids", file, err), Err: err,
		Mend: fmt.Sprintf("to have the ids of before, put %s back from a backup and build the feed again", file)}
}

func (m *Memory) hash(id string) uint64 { return maphash.String(m.seed, id) }

func (m *Memory) hold(own, id string) {
	m.holders[m.hash(id)] = m.hash(own)
	if own != id {
		m.derived[own] = id
	}
}

// Of is the id of a product in the feed: the one that it always had, or a new one that no
// other product has or had. It is "" for a product without an id.
func (m *Memory) Of(own string) string {
	if own == "" {
		return ""
	}
	if id, ok := m.derived[own]; ok {
		return id
	}
	if m.holders[m.hash(own)] == m.hash(own) {
		return own // known, and taken as it is
	}
	for _, id := range m.rule.candidates(own) {
		if _, taken := m.holders[m.hash(id)]; !taken {
			own, id = strings.Clone(own), strings.Clone(id)
			m.hold(own, id)
			_ = m.lines.Write([]string{own, id}) // a buffer takes everything
			return id
		}
	}
	return "" // four hashes of the same id are taken: the product is left out, as one without id
}

// Remember writes the memory with what was given since.
func (m *Memory) Remember(to io.Writer) error {
	m.lines.Flush()
	if _, err := to.Write(m.before); err != nil {
		return err
	}
	_, err := to.Write(m.given.Bytes())
	return err
}
