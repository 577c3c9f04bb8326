package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// What the service answers, as its description has it. Nothing of the program reads it here.
type (
	servedEntry struct {
		ID        string    `json:"id"`
		Kind      string    `json:"kind"`
		Operation string    `json:"operation"`
		Amount    string    `json:"amount"`
		PostedAt  time.Time `json:"posted_at"`
		Reverses  string    `json:"reverses_entry_id"`
	}
	servedOrder struct {
		ID        string       `json:"id"`
		Number    string       `json:"number"`
		Status    string       `json:"status"`
		Items     []servedItem `json:"items"`
		CreatedAt time.Time    `json:"created_at"`
		Payment   struct {
			COD string `json:"cod_amount"`
		} `json:"payment"`
	}
	servedItem struct {
		Quantity int64  `json:"quantity"`
		Price    string `json:"price"`
		Drop     string `json:"drop_price"`
	}
	servedShipment struct {
		ID        string    `json:"id"`
		OrderID   string    `json:"order_id"`
		Carrier   string    `json:"carrier"`
		State     string    `json:"state"`
		COD       string    `json:"cod_amount"`
		CODState  string    `json:"cod_state"`
		ShippedAt time.Time `json:"shipped_at"`
		ChangedAt time.Time `json:"state_updated_at"`
	}
)

// recomputed is a shop with a past, of which each figure is computed anew from the answers
// of its service.
type recomputed struct {
	*testing.T
	url, dir  string
	month     string
	from, to  time.Time
	entries   []servedEntry
	orders    []servedOrder
	shipments []servedShipment
}

// TestEachFigureIsComputedAnew: each figure of the three books is what the service's answers
// come to when somebody else reads them and adds them up, with nothing of what makes the books.
func TestEachFigureIsComputedAnew(t *testing.T) {
	t.Parallel()
	r := newRecomputed(t)
	t.Run("ledger", func(t *testing.T) { r.in(t).ledger() })
	t.Run("orders", func(t *testing.T) { r.in(t).ordersBook() })
	t.Run("shipments", func(t *testing.T) { r.in(t).shipmentsBook() })
}

func newRecomputed(t *testing.T) *recomputed {
	t.Helper()
	goods, err := local.SampleCatalog()
	require.NoError(t, err)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"token"}, Catalog: goods, Seed: 3, Speed: 1, History: long.Or(120, 600), Now: time.Now})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() { web.Close(); require.NoError(t, server.Close()) })
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := time.Now().In(zone)
	r := &recomputed{T: t, url: web.URL, dir: t.TempDir(), from: time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone), to: time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, zone)}
	r.month = r.from.Format("2006-01")
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "dropbridge.yaml"), []byte("supplier: {base_url: "+web.URL+"}\n"), 0o600))
	r.entries = served[servedEntry](t, web.URL+"/api/finance/ledger")
	r.orders = served[servedOrder](t, web.URL+"/api/orders")
	r.shipments = served[servedShipment](t, web.URL+"/api/shipments")
	slices.SortStableFunc(r.entries, func(x, y servedEntry) int {
		return cmp.Or(x.PostedAt.Compare(y.PostedAt), cmp.Compare(x.ID, y.ID))
	})
	return r
}

func (r *recomputed) in(t *testing.T) *recomputed {
	t.Parallel()
	out := *r
	out.T = t
	return &out
}

