package books

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	figureMonths = 3  // that have days and payouts, the running one included
	mostFigures  = 20 // holds, payouts and misfits that are kept
)

// HasLedger is nil where the supplier has a ledger to read, and says otherwise why not.
func (c *Closer) HasLedger() error { return c.config.RequireAPI() }

// Figures reads the ledger up to now, as `ledger` does, and gives what it comes to. Nothing is
// written, and nothing is remembered of it.
func (c *Closer) Figures(ctx context.Context, now time.Time, progress func(done int64)) (*standing.Money, error) {
	if err := c.HasLedger(); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return nil, err
	}
	today := now.In(zone)
	from := time.Date(today.Year(), today.Month()+1-figureMonths, 1, 0, 0, 0, 0, zone)
	period, err := statement.Days(from.Format(time.DateOnly), today.Format(time.DateOnly), zone)
	if err != nil {
		return nil, err
	}
	currency := currencyOf(c.config, "")
	var paid []standing.Payout
	s, err := statement.Read(ctx, c.conn.Client, statement.Options{Period: period, Account: booksOf(c.config, currency), Currency: currency, Now: now,
		Memory: c.config.Ledgers(), Orders: true, Progress: func(done, _ int64) { progress(done) }},
		statement.Sink{Payout: func(p *statement.Payout, _ iter.Seq2[statement.Covered, error]) error {
			e := p.Entry.Clone()
			paid = append(paid, standing.Payout{At: e.PostedAt, Document: e.DocumentNumber, Amount: p.Amount, Covered: p.Covered})
			return nil
		}})
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	s.Forget()
	return figuresOf(s, paid), nil
}

// LastFigures are those of the last reading that KeepFigures has kept; nil where there are none.
func (c *Closer) LastFigures() (*standing.Money, error) {
	path := c.config.Money()
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

// KeepFigures keeps the figures of a reading.
func (c *Closer) KeepFigures(m *standing.Money) error {
	path := c.config.Money()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = durable.WriteFileFor(path, durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(m) })
	}
	if err != nil {
		return fmt.Errorf("keep the ledger's figures in %s: %w", path, err)
	}
	return nil
}

// figuresOf is what a statement comes to, with the payouts that it covers.
func figuresOf(s *statement.Statement, paid []standing.Payout) *standing.Money {
	m := &standing.Money{At: s.Read, From: s.Period.First().Format(time.DateOnly), Currency: s.Currency, Entries: s.Entries,
		Available: s.Closing.Available, Held: s.Closing.Held, Partial: s.Partial(), AllHolds: len(s.Holds), Moved: map[string]int{}}
	for _, day := range s.Days {
		m.Days = append(m.Days, standing.MoneyDay{Day: day.Day.Format(time.DateOnly), Available: day.Balance.Available, Held: day.Balance.Held})
	}
	for _, h := range s.Holds[:min(len(s.Holds), mostFigures)] {
		m.Holds = append(m.Holds, standing.Hold{Order: cmp.Or(h.Entry.OrderExternalID, h.Entry.OrderID), Amount: h.Amount, Placed: h.Entry.PostedAt, Expected: h.Expected})
	}
	slices.Reverse(paid)
	m.Payouts = paid[:min(len(paid), mostFigures)]
	addMisfits(m, s)
	return m
}

// addMisfits adds what does not fit: of the ledger by itself, with the orders, and with what
// was exported before.
func addMisfits(m *standing.Money, s *statement.Statement) {
	for _, check := range s.Checks {
		if !check.OK {
			m.Misfits = append(m.Misfits, check.Detail)
		}
	}
	moved := s.Moved()
	for _, d := range append(moved, s.Differences...) {
		m.Misfits = append(m.Misfits, d.Message)
	}
	m.AllMisfits = len(m.Misfits)
	m.Misfits = m.Misfits[:min(len(m.Misfits), mostFigures)]
	for _, d := range moved {
		if d.Export != nil {
			m.Moved[d.Export.To.Add(-1).In(s.Period.From.Location()).Format(wording.MonthLayout)]++
		}
	}
}
