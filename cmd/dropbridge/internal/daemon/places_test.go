package daemon

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const oneFeed = "feeds: {shop: {template: yml, out: shop.yml}}\n"

// working is a daemon whose errands are done.
func working(t *testing.T, text string) shop {
	t.Helper()
	d, _, _, err := opened(t, "127.0.0.1:0", text)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	for _, run := range []func(context.Context) error{d.chores.Run, d.looks.Run, d.entries.Run} {
		go func() { ended <- run(ctx) }()
	}
	t.Cleanup(func() {
		stop()
		for range 3 {
			<-ended
		}
	})
	return shop{d}
}

// ask does an action of a person, and gives what is said.
func (s shop) ask(t *testing.T, kind string, values ...string) (string, error) {
	t.Helper()
	a := page.Action{Kind: kind, Values: map[string]string{}, Person: "olena", From: "192.0.2.1:1234", Language: wording.English}
	for n := 0; n < len(values); n += 2 {
		a.Values[values[n]] = values[n+1]
	}
	effect, err := s.Do(t.Context(), a)
	for _, secret := range effect.Secret {
		effect.Text += " " + secret.Text
	}
	return effect.Text, err
}

// acts are what the log of actions has, the newest first.
func (s shop) acts(t *testing.T) (list []string) {
	t.Helper()
	all, err := s.Actions(t.Context(), 0, 100)
	require.NoError(t, err)
	for _, a := range all {
		require.Equal(t, [2]string{"olena", "192.0.2.1"}, [2]string{a.Person, a.Origin})
		list = append(list, strings.TrimSpace(string(a.Kind)+" "+a.About+" "+a.Detail))
	}
	return list
}

// TestBuildsAreRemembered: the last thirty of each feed, over a restart; a file that is damaged
// begins anew.
func TestBuildsAreRemembered(t *testing.T) {
	s := working(t, oneFeed)
	feed := s.feeds[0]
	for n := range 40 {
		s.remember(t.Context(), feed, exporter.Report{Offers: int64(n), Bytes: 7, Changes: &history.Summary{New: int64(n), Gone: 2}})
	}
	s.remember(t.Context(), feed, exporter.Report{Err: errors.New("the supplier is away")})
	ended, stop := context.WithCancel(t.Context())
	stop()
	s.remember(ended, feed, exporter.Report{Err: context.Canceled})
	again, err := openBuildLog(s.Config.Builds())
	require.NoError(t, err)
	for _, builds := range [][]standing.Build{s.Feeds()[0].Builds, again.last("shop")} {
		require.Len(t, builds, 30)
		require.Equal(t, 11, builds[0].Offers)
		require.Equal(t, &standing.Changes{New: 39, Gone: 2}, builds[28].Changes)
		require.Equal(t, "the supplier is away", builds[29].Error)
		require.False(t, builds[29].Published())
	}
	require.NoError(t, os.WriteFile(s.Config.Builds(), []byte("{"), 0o600))
	again, err = openBuildLog(s.Config.Builds())
	require.ErrorContains(t, err, "builds.json")
	require.NoError(t, again.add("shop", standing.Build{Offers: 1}))
	again, err = openBuildLog(s.Config.Builds())
	require.NoError(t, err)
	require.Len(t, again.last("shop"), 1)
}

// TestARefusedFeedSaysWhy: the worst changes are those that lie beside it.
func TestARefusedFeedSaysWhy(t *testing.T) {
	s := working(t, oneFeed)
	feed := s.feeds[0]
	require.NoError(t, os.WriteFile(feed.feed.Out+".refused.csv", []byte(history.ChangesHeading+"gone,1,KB-1,Kettle,10.00,,3,,\r\n"), 0o600))
	s.remember(t.Context(), feed, exporter.Report{Err: &exporter.GuardError{Feed: "shop"}})
	require.Equal(t, []standing.WorstChange{{Kind: "gone", SKU: "KB-1", Name: "Kettle", OldPrice: "10.00"}}, s.Feeds()[0].Worst)
	require.True(t, s.Feeds()[0].Builds[0].Refused)
	s.remember(t.Context(), feed, exporter.Report{Offers: 1})
	require.Empty(t, s.Feeds()[0].Worst)
}

