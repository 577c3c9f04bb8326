package sheets

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/table"
)

// WriteWorkbook reads the ledger of the period and publishes it as a workbook. As a section of a
// larger one it is published with that: the caller then has the statement remembered, or forgotten.
func WriteWorkbook(ctx context.Context, source statement.Source, options statement.Options, manner Manner, out string) (*statement.Statement, statement.Report, error) {
	w, err := NewWorkbook(out, options.Period, options.Now, manner)
	if err != nil {
		return nil, statement.Report{}, err
	}
	defer w.Abort()
	s, err := statement.Read(ctx, source, options, w.Sink())
	if err != nil {
		return nil, statement.Report{}, err
	}
	result, err := w.Close(s)
	if err != nil {
		s.Forget()
		return nil, statement.Report{}, err
	}
	report := s.Report(out, result.Bytes, result.SHA256)
	report.Cut = w.cut()
	if manner.Into != nil {
		return s, report, nil
	}
	defer s.Forget()
	return s, report, s.Remember(options.Accept)
}

// cut is how many texts were cut to what a cell holds.
func (w *Workbook) cut() (n int64) {
	for _, sheet := range []*book.Sheet{w.lines, w.holds, w.payouts, w.findings} {
		n += sheet.Cut()
	}
	return n
}

// WriteCSV reads the ledger of the period and publishes its entries as CSV in the form of
// a template, as they come.
func WriteCSV(ctx context.Context, source statement.Source, options statement.Options, manner Manner, form *table.Template, out string) (*statement.Statement, statement.Report, error) {
	var s *statement.Statement
	read := func(take func(*statement.Line) error) (err error) {
		s, err = statement.Read(ctx, source, options, statement.Sink{Entry: take})
		return err
	}
	record := func(l *statement.Line) table.Ledger { return manner.record(l, options.Period.From.Location()) }
	result, err := table.Write(out, form, table.Records(read, record))
	if s != nil {
		defer s.Forget()
	}
	if err != nil {
		return nil, statement.Report{}, err
	}
	report := s.Report(out, result.Bytes, result.SHA256)
	report.Lost = result.Lost
	return s, report, s.Remember(options.Accept)
}

// record is a line as CSV has it.
func (m Manner) record(l *statement.Line, zone *time.Location) table.Ledger {
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
		PayoutID: e.PayoutID, Description: e.Description, EntryID: e.ID, ReversesEntryID: e.ReversesEntryID, PostedAt: table.StampOf(at),
	}
}
