package page

import (
	"cmp"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/mediatype"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// moneyView is the suppliers' ledgers and the months' books.
type moneyView struct {
	frame
	Together []togetherRow // nothing where there is one supplier
	Totals   []togetherRow // of each currency
	Parts    []moneyPart   // one a supplier
	Failed   *notice       // what could not be read
	Deeds    []deedView    // about all of several suppliers
}

// moneyPart is what there is of one supplier.
type moneyPart struct {
	Supplier string  // "" where he is the only one
	At       string  // what stands behind the names of its places in the page
	NoLedger *notice // why there is no ledger, nil where there is one
	Figures  *figuresView
	Reading  errandView
	Closing  errandView
	Months   []monthView
	Visitor  Visitor
	Deeds    []deedView
}

// togetherRow is what one supplier comes to, or all of a currency.
type togetherRow struct {
	Supplier        string
	Currency        string
	Available, Held string
	Paid            string // the last payout, "" where none is known
	PaidAt          moment
	Misfits         int
	When            moment
	At              string
	Partial         bool
	sums            sums
}

// sums are what is added up of the suppliers of a currency.
type sums struct{ available, held money.Amount }

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
	if cmp.Or(currency, money.Hryvnia) == money.Hryvnia || !a.IsSet() {
		return amount(l, a)
	}
	return l.Figures(a.String()) + "\u00a0" + currency
}

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
	return at.Format(wording.DottedDay)
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
	Where     string // the documents are, where they are not here
	Visitor   Visitor
	Deeds     []deedView
}

// documentView is a file of a month.
type documentView struct{ Address, Name string }

// money shows the ledgers' figures and the months.
func (p *pages) money(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeMoney)
	v := moneyView{frame: f}
	all, err := p.Shop.Money(r.Context())
	if err != nil {
		p.Logger.Error("money not read", "error", err)
		failed := asNotice(f.Language, err)
		v.Failed = &failed
	}
	for _, m := range all {
		v.Parts = append(v.Parts, f.moneyPart(m))
	}
	if len(all) > 1 {
		v.Together, v.Totals = f.together(all)
		v.Deeds = f.deeds("money", deed{Kind: DoReckon, Label: say(f.Language, "reckon_all"), Says: say(f.Language, "reckon_all_says"), Sure: say(f.Language, "reckon_sure"), Fields: []field{{"supplier", AllSuppliers}}})
	}
	p.render(w, r, http.StatusOK, placeMoney, v)
}

// moneyPart is what there is of one supplier as it is shown.
func (f *frame) moneyPart(m Money) moneyPart {
	v := moneyPart{Supplier: m.Supplier, Visitor: f.Visitor}
	if m.Supplier != "" {
		v.At = "-" + m.Supplier
	}
	v.Reading, v.Closing = f.errand(m.Reading, "money_reading"), f.errand(m.Closing, "month_closing")
	if m.NoLedger != nil {
		why := asNotice(f.Language, m.NoLedger)
		v.NoLedger = &why
	} else {
		v.Deeds = f.deeds("money"+v.At, deed{Kind: DoReckon, Label: say(f.Language, "reckon"), Says: say(f.Language, "reckon_says"), Sure: say(f.Language, "reckon_sure"), Fields: about(m.Supplier)})
	}
	if m.Figures != nil {
		v.Figures = figures(f.Language, m.Figures, f.Snapshot.Now)
	}
	for _, month := range m.Months {
		v.Months = append(v.Months, f.month(month, m))
	}
	return v
}

// together is what each of several suppliers comes to, and all of each currency. Amounts of two
// currencies are never added up.
func (f *frame) together(all []Money) (rows, totals []togetherRow) {
	l := f.Language
	for _, m := range all {
		row := togetherRow{Supplier: m.Supplier, At: "-" + m.Supplier}
		if g := m.Figures; g != nil {
			row.Currency, row.Misfits, row.When, row.Partial = cmp.Or(g.Currency, money.Hryvnia), g.AllMisfits, since(l, g.At, f.Snapshot.Now), g.Partial
			row.sums = sums{g.Available, g.Held}
			if len(g.Payouts) > 0 {
				row.Paid, row.PaidAt = amountIn(l, row.Currency, g.Payouts[0].Amount), since(l, g.Payouts[0].At, f.Snapshot.Now)
			}
			totals = addTotal(totals, row)
		}
		rows = append(rows, row.said(l))
	}
	sorting.Func(totals, func(a, b togetherRow) int { return cmp.Compare(a.Currency, b.Currency) })
	for n := range totals {
		totals[n] = totals[n].said(l)
	}
	return rows, totals
}

// addTotal adds a supplier to the total of his currency.
func addTotal(totals []togetherRow, row togetherRow) []togetherRow {
	at := slices.IndexFunc(totals, func(t togetherRow) bool { return t.Currency == row.Currency })
	if at < 0 {
		at, totals = len(totals), append(totals, togetherRow{Currency: row.Currency})
	}
	t := &totals[at]
	available, err1 := t.sums.available.Add(row.sums.available)
	held, err2 := t.sums.held.Add(row.sums.held)
	t.sums, t.Misfits = sums{available, held}, t.Misfits+row.Misfits
	t.Partial = t.Partial || row.Partial || err1 != nil || err2 != nil
	return totals
}

// said is the row with its amounts as people write them.
func (t togetherRow) said(l wording.Language) togetherRow {
	t.Available, t.Held = amountIn(l, t.Currency, t.sums.available), amountIn(l, t.Currency, t.sums.held)
	return t
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
		v.Documents = append(v.Documents, documentView{documentAddress(all.Supplier, m.Month, name), l.Word("closing.file", name)})
	}
	if m.Elsewhere != "" {
		v.Where = say(l, "documents_elsewhere", m.Elsewhere)
	}
	if all.NoLedger == nil {
		v.Deeds = f.deeds("month-"+all.Supplier+m.Month, closeDeed(l, all.Supplier, m))
	}
	return v
}

// documentAddress is where a file of a closed month is served.
func documentAddress(supplier, month, name string) string {
	address := "/money/" + month + "/" + name
	if supplier == "" {
		return address
	}
	return address + "?" + url.Values{"supplier": {supplier}}.Encode()
}

// monthName is a month such as 2026-10 as people write it.
func monthName(month string) string {
	at, err := time.Parse(wording.MonthLayout, month)
	if err != nil {
		return month
	}
	return at.Format("01.2006")
}

// about are the fields by which an action knows which of several suppliers it is about.
func about(supplier string) []field {
	if supplier == "" {
		return nil
	}
	return []field{{"supplier", supplier}}
}

// closeDeed closes a month, or closes one again that was closed.
func closeDeed(l wording.Language, supplier string, m Month) deed {
	d := deed{Kind: DoCloseMonth, Label: say(l, "close_month"), Says: say(l, "close_month_says", monthName(m.Month)), Sure: say(l, "close_month_sure"),
		Fields: append([]field{{"month", m.Month}}, about(supplier)...)}
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
	supplier := r.URL.Query().Get("supplier")
	file, err := p.Shop.Document(supplier, month, name)
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
		header.Set("Content-Type", mediatype.Workbook)
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": strings.TrimPrefix(supplier+"-"+month+"-"+name, "-")}))
	}
	http.ServeContent(w, r, "", info.ModTime(), file)
}
