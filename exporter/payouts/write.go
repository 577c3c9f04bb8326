package payouts

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/bankfile"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Manner is how a list is written.
type Manner struct {
	Language wording.Language
	Origin   control.Origin // its period is that of the book
	Now      time.Time
	Into     *book.Book // the section of a larger workbook that it is, nil: a file of its own
}

// Record is a payout as a record of a CSV file.
type Record struct {
	Number        int64        `csv:"number"`
	PaidDate      table.Day    `csv:"paid_date"`
	PaidAt        table.Moment `csv:"paid_at"`
	EntryID       string       `csv:"entry_id"`
	PayoutID      string       `csv:"payout_id"`
	Operation     string       `csv:"operation"`
	OperationText string       `csv:"operation_text"`
	Document      string       `csv:"document_number"`
	Amount        money.Amount `csv:"amount"`
	Currency      string       `csv:"currency"`
	Covered       int64        `csv:"covered"`
	CoveredAmount money.Amount `csv:"covered_amount"`
	State         string       `csv:"bank_state"`
	BankDate      table.Day    `csv:"bank_date"`
	BankRows      string       `csv:"bank_rows"`
	Payer         string       `csv:"payer"`
}

// Write publishes the book as a workbook, or as CSV where the name of the file ends in .csv.
func (b *Book) Write(out string, m Manner) (Report, error) {
	r, err := b.report(out)
	if err != nil {
		return r, err
	}
	if strings.EqualFold(filepath.Ext(out), ".csv") {
		return r, b.writeCSV(out, m, &r)
	}
	return r, b.writeWorkbook(out, m, &r)
}

func (b *Book) writeCSV(out string, m Manner, r *Report) error {
	form, err := table.Every[Record]()
	if err != nil {
		return err
	}
	result, err := table.Write(out, form, func(yield func(Record, error) bool) {
		for i := range b.Payouts {
			if !yield(b.record(i, m.Language), nil) {
				return
			}
		}
	})
	r.Bytes, r.SHA256, r.Lost = result.Bytes, result.SHA256, &result.Lost
	return err
}

func (b *Book) record(i int, l wording.Language) Record {
	p := &b.Payouts[i]
	e, m, at := &p.Entry, b.match(p), p.Entry.PostedAt.In(b.Period.From.Location())
	r := Record{Number: int64(i + 1), PaidDate: table.DayOf(at), PaidAt: table.MomentOf(at), EntryID: e.ID, PayoutID: e.PayoutID, Operation: e.Operation,
		OperationText: l.Operation(e.Operation), Document: e.DocumentNumber, Amount: p.Amount, Currency: e.Currency, Covered: p.Covered, CoveredAmount: p.Sum, State: string(m.State)}
	if len(m.Lines) > 0 {
		r.BankDate, r.BankRows, r.Payer = table.DayOf(m.Lines[0].Day), rowsOf(m.Lines), m.Lines[0].Payer.Name
	}
	return r
}

// rowsOf are the rows of the bank's file in which lines stand.
func rowsOf(lines []bankfile.Line) string {
	var rows []string
	for _, l := range lines {
		rows = append(rows, strconv.Itoa(l.Row))
	}
	return strings.Join(rows, "; ")
}

// sheets are those of a workbook that is being written.
type sheets struct {
	*Book
	manner  Manner
	list    *book.Sheet
	extra   *book.Sheet // nil without a bank's file
	control *control.Sheet
}

func (b *Book) writeWorkbook(out string, m Manner, r *Report) error {
	t := m.Language.Say
	file, err := book.Begin(m.Into, out, book.Properties{Title: t("payouts.title") + " " + r.From + " – " + r.To, Date: m.Now})
	if err != nil {
		return err
	}
	defer file.Abort()
	s := &sheets{Book: b, manner: m}
	if s.list, err = file.Sheet(s.listLayout()); err != nil {
		return err
	}
	if b.Compared != nil {
		if s.extra, err = file.Sheet(s.extraLayout()); err != nil {
			return err
		}
	}
	if s.control, err = control.Add(file, m.Language); err != nil {
		return err
	}
	for _, write := range []func(*Report) error{s.writeList, s.writeExtra, s.writeControl} {
		if err := write(r); err != nil {
			return err
		}
	}
	result, err := file.Close()
	r.Bytes, r.SHA256 = result.Bytes, result.SHA256
	return err
}

// amountColumn is that of the payouts' amounts, coveredColumn of what they cover.
const (
	amountColumn  = 6
	coveredColumn = 9
)

func (s *sheets) listLayout() book.Layout {
	t := s.manner.Language.Say
	columns := []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: t("column.paid_at"), Kind: book.KindMoment},
		{Heading: t("column.payout_id"), Width: 16},
		{Heading: t("column.payout_entry_id"), Width: 17},
		{Heading: t("column.way"), Width: 18},
		{Heading: t("column.document_number"), Width: 13},
		{Heading: t("column.payout_amount"), Kind: book.KindMoney, Width: 14},
		{Heading: t("column.currency"), Width: 8},
		{Heading: t("column.covered_entries"), Kind: book.KindWhole, Width: 10},
		{Heading: t("column.covered_amount"), Kind: book.KindMoney, Width: 14},
		{Heading: t("column.difference_amount"), Kind: book.KindMoney, Width: 13},
	}
	if s.Compared != nil {
		columns = append(columns,
			book.Column{Heading: t("column.bank_state"), Width: 16},
			book.Column{Heading: t("column.bank_date"), Kind: book.KindDay},
			book.Column{Heading: t("column.bank_rows"), Width: 8},
			book.Column{Heading: t("column.payer"), Width: 22},
			book.Column{Heading: t("column.explanation"), Width: 47})
	}
	return book.Layout{Name: t("sheet.payouts"), Filter: true, Columns: columns}
}

