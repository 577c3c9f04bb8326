package page

import (
	"cmp"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// moneyView is the supplier's ledger and the months' books.
type moneyView struct {
	frame
	NoLedger *notice // why there is no ledger, nil where there is one
	Figures  *figuresView
	Reading  errandView
	Closing  errandView
	Months   []monthView
	Failed   *notice // what could not be read
	Deeds    []deedView
}

// figuresView are the figures of the ledger's last reading.
type figuresView struct {
	*standing.Money
	Language wording.Language
	When     moment
	Since    string // the first day of the chart
	Chart    *chart
	Changed  []standing.MoneyDay // days on which the balance changed
	Misfits  []string
	Rest     int // holds that are not listed
	More     int // misfits that are not listed
}

// Sum is an amount in the ledger's currency.
func (v figuresView) Sum(a money.Amount) string { return amountIn(v.Language, v.Currency, a) }

// amountIn is an amount in a currency as people write it, "" where it is not set.
func amountIn(l wording.Language, currency string, a money.Amount) string {
	if cmp.Or(currency, hryvnia) == hryvnia || !a.IsSet() {
		return amount(l, a)
	}
	return l.Figures(a.String()) + "\u00a0" + currency
}

// hryvnia is the currency that amounts are in where nothing else is said.
const hryvnia = "UAH"

// Moment is a time of the figures.
func (v figuresView) Moment(at time.Time) moment { return since(v.Language, at, v.At) }

// Day is a day of the figures as people write it.
func (v figuresView) Day(day string) string { return date(day) }

// date is a day such as 2026-11-29 as people write it.
func date(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.Format("02.01.2006")
}

// monthView is a month's books with what can be done about them.
type monthView struct {
	Month
	Named     string
	Level     standing.Level
	State     string // in a sentence
	Mend      string
	When      moment
	Documents []documentView
	Visitor   Visitor
	Deeds     []deedView
}

// documentView is a file of a month.
type documentView struct{ Address, Name string }

// money shows the ledger's figures and the months.
func (p *pages) money(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeMoney)
	v := moneyView{frame: f}
	m, err := p.Shop.Money()
	if err != nil {
		p.Logger.Error("money not read", "error", err)
		failed := asNotice(f.Language, err)
		v.Failed = &failed
	}
	v.Reading, v.Closing = f.errand(m.Reading, "money_reading"), f.errand(m.Closing, "month_closing")
	if m.NoLedger != nil {
		why := asNotice(f.Language, m.NoLedger)
		v.NoLedger = &why
	} else {
		v.Deeds = f.deeds("money", deed{Kind: DoReckon, Label: say(f.Language, "reckon"), Says: say(f.Language, "reckon_says"), Sure: say(f.Language, "reckon_sure")})
	}
	if m.Figures != nil {
		v.Figures = figures(f.Language, m.Figures, f.Snapshot.Now)
	}
	for _, month := range m.Months {
		v.Months = append(v.Months, f.month(month, m))
	}
	p.render(w, r, http.StatusOK, placeMoney, v)
}

// figures are the figures of the ledger as they are shown.
func figures(l wording.Language, m *standing.Money, now time.Time) *figuresView {
	v := &figuresView{Money: m, Language: l, When: since(l, m.At, now), Since: date(m.From), Rest: m.AllHolds - len(m.Holds), More: m.AllMisfits - len(m.Misfits)}
	for _, said := range m.Misfits {
		v.Misfits = append(v.Misfits, said.In(l))
	}
	for n, day := range m.Days {
		if n == 0 || !day.Held.Equal(m.Days[n-1].Held) || !day.Available.Equal(m.Days[n-1].Available) {
			v.Changed = append(v.Changed, day)
		}
	}
	slices.Reverse(v.Changed)
	v.Chart = v.chart()
	return v
}