// served is all that a list has, page by page.
func served[T any](t *testing.T, url string) (all []T) {
	t.Helper()
	for page, pages := 1, 1; page <= pages; page++ {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s?per_page=100&page=%d", url, page), nil)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer token")
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, errorsOf(err, answer.Body.Close()))
		require.Equal(t, http.StatusOK, answer.StatusCode, "%s", body)
		var list struct {
			Data []T
			Meta struct {
				Pages int `json:"total_pages"`
			}
		}
		require.NoError(t, json.Unmarshal(body, &list))
		pages, all = list.Meta.Pages, append(all, list.Data...)
	}
	return all
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// export writes a book of the month, which fits, and gives its sheets and its report.
func (r *recomputed) export(book string) (sheets map[string][][]string, report map[string]any) {
	r.Helper()
	file := filepath.Join(r.dir, book+".xlsx")
	var out, errs bytes.Buffer
	env := func(key string) (string, bool) { return "token", key == "DROPBRIDGE_TOKEN" }
	code := run(r.Context(), []string{"--config", filepath.Join(r.dir, "dropbridge.yaml"), book, "--month", r.month, "--out", file, "--lang", "en", "--check", "--json"}, env, nil, &out, &errs)
	require.Equal(r, exitDone, code, "%s%s", out.String(), errs.String())
	require.NoError(r, json.Unmarshal(out.Bytes(), &report))
	return cells(r.T, file), report
}

// inside reports whether a moment is of the month.
func (r *recomputed) inside(at time.Time) bool { return !at.Before(r.from) && at.Before(r.to) }

// sum is an exact sum.
type sum struct{ big.Rat }

// add adds an amount as it is written; none adds nothing.
func (s *sum) add(r *recomputed, amount string) *sum {
	if amount != "" {
		s.Add(&s.Rat, &exactly(r, amount).Rat)
	}
	return s
}

func (s *sum) text() string { return s.FloatString(2) }

func exactly(r *recomputed, amount string) *sum {
	r.Helper()
	out := &sum{}
	_, ok := out.SetString(amount)
	require.True(r, ok, "%q is no number", amount)
	return out
}

// sums are sums by a name.
type sums map[string]*sum

func (s sums) of(name string) *sum {
	if s[name] == nil {
		s[name] = &sum{}
	}
	return s[name]
}

// figure is the number in the cell of a row under a heading; "" where it is empty.
func (r *recomputed) figure(sheet [][]string, row int, heading string) string {
	r.Helper()
	column := slices.Index(sheet[0], heading)
	require.GreaterOrEqual(r, column, 0, "%s is none of %v", heading, sheet[0])
	if row >= len(sheet) || column >= len(sheet[row]) || sheet[row][column] == "" {
		return ""
	}
	return exactly(r, sheet[row][column]).text()
}

// row is the one whose cells begin with these.
func (r *recomputed) row(sheet [][]string, begin ...string) int {
	r.Helper()
	for i := range sheet {
		if len(sheet[i]) >= len(begin) && slices.Equal(sheet[i][:len(begin)], begin) {
			return i
		}
	}
	require.Fail(r, "no such row", "%q among %q", begin, sheet)
	return -1
}

// same compares figures of a row with those wanted, by their headings.
func (r *recomputed) same(sheet [][]string, row int, want map[string]string) {
	r.Helper()
	for heading, figure := range want {
		require.Equal(r, figure, r.figure(sheet, row, heading), "row %d, %s", row+1, heading)
	}
}

// controlled compares what Control expects and found.
func (r *recomputed) controlled(sheet [][]string, want map[string]string) {
	r.Helper()
	for item, figure := range want {
		r.same(sheet, r.row(sheet, item), map[string]string{"Expected": figure, "Found": figure, "Difference": "0.00"})
	}
}

// account is a ledger up to some entry.
type account struct {
	posted, held sum
	groups       sums // what each operation has moved
	open         sums // what each hold still keeps
}

func (a *account) book(r *recomputed, e *servedEntry) {
	a.groups.of(e.Operation).add(r, e.Amount)
	if e.Kind != "hold" {
		a.posted.add(r, e.Amount)
		return
	}
	a.held.Sub(&a.held.Rat, &exactly(r, e.Amount).Rat)
	hold := a.open.of(cmp.Or(e.Reverses, e.ID))
	hold.Sub(&hold.Rat, &exactly(r, e.Amount).Rat)
}

func (a *account) available() string {
	return (&sum{*new(big.Rat).Sub(&a.posted.Rat, &a.held.Rat)}).text()
}

