package act

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/spellout"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Report is an act for machines. The days of From and To are both included; a balance is
// positive where the supplier owes us.
type Report struct {
	Out          string                  `json:"out"` // "" where none was written
	From         string                  `json:"from"`
	To           string                  `json:"to"`
	Zone         string                  `json:"zone"`
	Currency     string                  `json:"currency"`
	Entries      int                     `json:"entries"`
	Opening      money.Amount            `json:"opening"`
	Turnover     Turnover                `json:"turnover"`
	Closing      money.Amount            `json:"closing"`
	ClosingWords string                  `json:"closing_words"`
	Held         money.Amount            `json:"held"` // reserved at the end; in no balance of the act
	Checks       []statement.ReportCheck `json:"checks"`
	Theirs       *TheirReport            `json:"theirs"` // null without a file of theirs
	Differences  []DifferenceReport      `json:"differences"`
	Notes        []string                `json:"notes"` // what is no difference and yet to be known
	SHA256       string                  `json:"sha256"`
	Bytes        int64                   `json:"bytes"`

	said  []wording.Message // of the differences
	hints wording.List      // the notes
}

// Turnover is what was booked on either side.
type Turnover struct {
	Debit  money.Amount `json:"debit"`
	Credit money.Amount `json:"credit"`
}

// TheirReport is what was read of the other party's act, from our side.
type TheirReport struct {
	File    string       `json:"file"`
	Entries int          `json:"entries"`
	Opening money.Amount `json:"opening"` // null where their act does not state it, as Closing
	Closing money.Amount `json:"closing"`
}

// DifferenceReport is a difference of the two accounts. Amounts are debit balances of ours, a
// credit negative; what a party does not have is null.
type DifferenceReport struct {
	Code    string       `json:"code"`
	Ours    *EntryReport `json:"ours"`
	Theirs  *EntryReport `json:"theirs"`
	Our     money.Amount `json:"our_amount"`
	Their   money.Amount `json:"their_amount"`
	Message string       `json:"message"`
}

// EntryReport is an entry of a party.
type EntryReport struct {
	Date     string `json:"date"`
	Document string `json:"document"`
	Row      int    `json:"row,omitempty"` // of their file
}

// Report is the act as a report on the file that it was written to.
func (d *Document) Report(s *statement.Statement, out, theirFile string, w Written) Report {
	checks := s.Report(out, 0, "").Checks
	r := Report{Out: out, From: d.Period.First().Format(time.DateOnly), To: d.Period.Last().Format(time.DateOnly),
		Zone: d.Period.From.Location().String(), Currency: d.Currency, Entries: len(d.Account.Entries),
		Opening: d.Account.Opening, Turnover: Turnover{d.Account.Debit, d.Account.Credit}, Closing: d.Account.Closing,
		ClosingWords: spellout.Amount(d.Language, d.Account.Closing, d.Currency), Held: d.Held,
		Checks: checks, Differences: []DifferenceReport{}, Notes: []string{}, SHA256: w.SHA256, Bytes: w.Bytes}
	r.hints = d.notes()
	for _, note := range r.hints {
		r.Notes = append(r.Notes, note.String())
	}
	if d.Theirs == nil {
		return r
	}
	r.Theirs = &TheirReport{theirFile, len(d.Theirs.Account.Entries), d.Theirs.Account.Opening, d.Theirs.Account.Closing}
	for _, one := range d.Theirs.Differences {
		said := Message(one)
		r.said = append(r.said, said)
		r.Differences = append(r.Differences, DifferenceReport{one.Code, entryReport(one.Ours), entryReport(one.Theirs),
			one.OurAmount, one.TheirSide, said.String()})
	}
	return r
}

// notes are what is no difference and yet to be known: days that are still to come, and of
// their act what it does not state, does not belong to the period or seems turned round.
func (d *Document) notes() (notes wording.List) {
	if d.Made.Before(d.Period.To) {
		notes = append(notes, wording.NewMessage("act.open", onDay(d.Period.Last())))
	}
	if d.Theirs == nil {
		return notes
	}
	notes = append(notes, unstated(d.Theirs.Unstated)...)
	first, last := d.bounds()
	outside := 0
	for _, e := range d.Theirs.Account.Entries {
		if e.Day.Before(first) || e.Day.After(last) {
			outside++
		}
	}
	if outside > 0 {
		notes = append(notes, wording.NewMessage("act.outside", outside))
	}
	if d.Theirs.Turned {
		notes = append(notes, wording.NewMessage("act.turned"))
	}
	return notes
}

// bounds are the first and the last day of the period as entries have them.
func (d *Document) bounds() (first, last time.Time) {
	civil := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return civil(d.Period.First()), civil(d.Period.Last())
}

func entryReport(e *settlement.Entry) *EntryReport {
	if e == nil {
		return nil
	}
	return &EntryReport{e.Day.Format(time.DateOnly), e.Document, e.Row}
}

// Said is the difference of that number in a language.
func (r *Report) Said(n int, l wording.Language) string { return r.said[n].In(l) }

// Note is the note of that number in a language.
func (r *Report) Note(n int, l wording.Language) string { return r.hints[n].In(l) }