// TestARefusedFeedIsToldInBothLanguages: by the numbers that its guard gives, and the English
// of a code is what the command says.
func TestARefusedFeedIsToldInBothLanguages(t *testing.T) {
	guard := &history.Guard{Fields: history.Required{Images: history.Percent(90)}}
	found := guard.Judge(history.Summary{Was: 10, Is: 5, Priced: 5, Moved: 5, Fields: map[string]history.Count{"images": {Was: 10, Is: 1}}})
	require.Len(t, found, 4)
	found = append(found, found[0].In("beta"), history.NoProducts("beta"))
	for _, f := range append(found, history.Finding{Code: "memory_unreadable", Message: wording.Text(wording.Literal("odd"))}) {
		what, way := guarded(&exporter.GuardError{Feed: "shop", List: "shop.csv", Accept: wording.Literal("publish it"), Findings: []history.Finding{f}})
		require.Equal(t, "feed shop: not published, the last good one stays: "+f.Message.String(), what.In(wording.English))
		require.Equal(t, "look at what would change: shop.csv; to publish it all the same, once: `publish it`", way.In(wording.English))
		if f.Message.Key != "" {
			require.NotContains(t, what.In(wording.Ukrainian), f.Message.String())
		}
		require.NotContains(t, what.In(wording.Ukrainian), "%!")
	}
}

// TestALookAtAProduct is made once for all who ask, and a page is told while it goes on.
func TestALookAtAProduct(t *testing.T) {
	s := working(t, oneFeed)
	reads := 0
	s.Show = func(_ context.Context, feed reading.Feed, skus []string) ([]exporter.Shown, []string, error) {
		reads++
		if skus[0] == "NO" {
			return nil, skus, nil
		}
		return []exporter.Shown{{SKU: skus[0], Name: feed.Name}}, nil, nil
	}
	for range 3 {
		look, err := s.Why(t.Context(), "shop", "KB-1")
		require.NoError(t, err)
		require.Equal(t, "shop", look.Shown[0].Name)
		require.False(t, look.Missing)
	}
	require.Equal(t, 1, reads)
	look, err := s.Why(t.Context(), "shop", "NO")
	require.NoError(t, err)
	require.True(t, look.Missing)
	_, err = s.Why(t.Context(), "none", "KB-1")
	require.ErrorContains(t, err, "no feed none")

	begun, go_on := make(chan struct{}), make(chan struct{})
	s.Show = func(context.Context, reading.Feed, []string) ([]exporter.Shown, []string, error) {
		close(begun)
		<-go_on
		return nil, nil, errors.New("away")
	}
	impatient, stop := context.WithCancel(t.Context())
	go func() {
		<-begun
		stop()
	}()
	look, err = s.Why(impatient, "shop", "KB-2")
	require.NoError(t, err)
	require.True(t, look.Reading.Running())
	close(go_on)
	_, err = s.Why(t.Context(), "shop", "KB-2")
	require.EqualError(t, err, "away")
}

// TestKeysOnThePage: a key is made for what there is alone, opens that, and is in no log.
func TestKeysOnThePage(t *testing.T) {
	s := working(t, oneFeed+"inbox: {sources: {keycrm: {template: generic}}}\n")
	publish(t, s.Daemon, 1)
	said, err := s.ask(t, page.DoMakeKey, "name", " shop of Anna ", "purpose", "feed/shop")
	require.NoError(t, err)
	address := said[strings.LastIndex(said, " ")+1:]
	require.Regexp(t, `^/feeds/[A-Z2-7]{26}/shop\.yml$`, address)
	require.Equal(t, http.StatusOK, ask(s.Daemon, address, there, "").Code)
	for _, wrong := range []string{"feed/none", "feed/", "orders/none", "look/shop", "", "all"} {
		_, err = s.ask(t, page.DoMakeKey, "name", "x", "purpose", wrong)
		require.Error(t, err, wrong)
		require.NotEmpty(t, failure.Hint(err))
	}
	_, err = s.ask(t, page.DoMakeKey, "name", "crm", "purpose", "orders/keycrm")
	require.NoError(t, err)
	_, err = s.ask(t, page.DoRevokeKey, "name", "shop of Anna")
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, ask(s.Daemon, address, there, "").Code)
	require.Equal(t, []string{"key_revoked shop of Anna feed shop", "key_made crm orders keycrm", "key_made shop of Anna feed shop"}, s.acts(t))
	keys, err := s.Keys()
	require.NoError(t, err)
	require.Len(t, keys, 1)
	require.Equal(t, [3]string{keyring.ForOrders, "keycrm", "olena"}, [3]string{keys[0].For, keys[0].Of, keys[0].By})
}

