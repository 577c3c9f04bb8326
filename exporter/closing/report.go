package closing

import (
	"fmt"
	"iter"
	"time"

	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// covering are the entries that a payout covers.
type covering = iter.Seq2[statement.Covered, error]

// Report is what a month was closed with. The days of From and To are both included.
type Report struct {
	Out       string         `json:"out"` // the folder
	Month     string         `json:"month"`
	From      string         `json:"from"`
	To        string         `json:"to"`
	Zone      string         `json:"zone"`
	Currency  string         `json:"currency"`
	OK        bool           `json:"ok"`
	Opening   money.Amount   `json:"opening"` // of what is available, as Closing
	Turnover  ReportTurnover `json:"turnover"`
	Closing   money.Amount   `json:"closing"`
	Income    money.Amount   `json:"income"`
	Basis     income.Basis   `json:"income_basis"`
	Documents []Document     `json:"documents"`
	Page      string         `json:"page"` // the file that says what fits and what does not

	partial bool
}

// ReportTurnover is the effect of each kind on what is available.
type ReportTurnover struct {
	Accrual money.Amount `json:"accrual"`
	Hold    money.Amount `json:"hold"`
	Payout  money.Amount `json:"payout"`
}

// Document is a file of the month's folder.
type Document struct {
	File        string    `json:"file"` // its name there
	Bytes       int64     `json:"bytes"`
	SHA256      string    `json:"sha256"`
	OK          bool      `json:"ok"`
	Absent      bool      `json:"absent,omitempty"` // it could not be made, and Unchecked says why
	Checks      int       `json:"checks"`           // that were made
	Differences []Finding `json:"differences"`
	Notes       []Finding `json:"notes"` // worth a look, though every check holds
	Unchecked   []Finding `json:"unchecked"`
}

// Finding is something that does not fit, or could not be checked, in the words of the
// month's language.
type Finding struct {
	Code    string `json:"code"`
	Name    string `json:"name"` // of what was checked
	Message string `json:"message"`

	said wording.Message // Message in any language
}

// In is the message in a language, for whoever is told of it outside the month's books.
func (f *Finding) In(l wording.Language) string { return f.said.In(l) }

// newDocument is a document for which nothing was found yet.
func newDocument(file string, bytes int64, sum string, checks int) Document {
	return Document{File: file, Bytes: bytes, SHA256: sum, OK: true, Checks: checks, Differences: []Finding{}, Notes: []Finding{}, Unchecked: []Finding{}}
}

// finding is one whose code has words under a topic of the catalogue.
func finding(l wording.Language, topic, code string, m wording.Message) Finding {
	return Finding{Code: code, Name: l.Word(topic, code), Message: m.In(l), said: m}
}

// add adds a difference.
func (d *Document) add(l wording.Language, topic, code string, m wording.Message) {
	d.OK = false
	d.Differences = append(d.Differences, finding(l, topic, code, m))
}

// Differences counts what does not fit.
func (r *Report) Differences() (n int) {
	for i := range r.Documents {
		n += len(r.Documents[i].Differences)
	}
	return n
}

// Partial reports whether entries are missing from the ledger.
func (r *Report) Partial() bool { return r.partial }

// report is the report of a folder before anything was read.
func (j *Job) report(folder string) *Report {
	return &Report{Out: folder, Month: j.month(), From: j.Period.First().Format(time.DateOnly), To: j.Period.Last().Format(time.DateOnly),
		Zone: j.Period.From.Location().String(), Basis: j.Basis, Documents: []Document{}, Page: PageFile}
}

// take takes the ledger's figures over.
func (r *Report) take(s *statement.Statement, days *income.Book) (err error) {
	r.Currency, r.Opening, r.Closing = s.Currency, s.Opening.Available, s.Closing.Available
	r.Turnover = ReportTurnover{s.Turnover.Accrual, s.Turnover.Hold, s.Turnover.Payout}
	r.partial = s.Partial()
	if r.Income, err = days.Total(); err != nil {
		return fmt.Errorf("close the month: %w", err)
	}
	return nil
}