func (s *sheets) extraLayout() book.Layout {
	t := s.manner.Language.Say
	return book.Layout{Name: t("sheet.bank_only"), Filter: true, Columns: []book.Column{
		{Heading: t("column.bank_rows"), Kind: book.KindWhole, Width: 8},
		{Heading: t("column.bank_date"), Kind: book.KindDay},
		{Heading: t("column.amount"), Kind: book.KindMoney},
		{Heading: t("column.currency"), Width: 8},
		{Heading: t("column.payer"), Width: 30},
		{Heading: t("column.counterparty_code"), Width: 13},
		{Heading: t("column.document_number"), Width: 13},
		{Heading: t("column.description"), Width: 60},
	}}
}

// writeList writes the payouts and their total.
func (s *sheets) writeList(r *Report) error {
	for i := range s.Payouts {
		if err := s.list.Append(s.payout(i)...); err != nil {
			return err
		}
	}
	covered := money.Must("0.00")
	for i := range s.Payouts {
		var err error
		if covered, err = covered.Add(s.Payouts[i].Sum); err != nil {
			return err
		}
	}
	rest, err := r.Total.Sub(covered)
	if err != nil {
		return err
	}
	sum := func(column int, now money.Amount) book.Cell {
		if len(s.Payouts) == 0 { // the column would begin with the sum itself
			return book.Amount(now).As(book.Total)
		}
		return book.Formula(book.SumOf(s.list, column), book.Amount(now)).As(book.Total)
	}
	none := book.Cell{}.As(book.Total)
	return s.list.AppendTotal(none, none, none, none, book.Text(s.manner.Language.Say("total.sum")).As(book.Total), none, sum(amountColumn, r.Total),
		book.Text(r.Currency).As(book.Total), none, sum(coveredColumn, covered), sum(coveredColumn+1, rest))
}

func (s *sheets) payout(i int) []book.Cell {
	p := &s.Payouts[i]
	e, l := &p.Entry, s.manner.Language
	cells := []book.Cell{book.Whole(int64(i + 1)), book.Moment(e.PostedAt.In(s.Period.From.Location())), book.Text(e.PayoutID), book.Text(e.ID), book.Text(l.Operation(e.Operation)),
		book.Text(e.DocumentNumber), book.Amount(p.Amount), book.Text(e.Currency), book.Whole(p.Covered), book.Amount(p.Sum), book.Amount(p.Rest)}
	if s.Compared == nil {
		return cells
	}
	m := s.match(p)
	state := book.Text(l.Word("payouts.state", string(m.State))).As(lookOf(m.State))
	cells = append(cells, state)
	if len(m.Lines) > 0 {
		cells = append(cells, book.Day(m.Lines[0].Day), book.Text(rowsOf(m.Lines)), book.Text(m.Lines[0].Payer.Name))
	} else {
		cells = append(cells, book.Cell{}, book.Cell{}, book.Cell{})
	}
	return append(cells, book.Text(m.Message.In(l)))
}

// lookOf is how a state stands out.
func lookOf(s State) book.Look {
	switch s {
	case Found, Joined, Split:
		return book.Good
	case Missing:
		return book.Bad
	}
	return book.Muted
}

// writeExtra lists what the bank has alone.
func (s *sheets) writeExtra(*Report) error {
	if s.extra == nil {
		return nil
	}
	for _, l := range s.Compared.Extra {
		if err := s.extra.Append(book.Whole(int64(l.Row)), book.Day(l.Day), book.Amount(l.Amount), book.Text(l.Currency), book.Text(l.Payer.Name),
			book.Text(l.Payer.Code), book.Text(l.Document), book.Text(l.Purpose)); err != nil {
			return err
		}
	}
	if len(s.Compared.Extra) == 0 {
		none := book.Cell{}
		return s.extra.Append(none, none, none, none, book.Text(s.manner.Language.Say("payouts.no_extra")).As(book.Good))
	}
	return nil
}

// writeControl says what the list was made of, and what does not fit.
func (s *sheets) writeControl(r *Report) error {
	t := s.manner.Language.Say
	facts := [][2]string{{t("column.currency"), r.Currency}, {t("payouts.count"), strconv.Itoa(r.Payouts)}}
	if bank := r.Bank; bank != nil {
		facts = append(facts, [2]string{t("payouts.bank_file"), filepath.Base(bank.File) + " (" + bank.Template + ")"},
			[2]string{t("payouts.bank_days"), t("payouts.bank_days.span", bank.From, bank.To)},
			[2]string{t("payouts.bank_lines"), t("payouts.bank_lines.counts", bank.Incoming, bank.Others, bank.Outgoing, bank.Undone)})
	}
	origin := s.manner.Origin
	origin.From, origin.To, origin.Currency = s.Period.From, s.Period.To, r.Currency
	if err := s.control.Facts(origin, facts...); err != nil {
		return err
	}
	if s.Compared == nil {
		return s.control.Unchecked(t("payouts.check"), t("payouts.not_asked"))
	}
	none := money.Amount{}
	for _, d := range s.Compared.Differences {
		if err := s.control.Check(s.manner.Language.Word("payouts.difference", d.Code), false, none, d.Amount, d.Message.In(s.manner.Language)); err != nil {
			return err
		}
	}
	for _, d := range s.Compared.Unchecked {
		if err := s.control.Unchecked(t("payouts.check"), d.Message.In(s.manner.Language)); err != nil {
			return err
		}
	}
	if len(s.Compared.Differences) == 0 {
		return s.control.Check(t("payouts.check"), true, none, none, t("payouts.fits"))
	}
	return nil
}