// TestUsersOnThePage: nobody locks himself or everybody out.
func TestUsersOnThePage(t *testing.T) {
	s := working(t, "{}")
	password := "many words that nobody knows"
	set := func(name, role, again string) error {
		_, err := s.ask(t, page.DoSetUser, "name", name, "role", role, "password", password, "again", again)
		return err
	}
	require.ErrorContains(t, set("petro", "look", password), "nobody could act")
	require.ErrorContains(t, set("olena", "act", "another"), "differ")
	require.ErrorContains(t, set("olena", "all", password), "no such role")
	require.NoError(t, set("olena", "act", password))
	require.NoError(t, set("petro", "look", password))
	users := s.Config.Accounts(nil)
	_, right := users.Check("petro", password)
	require.True(t, right)
	for _, mine := range [][]string{{page.DoSetRole, "name", "olena", "role", "look"}, {page.DoRemoveUser, "name", "olena"}} {
		_, err := s.ask(t, mine[0], mine[1:]...)
		require.ErrorContains(t, err, "your own rights")
	}
	_, err := s.ask(t, page.DoSetRole, "name", "petro", "role", "act")
	require.NoError(t, err)
	user, right := users.Check("petro", password)
	require.True(t, right, "the password stays")
	require.Equal(t, "act", user.Role.String())
	_, err = s.ask(t, page.DoSetRole, "name", "nobody", "role", "act")
	require.Error(t, err)
	_, err = s.ask(t, page.DoRemoveUser, "name", "petro")
	require.NoError(t, err)
	require.Equal(t, []string{"user_removed petro", "user_set petro act", "user_set petro look", "user_set olena act"}, s.acts(t))
	require.NotContains(t, strings.Join(s.acts(t), " "), "words")
}

