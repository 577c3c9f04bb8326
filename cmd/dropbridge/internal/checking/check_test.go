package checking

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkingIn is the check of a config in a language, as far as nobody else is asked.
func checkingIn(t *testing.T, l wording.Language) (details string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "inbox"), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(`
feeds: {yml: {template: yml, out: feeds/a.yml, every: "0 3 * * *", quiet: "01:00-05:00"}}
backup: {every: "0 3 * * *", quiet: "01:00-05:00"}
books: {files: {ledger: {book: ledger, out: "books/{month}.xlsx", every: "0 3 1 * *"}}}
`), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	p := &Program{Now: time.Now, Say: l.Say, People: func() terminal.Printer { return terminal.Printer{Language: l} }}
	var said strings.Builder
	add := func(name, detail string, err error) bool {
		require.NoError(t, err, name)
		fmt.Fprintln(&said, strings.ReplaceAll(detail, dir+string(filepath.Separator), ""))
		return true
	}
	p.checkFeeds(c, add)
	p.checkFolders(c, add)
	p.checkBackup(t.Context(), c, &checkReport{}, add)
	p.checkBooks(c, add)
	p.checkClock(time.Second, add)
	add("shop", p.describeShop(c), nil)
	for _, kind := range []string{supplier.IdempotencyNone, supplier.IdempotencyExternalID, supplier.IdempotencyKey} {
		add("idempotency", p.describePromise(supplier.Idempotency{Kind: kind, Lifetime: time.Hour}), nil)
	}
	return said.String()
}

// TestALineHasOneLanguage: that of the config. What has no other name in it stays: keys, fields and files.
func TestALineHasOneLanguage(t *testing.T) {
	english := checkingIn(t, wording.English)
	require.NotRegexp(t, `\p{Cyrillic}`, english)
	for _, says := range []string{"yml → feeds/a.yml; needs id, price, name; takes currency ", "; next built 20", "when the quiet hours end", "writable", "not there yet, can be made; next on 20"} {
		require.Contains(t, english, says)
	}
	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`[a-z]{3,}`).FindAllString(checkingIn(t, wording.Ukrainian), -1) {
		words[word] = true
	}
	for _, word := range strings.Fields("the needs takes next writable not there can made when quiet hours end within supplier order nothing promised set feeds say") {
		if word != "feeds" { // a folder, and a key
			require.False(t, words[word], "%q is English", word)
		}
	}
}

// TestAnErrorHasOneLanguage: one of the catalogue is said in the config's, and one that others have said
// something around stays English, with its way out in the config's.
func TestAnErrorHasOneLanguage(t *testing.T) {
	p := &Program{Hint: failure.Hint, People: func() terminal.Printer { return terminal.Printer{Language: wording.Ukrainian} }}
	err := refusal.New(failure.Other, wording.NewMessage("check_text.not_writable", "open a"), wording.NewMessage("check_text.not_writable_way"))
	what, way := p.told(err)
	require.Equal(t, []string{wording.Ukrainian.Say("check_text.not_writable", "open a"), wording.Ukrainian.Say("check_text.not_writable_way")}, []string{what, way})
	what, way = p.told(fmt.Errorf("the folder a: %w", err))
	require.Equal(t, []string{"the folder a: not writable: open a", wording.Ukrainian.Say("check_text.not_writable_way")}, []string{what, way})
	what, way = p.told(errors.Join(fs.ErrClosed))
	require.Equal(t, []string{fs.ErrClosed.Error(), ""}, []string{what, way})
}

// TestRequestsInUkrainian shows what would be sent.
func TestRequestsInUkrainian(t *testing.T) {
	for l, want := range map[wording.Language]string{
		wording.English: `
the requests that would be sent, for three examples of orders:

paid in advance
  none: such an order is refused: no prepaid

on delivery
  POST http://a/orders
  headers: Content-Type; the token stands in: Authorization
  {
    "a": 1
  }
  sent as application/x-www-form-urlencoded:
  a=1
  then, with the id that the supplier answers: PUT /orders/ID
  not in this example, and an order that has it is refused: comment
`,
		wording.Ukrainian: `
запити, які було б надіслано для трьох прикладів замовлень:

paid in advance
  немає: таке замовлення буде відхилено: no prepaid

on delivery
  POST http://a/orders
  заголовки: Content-Type; токен стоїть тут: Authorization
  {
    "a": 1
  }
  надсилається як application/x-www-form-urlencoded:
  a=1
  потім, з номером, який поверне постачальник: PUT /orders/ID
  немає в цьому прикладі, а замовлення з цим буде відхилено: comment
`,
	} {
		var out strings.Builder
		c := &config.Config{}
		c.Supplier.BaseURL = "http://a/"
		(&Program{Out: &out, Say: l.Say}).printRequests(c, []mapping.DryRun{{Title: wording.Text(wording.Literal("paid in advance")), Refused: "no prepaid"},
			{Title: wording.Text(wording.Literal("on delivery")), Method: "POST", Path: "/orders", Headers: []string{"Content-Type"}, Token: "Authorization", Body: []byte(`{"a":1}`),
				Type: "application/x-www-form-urlencoded", Sent: "a=1", Then: "PUT /orders/ID", LeftOut: []string{"comment"}}})
		require.Equal(t, want, out.String())
	}
}

// TestACopyThatDoesNotFit is told in figures that people read.
func TestACopyThatDoesNotFit(t *testing.T) {
	dir := t.TempDir()
	journal := filepath.Join(dir, "journal.db")
	require.NoError(t, os.WriteFile(journal, nil, 0o600))
	require.NoError(t, requireRoom(filepath.Join(dir, "none"), journal))
	require.NoError(t, os.Truncate(journal, 1<<43)) // all of it a hole
	require.ErrorContains(t, requireRoom(filepath.Join(dir, "none"), journal), "it takes 8796 GB, and ")
}
