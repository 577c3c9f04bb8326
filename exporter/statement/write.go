package statement

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/table"
)

// WriteWorkbook reads the ledger of the period and publishes it as a workbook.
func WriteWorkbook(ctx context.Context, source Source, options Options, manner Manner, out string) (*Statement, Report, error) {
	w, err := NewWorkbook(out, options.Period, options.Now, manner)
	if err != nil {
		return nil, Report{}, err
	}
	defer w.Abort()
	s, err := Read(ctx, source, options, w.Sink())
	if err != nil {
		return nil, Report{}, err
	}
	defer s.Forget()
	result, err := w.Close(s)
	if err != nil {
		return nil, Report{}, err
	}
	report := s.Report(out, result.Bytes, result.SHA256)
	report.Cut = w.cut()
	return s, report, s.remember(options.Accept)
}

// cut is how many texts were cut to what a cell holds.
func (w *Workbook) cut() (n int64) {
	for _, sheet := range []*book.Sheet{w.lines, w.holds, w.payouts, w.findings} {
		n += sheet.Cut()
	}
	return n
}

// remember keeps what was exported, for the next export to be compared with. One that
// lacks entries would call them late then; and what changed since the last one is said
// at each export, until somebody accepts it.
func (s *Statement) remember(accept bool) error {
	if s.Partial() || s.history != nil && s.history.differs() && !accept {
		return nil
	}
	return s.Remember()
}

// WriteCSV reads the ledger of the period and publishes its entries as CSV in the form of
// a template, as they come.
func WriteCSV(ctx context.Context, source Source, options Options, manner Manner, form *table.Template, out string) (*Statement, Report, error) {
	var s *Statement
	read := func(take func(*Line) error) (err error) {
		s, err = Read(ctx, source, options, Sink{Entry: take})
		return err
	}
	record := func(l *Line) table.Ledger { return manner.record(l, options.Period.From.Location()) }
	result, err := table.Write(out, form, table.Records(read, record))
	if s != nil {
		defer s.Forget()
	}
	if err != nil {
		return nil, Report{}, err
	}
	report := s.Report(out, result.Bytes, result.SHA256)
	report.Lost = result.Lost
	return s, report, s.remember(options.Accept)
}

// record is a line as CSV has it.
func (m Manner) record(l *Line, zone *time.Location) table.Ledger {
	e := &l.Entry
	debit, credit := m.sides(l.Debit, l.Credit)
	at := e.PostedAt.In(zone)
	return table.Ledger{
		Number: l.Number, Date: table.DayOf(at), Time: table.ClockOf(at),
		DocumentNumber: e.DocumentNumber, DocumentDate: table.Day(e.DocumentDate),
		Counterparty: e.CounterpartyName, CounterpartyCode: e.CounterpartyCode,
		Kind: e.Kind, KindText: m.Language.Kind(e.Kind), Operation: e.Operation, OperationText: m.Language.Operation(e.Operation),
		OrderID: e.OrderID, OrderExternalID: e.OrderExternalID, Waybill: l.Waybills,
		Debit: debit, Credit: credit, Hold: l.Hold, Amount: e.Amount, Currency: e.Currency,
		PostedAfter: e.BalanceAfter.Posted, HeldAfter: e.BalanceAfter.Held, AvailableAfter: e.BalanceAfter.Available,
		PayoutID: e.PayoutID, Description: e.Description, EntryID: e.ID, ReversesEntryID: e.ReversesEntryID,
	}
}