// TestBackupOnThePage writes a whole copy beside the state, and says where.
func TestBackupOnThePage(t *testing.T) {
	s := working(t, "{}")
	s.Orders.Journal = s.Orders.Journal.(*leaving).Journal
	_, err := s.ask(t, page.DoBackup)
	require.NoError(t, err)
	_, one := s.chores.Find(errandBackup)
	<-one.Over()
	require.NoError(t, one.Err)
	in, err := s.Settings(t.Context())
	require.NoError(t, err)
	require.Len(t, in.Backups, 1)
	require.Equal(t, s.Config.Backups(), filepath.Dir(in.Backups[0].File))
	require.Regexp(t, `journal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$`, in.Backups[0].File)
	require.Positive(t, in.Backups[0].Bytes)
	require.NotEmpty(t, in.Process)
	require.Len(t, s.acts(t), 1)
	info, err := os.Stat(in.Backups[0].File)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// TestDamagedMoneyIsSaid: the page of money names the file.
func TestDamagedMoneyIsSaid(t *testing.T) {
	s := working(t, "{}")
	require.NoError(t, os.WriteFile(s.Config.Money(), []byte("{"), 0o600))
	_, err := s.Money(t.Context())
	require.ErrorContains(t, err, "money.json")
}

// TestAnOrdersEntries are those of the exports that are remembered, until there is another one.
func TestAnOrdersEntries(t *testing.T) {
	s := working(t, "{}")
	told, err := s.OrderLedger(t.Context(), "", "ord_1", "KC-1")
	require.NoError(t, err)
	require.Equal(t, page.OrderLedger{}, told, "nothing is remembered yet")
	require.NoDirExists(t, s.Config.Ledgers(), "a page makes no folder")

	october, november := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	export := func(span closed.Span, entries ...supplier.LedgerEntry) {
		books, err := closed.Open(s.Config.Ledgers(), closed.Account{Name: s.Config.Account()}, november)
		require.NoError(t, err)
		w, err := books.Begin(span)
		require.NoError(t, err)
		for _, e := range entries {
			require.NoError(t, w.Add(&e))
		}
		balance := supplier.Balance{Posted: money.Must("1"), Held: money.Must("0"), Available: money.Must("1")}
		require.NoError(t, w.End(balance, balance))
		require.NoError(t, w.Commit())
		require.NoError(t, os.Chtimes(s.Config.Ledgers(), time.Time{}, time.Now().Add(time.Duration(len(entries))*time.Minute))) // on disks whose clocks are coarse, too
	}
	entry := supplier.LedgerEntry{ID: "1", Kind: "accrual", Operation: "order_margin", Amount: money.Must("120.50"), Currency: "UAH", PostedAt: october, OrderID: "ord_1", BalanceAfter: supplier.Balance{Available: money.Must("1")}}
	export(closed.Span{To: november}, entry)
	told, err = s.OrderLedger(t.Context(), "", "ord_1", "KC-1")
	require.NoError(t, err)
	require.Len(t, told.Entries, 1)
	require.Equal(t, "120.50", told.Entries[0].Amount.String())
	require.True(t, november.Equal(told.Until))
	_, one := s.entries.Find(errandNameOf(t, s, "ord_1", "KC-1"))
	again, err := s.OrderLedger(t.Context(), "", "ord_1", "KC-1")
	require.NoError(t, err)
	require.Equal(t, told, again)
	_, same := s.entries.Find(errandNameOf(t, s, "ord_1", "KC-1"))
	require.Same(t, one, same, "it is looked through once")

	second := entry
	second.ID, second.Amount = "2", money.Must("-120.50")
	export(closed.Span{To: november}, entry, second)
	told, err = s.OrderLedger(t.Context(), "", "ord_1", "KC-1")
	require.NoError(t, err)
	require.Len(t, told.Entries, 2, "another export counts at once")
	told, err = s.OrderLedger(t.Context(), "", "ord_2", "KC-2")
	require.NoError(t, err)
	require.Empty(t, told.Entries)

	none, err := working(t, "supplier: {products: {file: list.csv, format: csv}}\n").OrderLedger(t.Context(), "", "ord_1", "KC-1")
	require.NoError(t, err)
	require.True(t, none.None)
}

func errandNameOf(t *testing.T, s shop, id, number string) string {
	t.Helper()
	changed, err := s.Closer.Remembered()
	require.NoError(t, err)
	return entriesName(changed, id, number)
}

// TestNoLedgerWithoutAService: it is said, with the way out, and nothing can be asked for.
func TestNoLedgerWithoutAService(t *testing.T) {
	s := working(t, "supplier: {products: {file: list.csv, format: csv}}\n")
	all, err := s.Money(t.Context())
	require.NoError(t, err)
	require.Error(t, all[0].NoLedger)
	require.NotEmpty(t, failure.Hint(all[0].NoLedger))
	for _, kind := range []string{page.DoReckon, page.DoCloseMonth} {
		_, err := s.ask(t, kind, "month", "2026-01")
		require.Error(t, err)
	}
}

// TestDocumentsAreByNameAlone: of what a close writes, and through no link.
func TestDocumentsAreByNameAlone(t *testing.T) {
	s := working(t, "books: {out: closed}\n")
	folder := s.Config.Path("closed/2020-01")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	secret := s.Config.Path("secret.txt")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "ledger.xlsx"), []byte("book"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600))
	require.NoError(t, os.Symlink(secret, filepath.Join(folder, "act.xlsx")))
	file, err := s.Document("", "2020-01", "ledger.xlsx")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	for _, wrong := range [][2]string{{"2020-01", "notes.txt"}, {"2020-01", "act.xlsx"}, {"2020-01", "orders.xlsx"}, {"..", "ledger.xlsx"}, {"2020-01/../2020-01", "ledger.xlsx"}, {"2020-13", "ledger.xlsx"}, {"2020-01", "../../secret.txt"}} {
		_, err := s.Document("", wrong[0], wrong[1])
		require.ErrorIs(t, err, os.ErrNotExist, "%s", wrong)
	}
	all, err := s.Money(t.Context())
	require.NoError(t, err)
	m := all[0]
	at := len(m.Months) - 1
	require.Equal(t, "2020-01", m.Months[at].Month)
	require.Equal(t, []string{"ledger.xlsx"}, m.Months[at].Files)
	require.Equal(t, http.StatusNotFound, ask(s.Daemon, "/money/2020-01/notes.txt", here, "").Code)
	require.Equal(t, http.StatusOK, ask(s.Daemon, "/money/2020-01/ledger.xlsx", here, "").Code)
	require.NotEqual(t, http.StatusOK, ask(s.Daemon, "/money/2020-01/ledger.xlsx", there, "").Code)
}
