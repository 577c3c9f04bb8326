package page

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// stillKeeper is what a still shop keeps.
type stillKeeper struct {
	keys      []keyring.Key
	users     []accounts.Account
	purse     Money
	purses    []Money // of further suppliers
	documents string  // a folder of MONTH-NAME
	inForce   Settings
	actions   []state.Action
	undoable  []int64 // ids of actions
	reading   Errand  // of products
	broken    error   // what reading any of it ends with

	ledger OrderLedger // of each order
}

func (s *stillKeeper) OrderLedger(context.Context, string, string, string) (OrderLedger, error) {
	return s.ledger, s.broken
}

func (s *stillKeeper) Keys() ([]keyring.Key, error)       { return s.keys, s.broken }
func (s *stillKeeper) Users() ([]accounts.Account, error) { return s.users, s.broken }
func (s *stillKeeper) Money(context.Context) ([]Money, error) {
	return append([]Money{s.purse}, s.purses...), s.broken
}
func (s *stillKeeper) Settings(context.Context) (Settings, error) { return s.inForce, s.broken }
func (s *stillKeeper) Document(_, month, name string) (*os.File, error) {
	if s.documents == "" {
		return nil, fs.ErrNotExist
	}
	return os.Open(filepath.Join(s.documents, month+"-"+name))
}

func (s *stillKeeper) Actions(_ context.Context, before int64, most int) (list []state.Action, err error) {
	for _, a := range s.actions {
		if (before == 0 || a.ID < before) && len(list) < most {
			list = append(list, a)
		}
	}
	return list, s.broken
}

func (s *stillKeeper) Undoable(_ context.Context, a state.Action) bool {
	return slices.Contains(s.undoable, a.ID)
}

