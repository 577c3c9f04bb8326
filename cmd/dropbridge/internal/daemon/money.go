package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The names of errands about money.
const (
	errandReckon = "reckon"
	errandClose  = "close"
)

// Money implements page.Shop.
func (s shop) Money() (page.Money, error) {
	m := page.Money{NoLedger: s.Closer.HasLedger(), Failing: s.Closer.State()}
	m.Reading, _ = s.chores.find(errandReckon)
	m.Closing, _ = s.chores.find(errandClose)
	var err error
	m.Figures, err = readMoney(s.Config.Money())
	months, broken := s.Closer.Months(time.Now())
	for _, month := range months {
		shown := page.Month{Month: month.Month, Files: month.Files, Closed: month.Closed.At, Differences: month.Closed.Differences}
		if f := m.Figures; f != nil && f.At.After(month.Closed.At) { // what moved before counts no more
			shown.Moved = f.Moved[month.Month]
		}
		m.Months = append(m.Months, shown)
	}
	return m, errors.Join(err, broken)
}

// readMoney reads the figures of the last reading; nil where there are none.
func readMoney(path string) (*standing.Money, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var m standing.Money
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return nil, fmt.Errorf("read the ledger's last figures in %s: %w", path, err)
	}
	return &m, nil
}

// writeMoney keeps the figures of a reading.
func writeMoney(path string, m *standing.Money) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = durable.WriteFileFor(path, durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(m) })
	}
	if err != nil {
		return fmt.Errorf("keep the ledger's figures in %s: %w", path, err)
	}
	return nil
}

// reckon has the ledger read, as `ledger` reads it, and keeps what it comes to.
func (s shop) reckon(_ context.Context, _ page.Action) (wording.Message, error) {
	if err := s.Closer.HasLedger(); err != nil {
		return wording.Message{}, err
	}
	err := s.chores.give(&errand{name: errandReckon, most: longestChore, do: func(ctx context.Context, progress func(int64)) error {
		m, err := s.Closer.Figures(ctx, time.Now(), progress)
		if err != nil {
			return err
		}
		return writeMoney(s.Config.Money(), m)
	}})
	return wording.NewMessage("page.reckon_begun"), err
}

// closeMonth is `close` into the month's folder of the config.
func (s shop) closeMonth(_ context.Context, a page.Action) (wording.Message, error) {
	if err := s.Closer.HasLedger(); err != nil {
		return wording.Message{}, err
	}
	month := a.Values["month"]
	err := s.chores.give(&errand{Errand: page.Errand{About: month}, name: errandClose, most: longestChore, do: func(ctx context.Context, progress func(int64)) error {
		closed, err := s.Closer.CloseNow(ctx, month, a.Values["accept"] == "yes", time.Now(), progress)
		if err != nil {
			return err
		}
		s.noteAction(ctx, a, state.ActedMonthClosed, closed.Month, "")
		return nil
	}})
	return wording.NewMessage("page.close_begun", month), err
}

// Document implements page.Shop.
func (s shop) Document(month, name string) (*os.File, error) {
	return s.Closer.OpenDocument(month, name)
}
