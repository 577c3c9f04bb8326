package closing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/payouts"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/sheets"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// writeLedger reads the ledger once, for three books: the ledger itself, the payouts, and
// the income. The report gets the ledger's figures.
func (j *Job) writeLedger(r *Report) step {
	return func(ctx context.Context, folder string) ([]Document, memories, error) {
		ledger, err := sheets.NewWorkbook(filepath.Join(folder, fileLedger), j.Period, j.Now, sheets.Manner{Language: j.Language, Origin: j.Origin})
		if err != nil {
			return nil, memories{}, err
		}
		defer ledger.Abort()
		list, days, ours := payouts.NewList(j.Period.From.Location()), income.New(j.Period, j.Basis), &act.Books{}
		s, err := statement.Read(ctx, j.Source, statement.Options{Period: j.Period, Account: j.Account, Currency: j.Currency, Now: j.Now, Memory: j.Memory,
			Orders: true, Accept: j.Accept, Progress: j.progress()},
			tee(ledger.Sink(), statement.Sink{Entry: days.Take, Payout: list.Take}, ours.Sink(j.Period, j.Language)))
		if err != nil {
			return nil, memories{}, fmt.Errorf("read the ledger: %w", err)
		}
		kept := memories{keep: func() error { return s.Remember(j.Accept) }, forget: s.Forget}
		result, err := ledger.Close(s)
		if err != nil {
			return nil, kept, err
		}
		documents := []Document{j.ledgerDocument(s, result.Bytes, result.SHA256)}
		for _, write := range []func() (Document, error){
			func() (Document, error) { return j.writeAct(folder, s, ours) },
			func() (Document, error) { return j.writePayouts(folder, s, list.Payouts) },
			func() (Document, error) { return j.writeIncome(folder, s, days) },
		} {
			document, err := write()
			if err != nil {
				return nil, kept, err
			}
			documents = append(documents, document)
		}
		return documents, kept, r.take(s, days)
	}
}

func (j *Job) progress() func(done, total int64) {
	if j.Progress == nil {
		return func(int64, int64) {}
	}
	return j.Progress
}

// tee gives lines and payouts to several sinks. What a payout covers can be gone through
// once by each.
func tee(sinks ...statement.Sink) statement.Sink {
	return statement.Sink{
		Entry: func(l *statement.Line) error {
			var all error
			for _, sink := range sinks {
				if sink.Entry != nil {
					all = errors.Join(all, sink.Entry(l))
				}
			}
			return all
		},
		Payout: func(p *statement.Payout, covered covering) error {
			var all error
			for _, sink := range sinks {
				if sink.Payout != nil {
					all = errors.Join(all, sink.Payout(p, covered))
				}
			}
			return all
		},
	}
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

// writeAct writes the act of reconciliation. Where it cannot be made, since the config does
// not name the parties or the ledger came in part, the page says so with the way out.
func (j *Job) writeAct(folder string, s *statement.Statement, ours *act.Books) (Document, error) {
	err := j.NoAct
	if err == nil {
		err = ours.Finish(s)
	}
	if refused, ok := errors.AsType[*refusal.Refusal](err); ok {
		return j.absent(fileAct, "act", wording.List{refused.What, refused.Way}.Message()), nil
	}
	if err != nil {
		return Document{}, err
	}
	paper := act.Document{Parties: j.Parties, Period: j.Period, Currency: s.Currency, Language: j.Language, Made: j.Now, Account: ours.Account, Held: s.Closing.Held}
	result, err := paper.WriteWorkbook(filepath.Join(folder, fileAct))
	if err != nil {
		return Document{}, err
	}
	d := newDocument(fileAct, result.Bytes, result.SHA256, 0)
	d.Unchecked = append(d.Unchecked, finding(j.Language, "closing.check", "act", wording.NewMessage("closing.act_theirs", j.month())))
	return d, nil
}

// absent is a document that cannot be made, with the reason and the way out.
func (j *Job) absent(file, check string, why wording.Message) Document {
	d := Document{File: file, OK: true, Absent: true, Differences: []Finding{}, Notes: []Finding{}, Unchecked: []Finding{}}
	d.Unchecked = append(d.Unchecked, finding(j.Language, "closing.check", check, why))
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
	d.Unchecked = append(d.Unchecked, finding(j.Language, "closing.check", "bank", wording.NewMessage("closing.bank", j.month())))
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

func (j *Job) writeOrders(ctx context.Context, folder string) ([]Document, memories, error) {
	return j.writeSales(ctx, folder, fileOrders, sales.Orders)
}

func (j *Job) writeShipments(ctx context.Context, folder string) ([]Document, memories, error) {
	return j.writeSales(ctx, folder, fileShipments, sales.Shipments)
}

// writeSales writes the orders or the shipments.
func (j *Job) writeSales(ctx context.Context, folder, name string, write func(context.Context, sales.Source, sales.Options) (*sales.Report, error)) ([]Document, memories, error) {
	r, err := write(ctx, j.Source, sales.Options{From: j.Period.From, To: j.Period.To, Now: j.Now, Lang: j.Language, Out: filepath.Join(folder, name),
		Memory: j.Sales, Account: j.SalesOf, Accept: j.Accept, Later: true, Source: j.Origin.Source, Program: j.Origin.Program, Company: j.Origin.Company, Supplier: j.Origin.Supplier})
	if errors.Is(err, supplier.ErrUnmapped) {
		return []Document{j.absent(name, "list", wording.NewMessage("closing.unlisted"))}, memories{}, nil
	}
	if err != nil {
		return nil, memories{}, refusal.Around("closing.unwritten", err, name)
	}
	d := newDocument(name, r.Bytes, r.SHA256, len(r.Checks))
	for i := range r.Differences {
		d.add(j.Language, "sales.check", r.Differences[i].Code, r.Differences[i].Said())
	}
	for _, c := range r.NotChecked() {
		d.Unchecked = append(d.Unchecked, finding(j.Language, "sales.check", c.Name, c.Why))
	}
	return []Document{d}, memories{keep: func() error { return r.Remember(j.Accept) }, forget: r.Forget}, nil
}

// step writes documents into a folder, and says what they are and what it will remember.
type step func(ctx context.Context, folder string) ([]Document, memories, error)