// after are the balances after an entry.
func (a *account) after() map[string]string {
	return map[string]string{"Posted after": a.posted.text(), "Held after": a.held.text(), "Available after": a.available()}
}

func (r *recomputed) ledger() {
	sheets, report := r.export("ledger")
	a := &account{groups: sums{}, open: sums{}}
	at := 0
	for ; r.entries[at].PostedAt.Before(r.from); at++ {
		a.book(r, &r.entries[at])
	}
	require.Positive(r, at, "the month has a past")
	opening := map[string]string{"posted": a.posted.text(), "held": a.held.text(), "available": a.available()}
	openings := sums{}
	for operation, moved := range a.groups {
		openings.of(operation).Set(&moved.Rat)
	}
	month := r.statement(sheets["Statement"], a, r.entries[at:])
	r.summary(sheets["Summary"], a, openings, month, opening)
	r.holds(sheets["Holds"], a)
	r.payouts(sheets["Payouts"], month)
	r.balance(sheets["Balance"])
	signed := (&sum{}).add(r, month.of("debit").text()).add(r, "-"+month.of("credit").text()).add(r, month.of("hold").text()).text()
	r.controlled(sheets["Control"], map[string]string{
		"Debit of the statement": month.of("debit").text(), "Credit of the statement": month.of("credit").text(), "Holds of the statement": month.of("hold").text(),
		"Signed amounts": signed, "Available: opening + turnover = closing": a.available(), "Open holds = held": a.held.text(),
		"Debit: statement = summary": month.of("debit").text(), "Credit: statement = summary": month.of("credit").text(), "Holds: statement = summary": month.of("hold").text(),
		"Payout amounts = turnover of payouts": month.of("paid").text(), "Payouts = the entries that they cover": month.of("paid").text(),
		"Opening as the supplier has it": opening["available"], "Turnover as the supplier has it": signed, "Closing as the supplier has it": a.available(),
		"Opening + turnover = closing": a.available()})
	require.Equal(r, []any{opening["available"], a.available(), "UAH"}, []any{report["opening"], report["closing"], report["currency"]})
	require.Equal(r, map[string]any{"accrual": month.of("accrual").text(), "hold": month.of("hold").text(), "payout": month.of("payout").text()}, report["turnover"])
}

// statement compares each row of the month and books it, and gives the month's sums.
func (r *recomputed) statement(sheet [][]string, a *account, entries []servedEntry) sums {
	month, row := sums{}, 1
	for i := range entries {
		e := &entries[i]
		if !r.inside(e.PostedAt) {
			break
		}
		a.book(r, e)
		amount := exactly(r, e.Amount)
		want := a.after()
		want["Signed amount"], want["Debit"], want["Credit"], want["Hold"] = amount.text(), "", "", ""
		month.of(e.Kind).add(r, e.Amount)
		month.of(e.Operation+" rows").add(r, "1")
		switch column := map[bool]string{true: "Credit", false: "Debit"}[amount.Sign() < 0]; {
		case e.Kind == "hold":
			want["Hold"] = amount.text()
		default:
			size := sum{*new(big.Rat).Abs(&amount.Rat)}
			want[column] = size.text()
			month.of(strings.ToLower(column)).add(r, size.text())
			month.of(e.Operation+" "+column).add(r, size.text())
		}
		r.same(sheet, row, want)
		row++
	}
	require.Len(r, sheet, row, "no row is too many")
	paid := month.of("payout")
	month.of("paid").Neg(&paid.Rat)
	return month
}

// shownAs is what the sheets call an operation.
func shownAs(operation string) string {
	if known := map[string]string{"payout_iban": "payout to IBAN", "payout_card": "payout to a card", "payout_rejected": "payout rejected"}[operation]; known != "" {
		return known
	}
	return strings.ReplaceAll(operation, "_", " ")
}