// busyKeeper keeps much, with data that tries to break out of the pages.
func busyKeeper() stillKeeper {
	key := keyring.Key{Name: "shop of Anna", For: keyring.ForFeed, Of: "prom", SHA256: strings.Repeat("ab", 32), Made: noon().AddDate(0, -1, 0), By: "olena " + script, Used: "2026-11-19"}
	orders := keyring.Key{Name: "crm", For: keyring.ForOrders, SHA256: strings.Repeat("cd", 32), Made: noon()}
	figures := &standing.Money{At: noon().Add(-time.Hour), From: "2026-09-01", Currency: "UAH", Entries: 1200, Available: money.Must("125400.50"), Held: money.Must("3200"),
		Days:     []standing.MoneyDay{{Day: "2026-09-01", Available: money.Must("100"), Held: money.Must("0")}, {Day: "2026-09-02", Available: money.Must("100"), Held: money.Must("0")}, {Day: "2026-09-03", Available: money.Must("-50.25"), Held: money.Must("3200")}},
		Holds:    []standing.Hold{{Order: "KC-1 " + script, Amount: money.Must("3200"), Placed: noon().AddDate(0, 0, -3), Expected: noon().AddDate(0, 0, 4)}},
		AllHolds: 3, Payouts: []standing.Payout{{At: noon().AddDate(0, 0, -7), Document: "ПД-17 " + script, Amount: money.Must("9000"), Covered: 14}},
		Misfits: []wording.Message{wording.Literal("entry 17 came late " + script)}, AllMisfits: 22, Moved: map[string]int{"2026-10": 2}}
	ledger := OrderLedger{OfOrder: closed.OfOrder{Until: noon(), Gaps: true, Payouts: map[string]supplier.LedgerEntry{"po": {PostedAt: noon(), DocumentNumber: "ПД-17 " + script}},
		Entries: []supplier.LedgerEntry{{Kind: "accrual", Operation: "order_margin " + script, Amount: money.Must("1320.50"), Currency: "UAH", PostedAt: noon().AddDate(0, 0, -2), DocumentNumber: "А-1 " + script, PayoutID: "po"},
			{Kind: "hold", Operation: "hold_placed", Amount: money.Must("-200"), Currency: "UAH", PostedAt: noon().AddDate(0, 0, -1)}}}}
	return stillKeeper{ledger: ledger, keys: []keyring.Key{key, orders}, users: []accounts.Account{{Name: "anna", Role: "act", Config: true}, {Name: "petro", Role: "look", Made: noon()}},
		purse: Money{Figures: figures, Reading: Errand{Began: noon(), Ended: noon(), Err: errors.New("the supplier is away " + script)}, Closing: Errand{About: "2026-09", Began: noon().Add(-time.Minute), Done: 400},
			Failing: &standing.Books{Failing: "2026-08", Error: "notes.txt is in the way " + script, Mend: "take it away"},
			Months:  []Month{{Month: "2026-10", Files: []string{"ledger.xlsx", "close.html"}, Closed: noon(), Differences: 1, Moved: 2}, {Month: "2026-09"}, {Month: "2026-08"}}},
		inForce: Settings{Calls: []Calls{{Line: calls.Line{Op: "list orders", Calls: 120, Failed: 3, Throttled: 1, Took: time.Minute}}, {Line: calls.Line{Op: "odd " + script, Calls: 1}, Supplier: "beta"}}, Limits: []string{"10/s"}, Process: "host-1", Others: []string{"host-2 " + script}, Journal: "/srv/state/journal.db", Backups: []Backup{{File: "/srv/backups/journal.db", Bytes: 4096, At: noon()}},
			Channels: []standing.Channel{{Name: "mail", Sent: noon()}, {Name: "on_result keycrm", Waiting: 2, Error: "550 " + script, Since: noon()}},
			Sources: []Source{{Template: "generic"}, {Name: "keycrm", Template: "generic", Prefix: "KC-", Carrier: "nova_poshta", Ignored: []string{"Нотатка " + script},
				Words: []SourceWord{{"state", "Готово " + script, "post"}, {"state", "Відмова", "cancelled"}, {"payment", "накладний", "cod"}, {"carrier", "НП", "nova_poshta"}}}}},
		undoable: []int64{7, 8},
		actions: []state.Action{{ID: 10, At: noon(), Person: "olena", Kind: state.ActedKeyRevoked, About: "old"}, {ID: 9, At: noon(), Person: "olena " + script, Kind: state.ActedKeyMade, About: "shop " + script, Detail: "feed prom", Origin: "192.0.2.1:1234"},
			{ID: 8, At: noon().AddDate(0, 0, -1), Kind: state.ActionKind(state.DecidedPosted), About: "KC-1", Source: "keycrm", Origin: state.OriginCommand},
			{ID: 7, At: noon(), Person: "olena", Kind: state.ActedTaught, About: "odd " + script, Detail: "post"}}}
}

// looking is a visitor who may look alone.
func looking(*http.Request) Visitor { return Visitor{Name: "guest", Sees: true} }

// TestSecretsAreShownOnce: the next page has a new key, and no page after it.
func TestSecretsAreShownOnce(t *testing.T) {
	shop := &still{effect: Effect{Text: "made", Secret: []Secret{{"Key", "SECRETSECRET"}, {"Address", "/feeds/SECRETSECRET/a.yml"}}}}
	h := New(Options{Shop: shop})
	next := post(h, "/act", url.Values{"act": {DoMakeKey}, "back": {"/feeds"}}).Header().Get("Location")
	page := get(h, next).Body.String()
	require.Contains(t, page, `value="SECRETSECRET"`)
	require.Contains(t, page, `value="http://example.com/feeds/SECRETSECRET/a.yml"`)
	require.NotContains(t, get(h, next).Body.String(), "SECRETSECRET")
}

// TestEffectsOutlastThePages: what was done on the pages of a program that begins anew meanwhile is
// told by the next ones.
func TestEffectsOutlastThePages(t *testing.T) {
	effects := NewEffects()
	next := post(New(Options{Shop: &still{effect: Effect{Text: "the config is written"}}, Effects: effects}), "/act", url.Values{"act": {DoSaveConfig}, "back": {"/settings"}}).Header().Get("Location")
	require.Contains(t, get(New(Options{Shop: &still{}, Effects: effects}), next).Body.String(), "the config is written")
	require.NotContains(t, get(New(Options{Shop: &still{}}), next).Body.String(), "the config is written")
}

