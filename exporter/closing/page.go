package closing

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

//go:embed page.html
var pageText string

// mostShown is how many differences of a document the page lists; its workbook has all.
const mostShown = 50

// page is what the page shows.
type page struct {
	Report    *Report
	Language  wording.Language
	Title     string
	Head      []string // what the month is of, in parts
	Verdict   string
	Figures   []figure
	Documents []shownDocument
	Notes     []Finding
	Unchecked []Finding
	Made      string
}

type figure struct{ Name, Amount string }

// shownDocument is a document with its words.
type shownDocument struct {
	Document
	Name, State string
	Shown       []Finding
	Unshown     int
}

// writePage judges the documents, and writes the page that says so.
func (r *Report) writePage(path string, j *Job) error {
	r.OK = r.Differences() == 0
	t, err := template.New("page").Funcs(template.FuncMap{"t": j.Language.Say}).Parse(pageText)
	if err != nil {
		return err
	}
	return durable.WriteFile(path, func(w io.Writer) error { return t.Execute(w, r.page(j)) })
}

func (r *Report) page(j *Job) page {
	t := j.Language.Say
	p := page{Report: r, Language: j.Language, Title: t("closing.title", r.Month), Figures: r.figures(j.Language),
		Verdict: t("closing.fits"), Made: t("closing.made", j.Language.Moment(j.Now.In(j.Period.From.Location())), j.Origin.Program)}
	if n := r.Differences(); n > 0 {
		p.Verdict = t("closing.differs", n)
	}
	for _, part := range []string{j.Origin.Supplier, j.Origin.Source, j.Origin.Company,
		statement.OnDay(j.Period.First()).In(j.Language) + " – " + statement.OnDay(j.Period.Last()).In(j.Language), r.Zone, r.Currency} {
		if part != "" {
			p.Head = append(p.Head, part)
		}
	}
	for _, d := range r.Documents {
		shown := shownDocument{Document: d, Name: j.Language.Word("closing.file", d.File), State: t("closing.document_fits"), Shown: d.Differences}
		if d.Checks == 0 {
			shown.State = t("closing.document_unchecked")
		}
		if d.Absent {
			shown.State = t("closing.document_absent")
		}
		if n := len(d.Differences); n > 0 {
			shown.State = t("closing.document_differs", n)
			shown.Shown = d.Differences[:min(n, mostShown)]
			shown.Unshown = n - len(shown.Shown)
		}
		p.Documents, p.Unchecked = append(p.Documents, shown), append(p.Unchecked, d.Unchecked...)
		p.Notes = append(p.Notes, d.Notes[:min(len(d.Notes), mostShown)]...)
	}
	return p
}

// figures are the month in a few amounts.
func (r *Report) figures(l wording.Language) (out []figure) {
	for _, f := range []struct {
		key    string
		amount money.Amount
	}{
		{"closing.opening", r.Opening}, {"closing.accrual", r.Turnover.Accrual}, {"closing.hold", r.Turnover.Hold},
		{"closing.payout", r.Turnover.Payout}, {"closing.closing", r.Closing}, {"closing.income", r.Income},
	} {
		out = append(out, figure{l.Say(f.key), fmt.Sprint(statement.Shown(f.amount.OrZero()).In(l), " ", r.Currency)})
	}
	return out
}