func (r *recomputed) summary(sheet [][]string, a *account, openings, month sums, opening map[string]string) {
	rows := map[string]int{}
	for i, row := range sheet[1:] {
		if len(row) > 2 && row[2] != "" {
			rows[row[2]] = i + 1
		}
	}
	require.Len(r, rows, len(a.groups))
	for operation, moved := range a.groups {
		hold := "0.00"
		if strings.HasPrefix(operation, "hold") {
			hold = (&sum{*new(big.Rat).Sub(&moved.Rat, &openings.of(operation).Rat)}).text()
		}
		require.Contains(r, rows, shownAs(operation))
		r.same(sheet, rows[shownAs(operation)], map[string]string{"Opening": openings.of(operation).text(), "Closing": moved.text(), "Entries": month.of(operation + " rows").text(),
			"Debit turnover": month.of(operation + " Debit").text(), "Credit turnover": month.of(operation + " Credit").text(), "Hold turnover": hold})
	}
	debit, credit, hold := month.of("debit").text(), month.of("credit").text(), month.of("hold").text()
	r.same(sheet, r.row(sheet, "", "Posted (accrued − paid out)"), map[string]string{"Opening": opening["posted"], "Debit turnover": debit, "Credit turnover": credit, "Closing": a.posted.text()})
	r.same(sheet, r.row(sheet, "", "Held"), map[string]string{"Opening": opening["held"], "Hold turnover": hold, "Closing": a.held.text()})
	r.same(sheet, r.row(sheet, "", "Available"), map[string]string{"Opening": opening["available"], "Debit turnover": debit, "Credit turnover": credit, "Hold turnover": hold, "Closing": a.available()})
}

func (r *recomputed) holds(sheet [][]string, a *account) {
	column := slices.Index(sheet[0], "Entry ID")
	listed := 0
	for id, left := range a.open {
		if left.Sign() == 0 {
			continue
		}
		row := slices.IndexFunc(sheet, func(cells []string) bool { return len(cells) > column && cells[column] == id })
		require.Positive(r, row, "the hold %s", id)
		r.same(sheet, row, map[string]string{"Held": left.text()})
		listed++
	}
	require.Positive(r, listed)
	require.Len(r, sheet, listed+2)
	r.same(sheet, r.row(sheet, "", "Total"), map[string]string{"Held": a.held.text()})
}

// payouts: the service pays all that there is, so that a payout covers the entries since the
// one before.
func (r *recomputed) payouts(sheet [][]string, month sums) {
	row := 1
	var since []servedEntry
	for i := range r.entries {
		e := &r.entries[i]
		if e.Kind != "payout" {
			since = append(since, *e)
			continue
		}
		for j, covered := range since {
			if !r.inside(e.PostedAt) {
				break
			}
			want := map[string]string{"Entry amount": exactly(r, covered.Amount).text(), "Payout amount": ""}
			if j == 0 {
				want["Payout amount"] = (&sum{*new(big.Rat).Neg(&exactly(r, e.Amount).Rat)}).text()
			}
			require.Equal(r, e.ID, sheet[row][0])
			r.same(sheet, row, want)
			row++
		}
		since = nil
	}
	require.Greater(r, row, 1)
	require.Len(r, sheet, row+1)
	r.same(sheet, row, map[string]string{"Payout amount": month.of("paid").text(), "Entry amount": month.of("paid").text()})
}

func (r *recomputed) balance(sheet [][]string) {
	row := 1
	for day := r.from; day.Before(r.to); day = day.AddDate(0, 0, 1) {
		a := &account{groups: sums{}, open: sums{}}
		for i := range r.entries {
			if r.entries[i].PostedAt.Before(day.AddDate(0, 0, 1)) {
				a.book(r, &r.entries[i])
			}
		}
		r.same(sheet, row, map[string]string{"Posted": a.posted.text(), "Held": a.held.text(), "Available": a.available()})
		row++
	}
	require.Len(r, sheet, row)
}