// TestRefusalsAreInTheLanguageOfThePerson, with the way out.
func TestRefusalsAreInTheLanguageOfThePerson(t *testing.T) {
	shop := &still{refuse: refusal.New(failure.Usage, wording.NewMessage("keys.taken", "a"), wording.NewMessage("keys.taken.way"))}
	h := New(Options{Shop: shop, Language: wording.Ukrainian})
	next := get(h, post(h, "/act", url.Values{"act": {DoMakeKey}}).Header().Get("Location")).Body.String()
	require.Contains(t, next, "ключ a уже є")
	require.Contains(t, next, "назвіть новий інакше")
}

// TestFeedAddresses are whole: those of the config, or else as the browser has asked; those of a
// feed with keys show where the key stands.
func TestFeedAddresses(t *testing.T) {
	shop := busyShop()
	require.Contains(t, get(New(Options{Shop: shop}), "/feeds").Body.String(), `value="http://example.com/feeds/KEY/prom.yml"`)
	page := get(New(Options{Shop: shop, URL: "https://shop.example/db/"}), "/feeds").Body.String()
	require.Contains(t, page, `value="https://shop.example/db/feeds/KEY/prom.yml"`)
	require.Contains(t, page, `value="https://shop.example/db/feeds/partner.csv"`)
	require.Contains(t, page, "from 5900 to 5988; not published: 1.")
	require.Contains(t, page, "What would change if the feed were published: 0 new, 40 gone")
	require.Contains(t, page, `<td class="amount" data-label="Price is">900.00</td>`)
	require.Contains(t, page, "Keys that stand in the config: 2.")
	require.NotContains(t, get(New(Options{Shop: shop, Visitor: looking}), "/feeds").Body.String(), `value="revoke_key"`)
}

// TestReasonsHaveWords: each code for which a product is left out has a word in both languages.
func TestReasonsHaveWords(t *testing.T) {
	text, err := os.ReadFile("../../../exporter/remark/code.go")
	require.NoError(t, err)
	_, block, _ := strings.Cut(string(text), "for which a product is left out.")
	block, _, _ = strings.Cut(block, "\n)")
	codes := regexp.MustCompile(`Code = "([a-z_]+)"`).FindAllStringSubmatch(block, -1)
	require.Len(t, codes, 11)
	for _, code := range codes {
		for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
			require.NotEqual(t, code[1], l.Word("left_out", code[1]))
		}
	}
}

// TestActionsHaveWords: each kind of action has a word.
func TestActionsHaveWords(t *testing.T) {
	for _, file := range []string{"../../../importer/state/action.go", "../../../importer/state/decision.go"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		kinds := regexp.MustCompile(`(?:ActionKind|DecisionKind)\s+= "([a-z_]+)"`).FindAllStringSubmatch(string(text), -1)
		require.Greater(t, len(kinds), 6)
		for _, kind := range kinds {
			require.NotEqual(t, kind[1], wording.English.Word("acted", kind[1]))
		}
	}
}

// TestALookThatTakesLong says that it goes on, and for how long.
func TestALookThatTakesLong(t *testing.T) {
	shop := busyShop()
	shop.reading = Errand{About: "KB-01", Began: noon().Add(-40 * time.Second)}
	page := get(New(Options{Shop: shop}), "/why?feed=prom&sku=KB-01").Body.String()
	require.Contains(t, page, "is being read to find KB-01, for 40 s so far")
	require.Contains(t, page, `href="/why?feed=prom&amp;sku=KB-01"`)
	shop.reading = Errand{}
	require.Contains(t, get(New(Options{Shop: shop}), "/why?feed=prom&sku=KB-01").Body.String(), "Why is KB-01 so?")
	require.Equal(t, http.StatusNotFound, get(New(Options{Shop: shop}), "/why?feed=prom&sku=KB-99").Code)
}

