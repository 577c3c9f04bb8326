package statement

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// memory is what a period's ledger was when it was exported last, and the file in which
// this export is written down for the next. A nil memory remembers nothing.
//
// The file is CSV of four columns, packed with zstd, whose checksum tells whether it is
// whole: a line with the format and the time of the export; a line for each entry with
// its id, the hash of its content, its time and its amount; and a line without an id
// that counts them.
type memory struct {
	path    string
	now     time.Time
	zone    *time.Location
	past    *past  // nil where there was none, or it is damaged
	damaged string // why the earlier export is not used
	out     *durable.File
	packed  *zstd.Encoder
	lines   *csv.Writer
	count   int64
	buffer  []byte // for the content of an entry

	late, changed  []Late
	lates, changes int64 // kept or not
	lost           int64 // entries that are gone
}

// damagedSuffix is the ending of an earlier export that could not be read.
const damagedSuffix = ".damaged"

const memoryFormat = "dropbridge ledger 1"

// openMemory finds what a period's ledger was when it was exported last. Without a
// folder there is no memory, and none of its methods does anything.
func openMemory(folder, account string, p Period, now time.Time) (*memory, error) {
	if folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("remember the ledger: %w", err)
	}
	owner := sha256.Sum256([]byte(account))
	const stamp = "20060102T150405Z"
	m := &memory{now: now, zone: p.From.Location()}
	m.path = filepath.Join(folder, fmt.Sprintf("%s-%s-%s.csv.zst", hex.EncodeToString(owner[:8]), p.From.UTC().Format(stamp), p.To.UTC().Format(stamp)))
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(folder, now)
	var err error
	if m.past, err = openPast(m.path); errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("read what was exported before: %w", err)
	} else if err != nil {
		m.damaged = err.Error()
	}
	if err := m.begin(); err != nil {
		m.abort()
		return nil, fmt.Errorf("remember the ledger: %w", err)
	}
	return m, nil
}

// begin begins the new file, beside the old one.
func (m *memory) begin() (err error) {
	if m.out, err = durable.Create(m.path); err != nil {
		return err
	}
	if err := m.out.Grant(durable.Access{Mode: 0o600}); err != nil {
		return err
	}
	m.packed, err = zstd.NewWriter(m.out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	if err != nil {
		return err
	}
	m.lines = csv.NewWriter(bufio.NewWriterSize(m.packed, 1<<16))
	return m.lines.Write([]string{memoryFormat, m.now.UTC().Format(time.RFC3339Nano), "", ""})
}

// note takes an entry of the period, each once.
func (m *memory) note(e *supplier.LedgerEntry) error {
	if m == nil {
		return nil
	}
	content := m.content(e)
	m.count++
	err := m.lines.Write([]string{e.ID, strconv.FormatUint(content, 36), e.PostedAt.UTC().Format(time.RFC3339Nano), e.Amount.String()})
	if err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	if m.past == nil {
		return nil
	}
	switch was, known := m.past.take(e.ID); {
	case !known && e.PostedAt.Before(m.past.at):
		m.lates++
		m.late = keep(m.late, e)
	case known && was != content:
		m.changes++
		m.changed = keep(m.changed, e)
	}
	return nil
}

func keep(list []Late, e *supplier.LedgerEntry) []Late {
	if len(list) >= maxFindings {
		return list
	}
	kept := e.Clone()
	return append(list, Late{ID: kept.ID, PostedAt: kept.PostedAt, Amount: kept.Amount, OrderID: kept.OrderID, ExternalID: kept.OrderExternalID})
}

// content hashes what an entry says. The balance after it and the payout that it went
// into are left out: both follow from other entries, and may follow later.
func (m *memory) content(e *supplier.LedgerEntry) uint64 {
	m.buffer = m.buffer[:0]
	for _, text := range [...]string{e.Number, e.Kind, e.Operation, strings.TrimRight(e.Amount.String(), "0"), e.Currency, e.OrderID, e.OrderExternalID,
		e.DocumentNumber, e.DocumentDate, e.CounterpartyName, e.CounterpartyCode, e.Description, e.ReversesEntryID} {
		m.buffer = append(append(m.buffer, text...), 0)
	}
	sum := sha256.Sum256(e.PostedAt.UTC().AppendFormat(m.buffer, time.RFC3339Nano))
	return binary.LittleEndian.Uint64(sum[:8]) &^ seen
}

// finish compares the period with its last export.
func (m *memory) finish() (late, gone, changed []Late, c Check, err error) {
	c = Check{Name: "history_unchanged", OK: true, Detail: wording.NewMessage("statement.history.first")}
	switch {
	case m == nil || m.past == nil && m.damaged == "":
		return nil, nil, nil, c, nil
	case m.past == nil:
		c.OK, c.Detail = false, wording.NewMessage("statement.history.damaged", m.path, m.damaged, damagedSuffix)
		return nil, nil, nil, c, nil
	}
	gone, lost, err := m.past.rest(m.path, m.changed)
	if err != nil {
		return nil, nil, nil, c, fmt.Errorf("compare with the last export: %w", err)
	}
	at := onMinute(m.past.at.In(m.zone))
	m.lost = lost
	if c.OK = !m.differs(); c.OK {
		c.Detail = wording.NewMessage("statement.history.same", m.count, at)
	} else {
		c.Detail = wording.NewMessage("statement.history.moved", at, m.lates, m.changes, lost)
	}
	return m.late, gone, m.changed, c, nil
}

// differs reports whether the period is another one than at the last export.
func (m *memory) differs() bool { return m.past != nil && m.lates+m.changes+m.lost > 0 }

// commit keeps this export in the place of the last one.
func (m *memory) commit() error {
	if m == nil {
		return nil
	}
	err := m.end()
	if err == nil && m.damaged != "" {
		err = os.Rename(m.path, m.path+damagedSuffix)
	}
	if err == nil {
		err = m.out.Commit()
	}
	m.abort()
	if err != nil {
		return fmt.Errorf("remember the ledger: %w", err)
	}
	return nil
}

func (m *memory) end() error {
	err := m.lines.Write([]string{"", strconv.FormatInt(m.count, 10), "", ""})
	m.lines.Flush()
	return errors.Join(err, m.lines.Error(), m.packed.Close())
}

// abort leaves the last export as it was; after commit it does nothing.
func (m *memory) abort() {
	if m != nil && m.out != nil {
		m.out.Abort()
	}
}
