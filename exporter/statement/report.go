package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Report is a statement for machines. The days of From and To are both included.
type Report struct {
	Out      string         `json:"out"`
	From     string         `json:"from"`
	To       string         `json:"to"`
	Zone     string         `json:"zone"`
	Entries  int64          `json:"entries"`
	Opening  money.Amount   `json:"opening"` // of what is available, as Closing
	Turnover ReportTurnover `json:"turnover"`
	Closing  money.Amount   `json:"closing"`
	Checks   []ReportCheck  `json:"checks"`
	SHA256   string         `json:"sha256"`

	OpeningFrom ReportOpening      `json:"opening_from"`
	Currency    string             `json:"currency"` // ISO 4217, "" where no entry names one
	Bytes       int64              `json:"bytes"`
	Unchecked   []string           `json:"unchecked"`
	Differences []ReportDifference `json:"differences"`
	Lost        table.Lost         `json:"lost"` // characters that the encoding of a CSV lacks
	Cut         int64              `json:"cut"`  // texts that were cut to what a workbook's cell holds

	Payouts *int64 `json:"payouts,omitempty"` // that the file has, nil where it has entries

	blind []Unchecked // in every language
}

// UncheckedIn is what could not be checked, and why, in a language.
func (r *Report) UncheckedIn(l wording.Language) (lines []string) {
	for _, u := range r.blind {
		lines = append(lines, u.Name+": "+u.Why.In(l))
	}
	return lines
}

// ReportOpening says where the opening comes from: entries, memory (what was exported
// before) or supplier (a balance that it states before its first entry).
type ReportOpening struct {
	Source   string        `json:"source"`
	Exported string        `json:"exported,omitempty"` // RFC 3339: when the export was made that it goes on from
	Begins   string        `json:"begins,omitempty"`   // RFC 3339: the first entry that the supplier shows, where it states a balance before it
	Stated   *money.Amount `json:"stated,omitempty"`   // that balance
}

func (o *OpeningSource) report() ReportOpening {
	r := ReportOpening{Source: o.Source}
	for _, moment := range []struct {
		at      time.Time
		written *string
	}{{o.Exported, &r.Exported}, {o.Begins, &r.Begins}} {
		if !moment.at.IsZero() {
			*moment.written = moment.at.UTC().Format(time.RFC3339)
		}
	}
	if o.Stated.IsSet() {
		r.Stated = &o.Stated
	}
	return r
}

// ReportTurnover is the effect of each kind on what is available.
type ReportTurnover struct {
	Accrual money.Amount `json:"accrual"`
	Hold    money.Amount `json:"hold"`
	Payout  money.Amount `json:"payout"`
}

// ReportCheck is a check of the report.
type ReportCheck struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`

	said wording.Message
}

// In is the detail in a language.
func (c ReportCheck) In(l wording.Language) string { return c.said.In(l) }

// ReportDifference is a difference of the report; its code may also be entry_late,
// entry_gone or entry_changed, against the exports before.
type ReportDifference struct {
	Code       string         `json:"code"`
	OrderID    string         `json:"order_id"`
	ExternalID string         `json:"external_id"`
	EntryID    string         `json:"entry_id"`
	Expected   money.Amount   `json:"expected"`
	Found      money.Amount   `json:"found"`
	Days       int            `json:"days,omitempty"`
	Export     *ReportExport  `json:"export,omitempty"`  // of entry_late, entry_gone and entry_changed
	Changes    []ReportChange `json:"changes,omitempty"` // of entry_changed
	Message    string         `json:"message"`

	said wording.Message
}

// In is the message in a language.
func (d ReportDifference) In(l wording.Language) string { return d.said.In(l) }

// Report is the statement as a report on the file that it was written to.
func (s *Statement) Report(out string, bytes int64, sha256 string) Report {
	r := Report{Out: out, From: s.Period.First().Format(time.DateOnly), To: s.Period.Last().Format(time.DateOnly),
		Zone: s.Period.From.Location().String(), Entries: s.Entries, Opening: s.Opening.Available, Closing: s.Closing.Available,
		Turnover: ReportTurnover{s.Turnover.Accrual, s.Turnover.Hold, s.Turnover.Payout}, SHA256: sha256, Bytes: bytes,
		OpeningFrom: s.OpeningFrom.report(), Currency: s.Currency,
		Unchecked: []string{}, Checks: []ReportCheck{}, Differences: []ReportDifference{}}
	for _, u := range s.Unchecked {
		r.Unchecked, r.blind = append(r.Unchecked, u.Name+": "+u.Why.String()), append(r.blind, u)
	}
	for _, c := range s.Checks {
		r.Checks = append(r.Checks, ReportCheck{c.Name, c.OK, c.Detail.String(), c.Detail})
	}
	for _, d := range append(s.Moved(), s.Differences...) {
		r.Differences = append(r.Differences, ReportDifference{d.Code, d.OrderID, d.ExternalID, d.EntryID, d.Expected, d.Found, d.Days, reportExport(d.Export, s.Period.From.Location()), reportChanges(d.Changes), d.Message.String(), d.Message})
	}
	return r
}

// ReportExport is an export before: its days, both included, and when it was made (RFC
// 3339). From is "" where it goes back to the ledger's beginning.
type ReportExport struct {
	From string `json:"from"`
	To   string `json:"to"`
	Made string `json:"made"`
}

func reportExport(e *closed.Export, zone *time.Location) *ReportExport {
	if e == nil {
		return nil
	}
	r := &ReportExport{To: e.To.Add(-1).In(zone).Format(time.DateOnly), Made: e.At.UTC().Format(time.RFC3339)}
	if !e.From.IsZero() {
		r.From = e.From.In(zone).Format(time.DateOnly)
	}
	return r
}

// ReportChange is a field of an entry that says something else than at an export before.
// Amounts and times are as the service writes them; "" is an absent one.
type ReportChange struct {
	Field string `json:"field"`
	Was   string `json:"was"`
	Now   string `json:"now"`
}

func reportChanges(changes []closed.Change) (out []ReportChange) {
	for _, c := range changes {
		out = append(out, ReportChange(c))
	}
	return out
}