// TestMoney: balance, holds, payouts and what does not fit stand there, with the months.
func TestMoney(t *testing.T) {
	shop := busyShop()
	page := get(New(Options{Shop: shop}), "/money").Body.String()
	for _, text := range []string{"125,400.50 UAH", "Reckoned", "1 h ago", "held from 0.00 UAH to 3,200.00 UAH", "And 21 more things.", "And 2 more holds.", "entry 17 came late &lt;script&gt;",
		"Closed, and 2 entries have changed since.", "Not closed: notes.txt is in the way", `href="/money/2026-10/close.html"`, "the supplier is away", "The month 2026-09 is being closed, for 1 min so far, entries: 400."} {
		require.Contains(t, page, text)
	}
	require.Equal(t, 3, strings.Count(page, `name="act" value="close_month"`))
	require.Contains(t, page, `name="accept"`)
	require.Equal(t, 2, strings.Count(page, `<tr><td data-label="Day">0`), "of the days those on which something changed")
	looked := get(New(Options{Shop: shop, Visitor: looking}), "/money").Body.String()
	require.Contains(t, looked, "125,400.50")
	require.NotContains(t, looked, `name="act"`)

	shop.purse.Figures.Currency = "EUR"
	require.Contains(t, get(New(Options{Shop: shop}), "/money").Body.String(), "125,400.50\u00a0EUR")
	shop.purse.Figures.Partial = true
	require.Contains(t, get(New(Options{Shop: shop}), "/money").Body.String(), "cannot be trusted")
	shop.purse = Money{NoLedger: failure.Mistake("name a service", "there is no service")}
	page = get(New(Options{Shop: shop}), "/money").Body.String()
	require.Contains(t, page, "there is no service")
	require.Contains(t, page, "name a service")
	require.NotContains(t, page, `name="act"`)
}

// TestMoneyOfSeveral: each supplier's figures stand there under his name, and what they come to
// together, by currency; each has his own buttons.
func TestMoneyOfSeveral(t *testing.T) {
	of := func(currency, available, held string, misfits int) *standing.Money {
		return &standing.Money{At: noon(), Currency: currency, Available: money.Must(available), Held: money.Must(held), AllMisfits: misfits}
	}
	shop := &still{}
	shop.purse = Money{Supplier: "alpha", Figures: of("", "100.50", "10", 2), Months: []Month{{Month: "2026-10", Files: []string{"ledger.xlsx"}}}}
	shop.purse.Figures.Payouts = []standing.Payout{{At: noon().AddDate(0, 0, -7), Amount: money.Must("9000")}}
	shop.purses = []Money{{Supplier: "beta", Figures: of("UAH", "200", "1", 1), Months: []Month{{Month: "2026-10", Closed: noon(), Elsewhere: "north"}}},
		{Supplier: "gamma", Figures: of("EUR", "7", "0", 0)}, {Supplier: "delta"}}
	page := get(New(Options{Shop: shop}), "/money").Body.String()
	for _, text := range []string{`href="#of-alpha"`, `id="of-gamma"`, "In all, UAH", "300.50 UAH", "11.00 UAH", ">3<", "In all, EUR", "7.00\u00a0EUR", "9,000.00 UAH",
		`href="/money/2026-10/ledger.xlsx?supplier=alpha"`, `name="supplier" value="*"`, `name="supplier" value="delta"`, "are on the machine north"} {
		require.Contains(t, page, text)
	}
	require.NotContains(t, page, "307", "two currencies are never added up")
	require.Equal(t, 1, strings.Count(page, `id="month-alpha-2026-10"`))
	require.Equal(t, 1, strings.Count(page, `id="month-beta-2026-10"`))
}