// totalsOf are an order's own figures.
func (r *recomputed) totalsOf(o *servedOrder) map[string]string {
	drop, retail, pieces := &sum{}, &sum{}, int64(0)
	for _, item := range o.Items {
		many := new(big.Rat).SetInt64(item.Quantity)
		retail.Add(&retail.Rat, new(big.Rat).Mul(many, &exactly(r, item.Price).Rat))
		drop.Add(&drop.Rat, new(big.Rat).Mul(many, &exactly(r, item.Drop).Rat))
		pieces += item.Quantity
	}
	profit := &sum{*new(big.Rat).Sub(&retail.Rat, &drop.Rat)}
	return map[string]string{"Pieces": fmt.Sprintf("%d.00", pieces), "Drop total": drop.text(), "Retail total": retail.text(), "Profit": profit.text()}
}

// cash are the figures of the money that parcels collect.
func (r *recomputed) cash(into map[string]*sum, state, amount string) {
	switch state {
	case "expected":
		into["Expected"].add(r, amount)
	case "collected":
		into["Collected"].add(r, amount)
	case "paid_out":
		into["Paid out"].add(r, amount)
	}
}

func cashSums() map[string]*sum {
	return map[string]*sum{"Expected": {}, "Collected": {}, "Paid out": {}}
}

func (r *recomputed) ordersBook() {
	sheets, report := r.export("orders")
	orders := sheets["Orders"]
	number := slices.Index(orders[0], "Number")
	groups, rows := map[string]sums{}, 0
	for i := range r.orders {
		o := &r.orders[i]
		if !r.inside(o.CreatedAt) {
			continue
		}
		rows++
		row := slices.IndexFunc(orders, func(cells []string) bool { return cells[number] == o.Number })
		require.Positive(r, row, "the order %s", o.Number)
		want := r.totalsOf(o)
		want["Cash on delivery"] = o.Payment.COD
		r.same(orders, row, want)
		cash := cashSums()
		for _, s := range r.shipments {
			if s.OrderID == o.ID {
				r.cash(cash, s.CODState, s.COD)
			}
		}
		for heading, figure := range cash {
			want[heading] = figure.text()
			found := cmp.Or(r.figure(orders, row, heading), "0.00")
			require.Equal(r, figure.text(), found, "%s of %s", heading, o.Number)
		}
		kept := "Without cancelled and returned"
		if o.Status == "cancelled" || o.Status == "returned" {
			kept = "void"
		}
		for _, group := range []string{o.Status, "Total", kept} {
			if groups[group] == nil {
				groups[group] = sums{}
			}
			groups[group].of("Orders").add(r, "1")
			for heading, figure := range want {
				groups[group].of(heading).add(r, figure)
			}
		}
	}
	require.Len(r, orders, rows+1)
	require.Contains(r, groups, "void", "the month has orders that came to nothing")
	void := groups["void"]
	delete(groups, "void")
	r.groups(sheets["Summary"], groups)
	total := groups["Total"]
	r.items(sheets["Items"], total)
	r.controlled(sheets["Control"], map[string]string{"Retail: Orders = Summary": total.of("Retail total").text(), "Drop: Orders = Summary": total.of("Drop total").text(),
		"Profit: Orders = Summary": total.of("Profit").text(), "Drop: Orders = Items": total.of("Drop total").text(), "Retail: Orders = Items": total.of("Retail total").text()})
	require.EqualValues(r, rows, report["rows"])
	require.Equal(r, reported(groups["Without cancelled and returned"], map[string]string{"drop": "Drop total", "retail": "Retail total", "profit": "Profit", "cod": "Cash on delivery",
		"cod_expected": "Expected", "cod_collected": "Collected", "cod_paid_out": "Paid out"}), report["totals"])
	voided, _ := report["void"].(map[string]any)
	require.Equal(r, void.of("Orders").FloatString(0), fmt.Sprint(voided["orders"]))
	require.Equal(r, void.of("Retail total").text(), voided["retail"])
	require.Equal(r, void.of("Profit").text(), voided["profit"])
}