// chart draws what was available and held, day by day; nil where there are no two days.
func (v *figuresView) chart() *chart {
	if len(v.Days) < 2 {
		return nil
	}
	var available, held []float64
	for _, day := range v.Days {
		available, held = append(available, drawable(day.Available)), append(held, drawable(day.Held))
	}
	first, last := v.Days[0], v.Days[len(v.Days)-1]
	c := &chart{Width: 640, Height: 160, Says: say(v.Language, "money_chart", date(first.Day), date(last.Day), v.Sum(first.Available), v.Sum(last.Available), v.Sum(first.Held), v.Sum(last.Held))}
	least, most := min(0, slices.Min(available), slices.Min(held)), max(slices.Max(available), slices.Max(held))
	c.draw("line", available, least, most)
	c.draw("line second", held, least, most)
	return c
}

// month is a month as it is shown.
func (f *frame) month(m Month, all Money) monthView {
	l := f.Language
	v := monthView{Month: m, Named: monthName(m.Month), Level: standing.Attention, When: since(l, m.Closed, f.Snapshot.Now), Visitor: f.Visitor}
	switch {
	case all.Failing != nil && all.Failing.Failing == m.Month:
		v.Level, v.State, v.Mend = standing.Failing, say(l, "month_failed", all.Failing.Error), all.Failing.Mend
	case m.Closed.IsZero() && len(m.Files) == 0:
		v.State, v.Level = say(l, "month_open"), ""
	case m.Closed.IsZero():
		v.State, v.Level = say(l, "month_ready"), standing.Fine
	case m.Moved > 0:
		v.State, v.Mend = say(l, "month_moved", m.Moved), say(l, "month_moved_way")
	case m.Differences > 0:
		v.State, v.Mend = say(l, "month_differs", m.Differences), say(l, "month_differs_way")
	default:
		v.State, v.Level = say(l, "month_closed"), standing.Fine
	}
	for _, name := range m.Files {
		v.Documents = append(v.Documents, documentView{"/money/" + m.Month + "/" + name, l.Word("closing.file", name)})
	}
	if all.NoLedger == nil {
		v.Deeds = f.deeds("month-"+m.Month, closeDeed(l, m))
	}
	return v
}

// monthName is a month such as 2026-10 as people write it.
func monthName(month string) string {
	at, err := time.Parse("2006-01", month)
	if err != nil {
		return month
	}
	return at.Format("01.2006")
}

// closeDeed closes a month, or closes one again that was closed.
func closeDeed(l wording.Language, m Month) deed {
	d := deed{Kind: DoCloseMonth, Label: say(l, "close_month"), Says: say(l, "close_month_says", monthName(m.Month)), Sure: say(l, "close_month_sure"),
		Fields: []field{{"month", m.Month}}}
	if len(m.Files) > 0 {
		d.Label, d.Says = say(l, "close_again"), say(l, "close_again_says", monthName(m.Month))
		d.Ask = []question{{Name: "accept", Label: say(l, "close_accept"), Options: []option{{"no", say(l, "close_accept_no")}, {"yes", say(l, "close_accept_yes")}}}}
	}
	return d
}

// pagePolicy lets a month's own page have its style, and nothing else do anything.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

// document serves a file of a closed month. Books are downloaded, and the page of the month is
// shown.
func (p *pages) document(w http.ResponseWriter, r *http.Request) {
	month, name := r.PathValue("month"), r.PathValue("name")
	file, err := p.Shop.Document(month, name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			p.Logger.Error("a document is not served", "month", month, "error", err)
		}
		http.Error(w, say(p.language(r), "no_document"), http.StatusNotFound)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		p.Logger.Error("a document is not served", "month", month, "error", err)
		http.Error(w, say(p.language(r), "no_document"), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	if strings.EqualFold(filepath.Ext(name), ".html") {
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", pagePolicy)
	} else {
		header.Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": month + "-" + name}))
	}
	http.ServeContent(w, r, "", info.ModTime(), file)
}