// TestMonthsSayHowTheyStand.
func TestMonthsSayHowTheyStand(t *testing.T) {
	f := &frame{Language: wording.English, Snapshot: standing.Snapshot{Now: noon()}}
	for said, month := range map[string]Month{"Not closed.": {}, "The documents are ready.": {Files: []string{"ledger.xlsx"}}, "Closed, and all fits.": {Closed: noon(), Files: []string{"ledger.xlsx"}},
		"Closed, and one thing does not fit.": {Closed: noon(), Differences: 1}, "Closed, and one entry has changed since.": {Closed: noon(), Differences: 1, Moved: 1}} {
		require.Equal(t, said, f.month(month, Money{}).State)
	}
}

// TestDocuments are downloaded by whoever may look; the page of a month can do nothing, and its
// style is its own.
func TestDocuments(t *testing.T) {
	shop := &still{}
	shop.documents = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(shop.documents, "2026-10-ledger.xlsx"), []byte("book"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(shop.documents, "2026-10-close.html"), []byte("<p>page"), 0o600))
	h := New(Options{Shop: shop, Visitor: looking})
	book := get(h, "/money/2026-10/ledger.xlsx")
	require.Equal(t, "book", book.Body.String())
	require.Equal(t, `attachment; filename=2026-10-ledger.xlsx`, book.Header().Get("Content-Disposition"))
	page := get(h, "/money/2026-10/close.html")
	require.Equal(t, "<p>page", page.Body.String())
	require.Contains(t, page.Header().Get("Content-Security-Policy"), "sandbox")
	require.Equal(t, http.StatusNotFound, get(h, "/money/2026-09/ledger.xlsx").Code)
	stranger := New(Options{Shop: shop, Visitor: func(*http.Request) Visitor { return Visitor{} }})
	for _, address := range []string{"/money", "/money/2026-10/ledger.xlsx", "/settings", "/settings/log", "/feeds"} {
		answer := get(stranger, address)
		require.Equal(t, http.StatusForbidden, answer.Code, address)
		require.NotContains(t, answer.Body.String(), "book")
	}
}

// TestWhatIsInForce stands on the page of settings, and what cannot be read is said there.
func TestWhatIsInForce(t *testing.T) {
	shop := busyShop()
	page := get(New(Options{Shop: shop}), "/settings").Body.String()
	for _, text := range []string{"called off", "cash on delivery", "http.users", "looks and acts", "feed prom", "host-1", "500 ms", ">10/s<", "host-2", "/srv/backups/journal.db", "2 messages wait", "Columns that are not read", `type="password"`} {
		require.Contains(t, page, text)
	}
	shop.snapshot.Processes = []standing.Process{{Name: "a1b2", Host: "north", Version: "v1.2.3", Roles: []string{"post", "http"}, Sending: 2, Jobs: []string{"post"}, Waits: map[string]string{"post": "the supplier is away"}, Seen: noon()}, {Name: "c3d4", Fenced: true}}
	shop.snapshot.Queues = []standing.Queue{{Kind: "results", Waiting: 7, Running: 1, Oldest: 90 * time.Second}}
	shared := get(New(Options{Shop: shop}), "/settings").Body.String()
	for _, text := range []string{"a1b2", "north", "<code>http</code>", "post: the supplier is away", "orders being sent: 2", "silent for too long", "<code>results</code>", ">7<", "1m30s"} {
		require.Contains(t, shared, text)
	}
	require.NotContains(t, shared, "host-2", "the list has them all")
	require.Equal(t, 1, strings.Count(page, `value="remove_user"`), "who stands in the config is changed there")
	looked := get(New(Options{Shop: shop, Visitor: looking}), "/settings").Body.String()
	require.NotContains(t, looked, `name="act"`)
	shop.broken = errors.New("state/keys.yaml is damaged")
	require.Contains(t, get(New(Options{Shop: shop}), "/settings").Body.String(), "state/keys.yaml is damaged")
	require.Contains(t, get(New(Options{Shop: shop}), "/feeds").Body.String(), "state/keys.yaml is damaged")
	shop.inForce.NoBackup = errors.New("it is on a server")
	require.NotContains(t, get(New(Options{Shop: shop}), "/settings").Body.String(), `value="backup"`)
}

