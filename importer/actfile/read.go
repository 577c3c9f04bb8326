package actfile

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Names are how the parties may be named over the columns of an act.
type Names struct{ Ours, Theirs string }

// Read reads the act in a file, CSV or XLSX, as an account seen from our side. What cannot be
// read is a *refusal.Refusal that names rows and columns.
func Read(ctx context.Context, path string, t *Template, names Names) (settlement.Account, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return settlement.Account{}, fmt.Errorf("read their act: %w", err)
	}
	name := filepath.Base(path)
	limits := cells.Limits{}.OrDefaults()
	ctx, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	file, faults, err := cells.Read(ctx, bytes.NewReader(data), int64(len(data)), name, cells.How{Limits: limits, Headings: t, Glimpse: func([]cells.Row) {}})
	if err != nil {
		return settlement.Account{}, fmt.Errorf("read their act %s: %w", name, err)
	}
	if file.Table == nil {
		return settlement.Account{}, refuseFile(name, faults)
	}
	r := &reader{template: t, values: value.New(0), name: name}
	account, err := r.read(file.Table, names)
	if err != nil || t.ours {
		return account, err
	}
	return account.Mirrored(), nil
}

// refuseFile says why nothing of a file was read.
func refuseFile(name string, faults []*problem.Fault) error {
	var list wording.List
	for _, fault := range faults {
		if fault.Code == problem.HeadingsUnknown {
			return refusal.New(failure.Other, wording.NewMessage("act.file.headings", name), wording.NewMessage("act.file.headings_way"))
		}
		list = append(list, fault.Message)
	}
	return refusal.New(failure.Other, wording.NewMessage("act.file", name, list), wording.Message{})
}

// read reads all rows below the headings.
func (r *reader) read(table *cells.Table, names Names) (settlement.Account, error) {
	at := r.template.headingRow(table.Head)
	if at < 0 {
		return r.account, refuseFile(r.name, []*problem.Fault{cells.HeadingsUnknown()})
	}
	sides := r.template.sides(table.Head, at)
	if len(sides) == 0 {
		return r.account, refuseFile(r.name, []*problem.Fault{cells.HeadingsUnknown()})
	}
	r.side, r.headings = theirs(sides, names.Ours, names.Theirs), map[int]string{}
	for _, c := range table.Head[at].Cells {
		r.headings[c.Column] = c.Text
	}
	heading := table.Head[at].Number
	if fault := table.Each(func(row *cells.Row) bool {
		if row.Number > heading {
			r.row(row)
		}
		return true
	}); fault != nil {
		return r.account, refuseFile(r.name, []*problem.Fault{fault})
	}
	return r.account, r.outcome()
}

// outcome refuses what could not be read, and a file without anything of theirs.
func (r *reader) outcome() error {
	switch {
	case len(r.faults) > 0:
		if r.unread > 0 {
			r.faults = append(r.faults, wording.NewMessage("act.file.more", r.unread))
		}
		return refusal.New(failure.Other, wording.NewMessage("act.file", r.name, r.faults), wording.NewMessage("act.file.way"))
	case len(r.account.Entries) == 0 && !r.account.Opening.IsSet() && !r.account.Closing.IsSet():
		return refusal.New(failure.Other, wording.NewMessage("act.file.blank", r.name, r.headings[max(r.side.debit, r.side.amount)]), wording.NewMessage("act.file.blank_way"))
	}
	return nil
}

// row reads a row: a balance, the turnover, a document, or words alone.
func (r *reader) row(row *cells.Row) {
	debit, credit, readable := r.amounts(row)
	if !readable || columnNumbers(row) {
		return
	}
	switch kind := r.kindOf(row); {
	case kind == rowTurnover:
		r.account.Debit, r.account.Credit = debit, credit
	case kind != "":
		r.balance(kind, debit, credit)
	default:
		r.document(row, debit, credit)
	}
}

// kindOf is what a row is that is no document. A text of the side says so where the row has no
// day; what stands before the side's columns says so in any case.
func (r *reader) kindOf(row *cells.Row) rowKind {
	dated := !at(row, r.side.date).Blank() && r.template.kindOf(at(row, r.side.date).Text) == ""
	for _, c := range row.Cells {
		if c.Kind != cells.Text || c.Column > r.side.last || dated && c.Column >= r.side.first {
			continue
		}
		if kind := r.template.kindOf(c.Text); kind != "" {
			return kind
		}
	}
	return ""
}

// balance takes a balance row: what comes before the first document is the opening.
func (r *reader) balance(kind rowKind, debit, credit money.Amount) {
	if kind == rowBalance {
		kind = rowClosing
		if !r.begun && !r.account.Opening.IsSet() {
			kind = rowOpening
		}
	}
	if !debit.IsSet() && !credit.IsSet() {
		return // not stated
	}
	amount, err := debit.OrZero().Sub(credit.OrZero())
	switch {
	case err != nil: // no such figure is read: an amount has at most 19 digits
	case kind == rowOpening:
		r.account.Opening = amount
	default:
		r.account.Closing, r.ended = amount, true
	}
}

// document takes a row that was booked.
func (r *reader) document(row *cells.Row, debit, credit money.Amount) {
	date := at(row, r.side.date)
	if !debit.IsSet() && !credit.IsSet() {
		_, isDay := r.values.DayOf(date)
		if isDay && !r.ended && r.says(row) {
			r.fault(row, -1, wording.NewMessage("act.file.no_amount"))
		}
		return // words, such as those above the signatures
	}
	if debit.Sign() == 0 && credit.Sign() == 0 {
		return // nothing was booked
	}
	day, isDay := r.values.DayOf(date)
	switch {
	case date.Blank():
		r.fault(row, -1, wording.NewMessage("act.file.no_day"))
		return
	case !isDay || date.Kind == cells.Number:
		r.fault(row, r.side.date, wording.NewMessage("act.file.day", date.Text))
		return
	}
	r.begun = true
	e := settlement.Entry{Day: day, Row: row.Number, Debit: debit, Credit: credit, Document: at(row, r.side.document).Text}
	if number := at(row, r.side.number); !number.Blank() {
		e.Numbers = append(e.Numbers, number.Code())
		if e.Document == "" {
			e.Document = "№ " + number.Code()
		}
	}
	e.Numbers = append(e.Numbers, numbersIn(e.Document)...)
	r.account.Entries = append(r.account.Entries, e)
}

// says reports whether a row has more on their side than a day.
func (r *reader) says(row *cells.Row) bool {
	return !at(row, r.side.document).Blank() || !at(row, r.side.number).Blank()
}

// columnNumbers knows the row below the headings that numbers them: 1 2 3 4.
func columnNumbers(row *cells.Row) bool {
	for i, c := range row.Cells {
		if c.Text != fmt.Sprint(i+1) {
			return false
		}
	}
	return len(row.Cells) > 2
}

// numbersIn are the numbers that a document's name has: what follows a number sign, words with
// three digits or more, and a word that is the whole name; none of them is a day.
func numbersIn(document string) (numbers []string) {
	words := strings.Fields(strings.NewReplacer("№", " № ", "#", " № ", ",", " ", ";", " ", "(", " ", ")", " ").Replace(document))
	for i, word := range words {
		digits := 0
		for _, r := range word {
			if '0' <= r && r <= '9' {
				digits++
			}
		}
		if _, isDay := (&value.Reader{}).DayOf(cells.Cell{Text: word}); isDay || digits == 0 {
			continue
		}
		if digits > 2 || len(words) == 1 || i > 0 && words[i-1] == "№" {
			numbers = append(numbers, word)
		}
	}
	return numbers
}
