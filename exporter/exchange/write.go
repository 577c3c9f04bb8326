package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Writer is how a file of payouts is written.
type Writer struct {
	Template     *Template
	Ours, Theirs Party
	Period       statement.Period
	Language     wording.Language
	Program      string // name and version

	payments             []payment
	received, writtenOff money.Amount
	lost                 table.Lost
	rows                 int64 // lines so far
}

// Write reads the ledger of the period and publishes its payouts. The file is whole or absent.
// Payouts finer than hundredths are refused with a *refusal.Refusal.
// Characters that Windows-1251 lacks are question marks, and named in the report.
func (w *Writer) Write(ctx context.Context, source statement.Source, options statement.Options, out string) (*statement.Statement, statement.Report, error) {
	w.received, w.writtenOff = money.Must("0.00"), money.Must("0.00")
	s, err := statement.Read(ctx, source, options, statement.Sink{Payout: w.take})
	if err != nil {
		return nil, statement.Report{}, err
	}
	defer s.Forget()
	text, err := w.text(options.Now)
	if err != nil {
		return nil, statement.Report{}, err
	}
	report, err := w.publish(s, text, out)
	if err != nil {
		return nil, statement.Report{}, err
	}
	payouts := int64(len(w.payments))
	report.Payouts = &payouts
	return s, report, s.Remember(options.Accept)
}

// take keeps a payout as it is read.
func (w *Writer) take(p *statement.Payout, _ iter.Seq2[statement.Covered, error]) error {
	document, err := w.paid(p)
	if err != nil {
		return err
	}
	w.payments = append(w.payments, document)
	into, amount := &w.received, p.Amount
	if amount.Sign() < 0 {
		into, amount = &w.writtenOff, amount.Negated()
	}
	*into, err = into.Add(amount)
	return err
}

// text is the whole file, in its encoding.
func (w *Writer) text(now time.Time) (string, error) {
	closing, err := w.received.Sub(w.writtenOff)
	if err != nil {
		return "", fmt.Errorf("sum up the payouts: %w", err)
	}
	at := now.In(w.Period.From.Location())
	sums := summary{Program: w.Program, CreatedDate: at.Format(wording.DottedDay), CreatedTime: at.Format(time.TimeOnly),
		From: w.Period.First().Format(wording.DottedDay), To: w.Period.Last().Format(wording.DottedDay), Account: w.Ours.IBAN,
		Opening: "0.00", Received: twoDecimals(w.received), WrittenOff: twoDecimals(w.writtenOff), Closing: twoDecimals(closing)}
	var b strings.Builder
	w.mark(&b, w.Template.begin)
	addLines(w, &b, w.Template.head, sums)
	addSection(w, &b, w.Template.account, sums)
	for _, one := range w.payments {
		addSection(w, &b, w.Template.document, one)
	}
	w.mark(&b, w.Template.end)
	return b.String(), nil
}

// mark writes a line without a value, where there is one.
func (w *Writer) mark(b *strings.Builder, text string) {
	if text != "" {
		w.line(b, text, "")
	}
}

func addSection[R any](w *Writer, b *strings.Builder, s section, record R) {
	w.mark(b, s.begin)
	addLines(w, b, s.lines, record)
	w.mark(b, s.end)
}

// addLines writes the lines of a record; one without a value is left out.
func addLines[R any](w *Writer, b *strings.Builder, lines []line, record R) {
	values := map[string]string{}
	of := reflect.ValueOf(record)
	for i := range of.NumField() {
		values[of.Type().Field(i).Tag.Get("value")] = of.Field(i).String()
	}
	for _, one := range lines {
		text := one.constant
		if one.value != "" {
			text = values[one.value]
		}
		if text = strings.TrimSpace(oneline.Unbroken(text)); text != "" {
			w.line(b, one.key+"="+text, one.key)
		}
	}
}

// line writes one line, and notes under which key the encoding lacks characters.
func (w *Writer) line(b *strings.Builder, text, key string) {
	w.rows++
	fitted, lacking := table.Fit(csvtemplate.Windows1251, text)
	if len(lacking) > 0 {
		w.lost.Characters += int64(len(lacking))
		if w.lost.Cells++; len(w.lost.First) < shownLost {
			w.lost.First = append(w.lost.First, table.LostCell{Row: w.rows, Column: key, Characters: fmt.Sprintf("%U", lacking)})
		}
	}
	b.WriteString(fitted + "\r\n")
}

// shownLost is how many lines a report names.
const shownLost = 100

// publish writes the text into its place.
func (w *Writer) publish(s *statement.Statement, text, out string) (statement.Report, error) {
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return statement.Report{}, fmt.Errorf("make the folder of %s: %w", out, err)
	}
	sum := sha256.New()
	err := durable.WriteFile(out, func(to io.Writer) error {
		encoded := csvtemplate.Windows1251.Writer(io.MultiWriter(to, sum))
		_, err := io.WriteString(encoded, text)
		return errors.Join(err, encoded.Close())
	})
	if err != nil {
		return statement.Report{}, err
	}
	bytes := utf8.RuneCountInString(text) // a character is a byte of this encoding
	report := s.Report(out, int64(bytes), hex.EncodeToString(sum.Sum(nil)))
	report.Lost = w.lost
	return report, nil
}

// paid is a payout as a document. An amount with parts of a hundredth is refused, with a
// *refusal.Refusal: the format has two decimals.
func (w *Writer) paid(p *statement.Payout) (payment, error) {
	e := p.Entry
	if p.Amount.Scale() > 2 {
		return payment{}, refusal.New(failure.Other, wording.NewMessage("exchange.decimals", e.ID, p.Amount.String()), wording.NewMessage("exchange.decimals_way"))
	}
	day := e.PostedAt.In(w.Period.From.Location()).Format(wording.DottedDay)
	from, to := w.Theirs, w.Ours
	out := payment{Number: number(&e), Date: day, Amount: twoDecimals(p.Amount), ReceivedDate: day, Purpose: w.purpose(&e)}
	if date, err := time.Parse(time.DateOnly, e.DocumentDate); err == nil {
		out.Date = date.Format(wording.DottedDay)
	}
	if p.Amount.Sign() < 0 {
		from, to = to, from
		out.Amount, out.ReceivedDate, out.WrittenOffDate = twoDecimals(p.Amount.Negated()), "", day
	}
	out.Payer, out.PayerCode, out.PayerAccount, out.PayerBank, out.PayerBankCode = from.Name, from.Code, from.IBAN, from.Bank, from.bankCode()
	out.Payee, out.PayeeCode, out.PayeeAccount, out.PayeeBank, out.PayeeBankCode = to.Name, to.Code, to.IBAN, to.Bank, to.bankCode()
	return out, nil
}

// purpose is what the payout is for: the supplier's words, or the operation.
func (w *Writer) purpose(e *supplier.LedgerEntry) string {
	if e.Description != "" {
		return e.Description
	}
	return w.Language.Operation(e.Operation)
}