// groups compares the rows of a summary, which are all that there are.
func (r *recomputed) groups(sheet [][]string, groups map[string]sums) {
	require.Len(r, sheet, len(groups)+1)
	for name, figures := range groups {
		row := r.row(sheet, name)
		for heading, figure := range figures {
			r.same(sheet, row, map[string]string{heading: figure.text()})
		}
	}
}

// items: the rows of the items come to the orders' sums.
func (r *recomputed) items(sheet [][]string, total sums) {
	pieces, retail, drop := &sum{}, &sum{}, &sum{}
	for row := range sheet[1:] {
		pieces.add(r, r.figure(sheet, row+1, "Quantity"))
		retail.add(r, r.figure(sheet, row+1, "Retail sum"))
		drop.add(r, r.figure(sheet, row+1, "Drop sum"))
	}
	require.Equal(r, []string{total.of("Pieces").text(), total.of("Retail total").text(), total.of("Drop total").text()}, []string{pieces.text(), retail.text(), drop.text()})
}

// reported are sums under the keys of a report.
func reported(figures sums, keys map[string]string) map[string]any {
	out := map[string]any{}
	for key, heading := range keys {
		out[key] = figures.of(heading).text()
	}
	return out
}

func (r *recomputed) shipmentsBook() {
	sheets, report := r.export("shipments")
	parcels := sheets["Shipments"]
	id := slices.Index(parcels[0], "Shipment ID")
	total, groups, rows := sums{}, map[[2]string]sums{}, 0
	carriers := map[string]string{"nova_poshta": "Nova Poshta", "ukrposhta": "Ukrposhta", "meest": "Meest"}
	for i := range r.shipments {
		s := &r.shipments[i]
		at := s.ShippedAt
		if at.IsZero() {
			at = s.ChangedAt
		}
		if !r.inside(at) {
			continue
		}
		rows++
		row := slices.IndexFunc(parcels, func(cells []string) bool { return len(cells) > id && cells[id] == s.ID })
		require.Positive(r, row, "the shipment %s", s.ID)
		r.same(parcels, row, map[string]string{"Cash on delivery": s.COD})
		cash := cashSums()
		r.cash(cash, s.CODState, s.COD)
		group := [2]string{carriers[s.Carrier], s.State}
		if groups[group] == nil {
			groups[group] = sums{}
		}
		for _, figures := range []sums{total, groups[group]} {
			figures.of("Shipments").add(r, "1")
			figures.of("Cash on delivery").add(r, s.COD)
			for heading, figure := range cash {
				figures.of(heading).add(r, figure.text())
			}
		}
		for heading, figure := range cash {
			require.Equal(r, figure.text(), cmp.Or(r.figure(parcels, row, heading), "0.00"), "%s of %s", heading, s.ID)
		}
	}
	require.Len(r, parcels, rows+1)
	require.Len(r, sheets["Summary"], len(groups)+2)
	for group, figures := range groups {
		row := r.row(sheets["Summary"], group[0], strings.ReplaceAll(group[1], "_", " "))
		for heading, figure := range figures {
			r.same(sheets["Summary"], row, map[string]string{heading: figure.text()})
		}
	}
	want := map[string]string{}
	for heading, figure := range total {
		want[heading] = figure.text()
	}
	r.same(sheets["Summary"], r.row(sheets["Summary"], "Total"), want)
	r.controlled(sheets["Control"], map[string]string{"Cash on delivery: Shipments = Summary": want["Cash on delivery"], "Expected: Shipments = Summary": want["Expected"],
		"Collected: Shipments = Summary": want["Collected"], "Paid out: Shipments = Summary": want["Paid out"]})
	require.EqualValues(r, rows, report["rows"])
	require.Subset(r, report["totals"], reported(total, map[string]string{"cod": "Cash on delivery", "cod_expected": "Expected", "cod_collected": "Collected", "cod_paid_out": "Paid out"}))
}
