package closing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/payouts"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/sheets"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// writeLedger reads the ledger once, for three books: the ledger itself, the payouts, and
// the income. The report gets the ledger's figures.
func (j *Job) writeLedger(r *Report) Step {
	return func(ctx context.Context, folder string) ([]Document, Memories, error) {
		ledger, err := sheets.NewWorkbook(filepath.Join(folder, fileLedger), j.Period, j.Now, sheets.Manner{Language: j.Language, Origin: j.Origin})
		if err != nil {
			return nil, Memories{}, err
		}
		defer ledger.Abort()
		list, days := payouts.NewList(j.Period.From.Location()), income.New(j.Period, j.Basis)
		s, err := statement.Read(ctx, j.Source, statement.Options{Period: j.Period, Account: j.Account, Now: j.Now, Memory: j.Memory,
			Orders: true, Accept: j.Accept, Progress: j.progress()}, both(ledger.Sink(), statement.Sink{Entry: days.Take, Payout: list.Take}))
		if err != nil {
			return nil, Memories{}, fmt.Errorf("read the ledger: %w", err)
		}
		memories := Memories{Keep: func() error { return s.Remember(j.Accept) }, Forget: s.Forget}
		result, err := ledger.Close(s)
		if err != nil {
			return nil, memories, err
		}
		paid, err := j.writePayouts(folder, s, list.Payouts)
		if err != nil {
			return nil, memories, err
		}
		earned, err := j.writeIncome(folder, s, days)
		if err == nil {
			err = r.take(s, days)
		}
		return []Document{j.ledgerDocument(s, result.Bytes, result.SHA256), paid, earned}, memories, err
	}
}

func (j *Job) progress() func(done, total int64) {
	if j.Progress == nil {
		return func(int64, int64) {}
	}
	return j.Progress
}

// both gives lines and payouts to two sinks, of which the second takes payouts for what
// they are alone.
func both(first, second statement.Sink) statement.Sink {
	out := first
	out.Entry = func(l *statement.Line) error { return errors.Join(first.Entry(l), second.Entry(l)) }
	payout := first.Payout
	out.Payout = func(p *statement.Payout, covered covering) error {
		return errors.Join(payout(p, covered), second.Payout(p, nil))
	}
	return out
}

func (j *Job) ledgerDocument(s *statement.Statement, bytes int64, sum string) Document {
	d := newDocument(fileLedger, bytes, sum, len(s.Checks))
	l := j.Language
	for _, c := range s.Checks {
		if !c.OK {
			d.add(l, "statement.check", c.Name, c.Detail)
		}
	}
	for _, difference := range append(s.Moved(), s.Differences...) {
		if s.OK() {
			d.Notes = append(d.Notes, finding(l, "statement.difference", difference.Code, difference.Message))
		} else {
			d.add(l, "statement.difference", difference.Code, difference.Message)
		}
	}
	for _, u := range s.Unchecked {
		d.Unchecked = append(d.Unchecked, finding(l, "statement.check", u.Name, u.Why))
	}
	return d
}

func (j *Job) writePayouts(folder string, s *statement.Statement, list []payouts.Payout) (Document, error) {
	origin := j.Origin
	origin.Read = s.Read
	r, err := payouts.NewBook(list, j.Period, nil).Write(filepath.Join(folder, filePayouts), payouts.Manner{Language: j.Language, Origin: origin, Now: j.Now})
	if err != nil {
		return Document{}, fmt.Errorf("write the payouts: %w", err)
	}
	d := newDocument(filePayouts, r.Bytes, r.SHA256, 0)
	d.Unchecked = append(d.Unchecked, finding(j.Language, "closing.check", "bank", wording.NewMessage("payouts.not_asked")))
	return d, nil
}

func (j *Job) writeIncome(folder string, s *statement.Statement, days *income.Book) (Document, error) {
	origin := j.Origin
	origin.Read = s.Read
	result, err := days.Write(filepath.Join(folder, fileIncome), s, income.Manner{Language: j.Language, Origin: origin, Now: j.Now})
	if err != nil {
		return Document{}, fmt.Errorf("write the income: %w", err)
	}
	return newDocument(fileIncome, result.Bytes, result.SHA256, 1), nil
}

func (j *Job) writeOrders(ctx context.Context, folder string) ([]Document, Memories, error) {
	return j.writeSales(ctx, folder, fileOrders, sales.Orders)
}

func (j *Job) writeShipments(ctx context.Context, folder string) ([]Document, Memories, error) {
	return j.writeSales(ctx, folder, fileShipments, sales.Shipments)
}

// writeSales writes the orders or the shipments.
func (j *Job) writeSales(ctx context.Context, folder, name string, write func(context.Context, sales.Source, sales.Options) (*sales.Report, error)) ([]Document, Memories, error) {
	r, err := write(ctx, j.Source, sales.Options{From: j.Period.From, To: j.Period.To, Now: j.Now, Lang: j.Language, Out: filepath.Join(folder, name),
		Source: j.Origin.Source, Program: j.Origin.Program})
	if err != nil {
		return nil, Memories{}, fmt.Errorf("write %s: %w", name, err)
	}
	d := newDocument(name, r.Bytes, r.SHA256, len(r.Checks))
	for i := range r.Differences {
		d.add(j.Language, "sales.check", r.Differences[i].Code, r.Differences[i].Said())
	}
	return []Document{d}, Memories{}, nil
}
