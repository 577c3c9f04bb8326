package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMoneyOnThePage: the ledger is read and a month closed by forms alone, the books are
// downloaded by name, what was done is in the log, and a forged form does nothing.
func TestMoneyOnThePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := startDaemon(t, dir, "books: {out: closed}\n")
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	read := func(answer *http.Response, err error) string {
		require.NoError(t, err)
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return string(body)
	}
	see := func(path string) string { return read(browser.Get(d.url + path)) }
	act := func(values url.Values) string {
		token := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(see("money"))
		require.NotNil(t, token)
		values.Set("csrf", token[1])
		values.Set("back", "/money")
		return read(browser.PostForm(d.url+"act", values))
	}
	require.Contains(t, see("money"), "will stand here")
	require.Contains(t, act(url.Values{"act": {"reckon"}}), "being read")
	require.Eventually(t, func() bool {
		return regexp.MustCompile(`<dt>Available</dt><dd>-?[\d,]+\.\d\d UAH</dd>`).MatchString(see("money"))
	}, patience, 50*time.Millisecond, "%s", d.errs)
	require.FileExists(t, filepath.Join(dir, "state", "money.json"))

	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := time.Now().In(zone)
	month := time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01")
	act(url.Values{"act": {"close_month"}, "month": {now.Format("2006-01")}})
	require.Eventually(t, func() bool { return regexp.MustCompile(`is not over: it can be closed from`).MatchString(see("money")) }, patience, 50*time.Millisecond)
	act(url.Values{"act": {"close_month"}, "month": {month}})
	document := "money/" + month + "/ledger.xlsx"
	require.Eventually(t, func() bool { return regexp.MustCompile(`href="/` + document).MatchString(see("money")) }, patience, 50*time.Millisecond, "%s", d.errs)
	require.Equal(t, string(readFile(t, filepath.Join(dir, "closed", month, "ledger.xlsx"))), see(document))
	require.Contains(t, see("money/"+month+"/close.html"), "<style>")
	require.Contains(t, see("money/..%2f..%2fstate/ledger.xlsx"), "no such document")
	require.Eventually(t, func() bool {
		return regexp.MustCompile(`a month was closed</bdi></td>\s+<td[^>]*><bdi>` + month).MatchString(see("settings/log"))
	}, patience, 50*time.Millisecond)

	forged, err := http.PostForm(d.url+"act", url.Values{"act": {"reckon"}, "csrf": {"forged"}})
	require.NoError(t, err)
	require.NoError(t, forged.Body.Close())
	require.Equal(t, http.StatusForbidden, forged.StatusCode)
	require.Zero(t, d.stop())
}