// TestLog: what people did comes in pages, the newest first, with words for what it was.
func TestLog(t *testing.T) {
	shop := busyShop()
	h := New(Options{Shop: shop, Visitor: looking})
	page := get(h, "/settings/log").Body.String()
	for _, text := range []string{"a key was made", "the supplier has the order", "a command", "192.0.2.1:1234", "olena &lt;script&gt;"} {
		require.Contains(t, page, text)
	}
	require.NotContains(t, page, ">Older<")
	shop.actions = nil
	for id := int64(120); id > 0; id-- {
		shop.actions = append(shop.actions, state.Action{ID: id, Kind: state.ActedLogin, About: "n"})
	}
	require.Contains(t, get(h, "/settings/log").Body.String(), `href="/settings/log?before=71"`)
	require.Contains(t, get(h, "/settings/log?before=71").Body.String(), `href="/settings/log?before=21"`)
	last := get(h, "/settings/log?before=21").Body.String()
	require.Equal(t, 20, strings.Count(last, ">log-in<"))
	require.NotContains(t, last, ">Older<")
	shop.broken = errors.New("postgres at 10.0.0.9 is away")
	answer := get(h, "/settings/log")
	require.Equal(t, http.StatusServiceUnavailable, answer.Code)
	require.NotContains(t, answer.Body.String(), "10.0.0.9")
}

// TestCharts lie within their drawing, whatever they draw.
func TestCharts(t *testing.T) {
	require.Nil(t, newSparkline([]float64{1}, ""))
	require.Equal(t, []chartLine{{"line", "2.0,30.0 80.0,16.0 158.0,2.0"}}, newSparkline([]float64{10, 15, 20}, "").Lines)
	require.Equal(t, []chartLine{{"line", "2.0,16.0 158.0,16.0"}}, newSparkline([]float64{7, 7}, "").Lines)
}

// TestTheLogTakesBack what can be taken back, the last of each thing alone, and says of the rest
// why not; the form says what becomes of it.
func TestTheLogTakesBack(t *testing.T) {
	shop := &still{stillKeeper: stillKeeper{undoable: []int64{2, 3, 4}, actions: []state.Action{
		{ID: 5, Kind: state.ActedKeyRevoked, About: "crm"}, {ID: 4, Kind: state.ActedTaught, About: "odd", Detail: "post"},
		{ID: 3, Kind: state.ActionKind(state.DecidedKeep), About: "1"}, {ID: 2, Kind: state.ActionKind(state.DecidedRetry), About: "1"}, {ID: 1, Kind: state.ActedLogin}}}}
	h := New(Options{Shop: shop, Language: wording.English})
	page := get(h, "/settings/log").Body.String()
	require.Contains(t, page, `<input type="hidden" name="id" value="4">`)
	require.Contains(t, page, "odd&#34; is taken out of the config")
	require.Contains(t, page, `<input type="hidden" name="id" value="3">`)
	require.NotContains(t, page, `name="id" value="2"`, "a later decision about the order stands before it")
	require.Equal(t, 2, strings.Count(page, `value="undo"`))
	require.Contains(t, page, "cannot be taken back: make a new key")
	require.NotContains(t, get(New(Options{Shop: shop, Visitor: looking}), "/settings/log").Body.String(), `value="undo"`)
	require.Equal(t, http.StatusSeeOther, post(h, "/act", url.Values{"act": {DoUndo}, "id": {"4"}}).Code)
	require.Equal(t, map[string]string{"id": "4"}, shop.done[0].Values)
}

// TestEachButtonSaysWhatItDoes before it is pressed, on every place.
func TestEachButtonSaysWhatItDoes(t *testing.T) {
	h := New(Options{Shop: busyShop(), Language: wording.Ukrainian})
	for name, address := range addresses() {
		page := get(h, address).Body.String()
		for _, form := range strings.Split(page, `<details class="deed`)[1:] {
			form, _, _ = strings.Cut(form, "</details>")
			require.Regexp(t, `<p><bdi>[^<]{20,}`, form, name)
		}
	}
}
