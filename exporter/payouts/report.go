package payouts

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Report is a list of payouts for machines. The days of From and To are both included.
type Report struct {
	Out       string       `json:"out"`
	From      string       `json:"from"`
	To        string       `json:"to"`
	Zone      string       `json:"zone"`
	Currency  string       `json:"currency"`
	Payouts   int          `json:"payouts"`
	Total     money.Amount `json:"total"` // of all rows: what was given back is taken off
	Rows      []ReportRow  `json:"rows"`
	Bank      *ReportBank  `json:"bank"`      // null where none was asked for
	Unchecked []string     `json:"unchecked"` // payouts that the bank's file does not reach

	Differences []ReportDifference `json:"differences"`
	Bytes       int64              `json:"bytes"`
	SHA256      string             `json:"sha256"`
	Lost        *table.Lost        `json:"lost,omitempty"` // characters that the encoding of a CSV lacks

	blind []Difference // Unchecked, in every language
}

// UncheckedIn are the payouts that the bank's file does not reach, in a language.
func (r *Report) UncheckedIn(l wording.Language) (lines []string) {
	for _, d := range r.blind {
		lines = append(lines, d.EntryID+": "+d.Message.In(l))
	}
	return lines
}

// ReportRow is a payout of the report.
type ReportRow struct {
	EntryID   string       `json:"entry_id"`
	PayoutID  string       `json:"payout_id"`
	PaidAt    string       `json:"paid_at"` // RFC 3339
	Operation string       `json:"operation"`
	Document  string       `json:"document_number"`
	Amount    money.Amount `json:"amount"`
	Currency  string       `json:"currency"`
	Covered   int64        `json:"covered"`
	Sum       money.Amount `json:"covered_amount"`
	State     State        `json:"state,omitempty"`
	Lines     []ReportLine `json:"bank,omitempty"`
	Message   string       `json:"message,omitempty"`
}

// ReportLine is a line of the bank's file.
type ReportLine struct {
	Row      int          `json:"row"`
	Date     string       `json:"date"`
	Amount   money.Amount `json:"amount"`
	Payer    string       `json:"payer"`
	Code     string       `json:"payer_code"`
	Document string       `json:"document_number"`
}

// ReportBank is what the bank's file is.
type ReportBank struct {
	File     string `json:"file"`
	Template string `json:"template"`
	From     string `json:"from"`
	To       string `json:"to"`
	Incoming int    `json:"incoming"`
	Outgoing int    `json:"outgoing"`
	Undone   int    `json:"not_carried_out"`
	Others   int    `json:"from_others"` // of the period, which are no differences
}

// ReportDifference is something that is on one side alone.
type ReportDifference struct {
	Code    string       `json:"code"` // payout_missing, bank_only or bank_ambiguous
	EntryID string       `json:"entry_id"`
	Row     int          `json:"bank_row"`
	Amount  money.Amount `json:"amount"`
	Date    string       `json:"date"`
	Message string       `json:"message"` // one line of English

	said wording.Message
}

// In is the message in a language.
func (d ReportDifference) In(l wording.Language) string { return d.said.In(l) }

// OK reports whether nothing stands on one side alone.
func (r *Report) OK() bool { return len(r.Differences) == 0 }

// Book is a list of payouts of a period, with what the bank says of it where it was asked.
type Book struct {
	Period   statement.Period
	Payouts  []Payout    // of the period
	Compared *Comparison // nil: not asked for

	currency string
}

// NewBook is the book of a list, of which the payouts of the period count. Compared may be nil.
func NewBook(list []Payout, period statement.Period, compared *Comparison) *Book {
	b := &Book{Period: period, Compared: compared}
	for i := range list {
		if p := list[i]; period.Contains(p.Entry.PostedAt) {
			b.Payouts = append(b.Payouts, p)
			b.currency = p.Entry.Currency
		}
	}
	return b
}

// match is what the bank says of a payout, the zero Match where it was not asked.
func (b *Book) match(p *Payout) Match {
	if b.Compared == nil {
		return Match{}
	}
	return b.Compared.Matches[p.Entry.ID]
}

// total is what was paid in the period.
func (b *Book) total() (sum money.Amount, err error) {
	sum = money.Must("0.00")
	for i := range b.Payouts {
		if sum, err = sum.Add(b.Payouts[i].Amount); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// report is the book for machines, of the file that it was written to.
func (b *Book) report(out string) (Report, error) {
	total, err := b.total()
	zone := b.Period.From.Location()
	r := Report{Out: out, From: b.Period.First().Format(time.DateOnly), To: b.Period.Last().Format(time.DateOnly), Zone: zone.String(),
		Currency: b.currency, Payouts: len(b.Payouts), Total: total, Rows: []ReportRow{}, Unchecked: []string{}, Differences: []ReportDifference{}}
	for i := range b.Payouts {
		r.Rows = append(r.Rows, b.row(&b.Payouts[i], zone))
	}
	if b.Compared != nil {
		b.Compared.addTo(&r)
	}
	return r, err
}

func (b *Book) row(p *Payout, zone *time.Location) ReportRow {
	e, m := &p.Entry, b.match(p)
	row := ReportRow{EntryID: e.ID, PayoutID: e.PayoutID, PaidAt: e.PostedAt.In(zone).Format(time.RFC3339), Operation: e.Operation, Document: e.DocumentNumber,
		Amount: p.Amount, Currency: e.Currency, Covered: p.Covered, Sum: p.Sum, State: m.State, Message: m.Message.String()}
	for _, l := range m.Lines {
		row.Lines = append(row.Lines, ReportLine{l.Row, l.Day.Format(time.DateOnly), l.Amount, l.Payer.Name, l.Payer.Code, l.Document})
	}
	return row
}

func (c *Comparison) addTo(r *Report) {
	s := c.Bank
	r.Bank = &ReportBank{File: s.File, Template: s.Template, From: dayText(s.First), To: dayText(s.Last), Incoming: len(s.Lines), Outgoing: s.Outgoing, Undone: s.Undone, Others: c.Others}
	r.blind = c.Unchecked
	for _, d := range r.blind {
		r.Unchecked = append(r.Unchecked, d.EntryID+": "+d.Message.String())
	}
	for _, d := range c.Differences {
		r.Differences = append(r.Differences, ReportDifference{d.Code, d.EntryID, d.Row, d.Amount, dayText(d.Day), d.Message.String(), d.Message})
	}
}

func dayText(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}
