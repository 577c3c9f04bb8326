package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDaemonGivesAPartnerTheFeed: whoever knows a key gets a private feed from elsewhere, no
// key is told by the log or the page, and one that was taken back opens nothing after a restart.
func TestDaemonGivesAPartnerTheFeed(t *testing.T) {
	t.Parallel()
	const first, second, filed = "FIRST-KEY_of-a-partner-1", "SECOND-KEY_of-a-partner-2", "FILED-KEY_of-a-partner-3"
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "partner.keys"), []byte(filed+"\n"), 0o600))
	ask := func(d *runningDaemon, path string) (int, string) {
		request, err := http.NewRequest("GET", d.url+path, nil)
		require.NoError(t, err)
		request.Header.Set("X-Forwarded-For", "203.0.113.9")
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode, string(body)
	}
	const feed = "feeds:\n  partner: {template: csv, out: feeds/private/partner.csv, every: 1h, private: true, gzip: true, key_file: partner.keys, key: "
	d := startDaemon(t, dir, feed+"["+first+", "+second+"]}\n")
	require.Eventually(t, func() bool { return d.snapshot(t).Feeds[0].Bytes > 0 }, patience, 20*time.Millisecond, "%s", d.errs)
	want := string(readFile(t, filepath.Join(dir, "feeds", "private", "partner.csv")))
	for _, key := range []string{first, second, filed} {
		code, body := ask(d, "feeds/"+key+"/partner.csv")
		require.Equal(t, http.StatusOK, code)
		require.Equal(t, want, body)
		code, _ = ask(d, "feeds/"+key+"/partner.csv.gz")
		require.Equal(t, http.StatusOK, code)
	}
	_, unknown := ask(d, "feeds/none.csv")
	code, body := ask(d, "feeds/WRONG-KEY_of-a-partner-9/partner.csv")
	require.Equal(t, http.StatusNotFound, code)
	require.Equal(t, unknown, body)
	for _, path := range []string{"", "feeds", "status.json", "healthz", "metrics"} {
		_, body := ask(d, path)
		require.NotContains(t, body, "KEY_of", path)
		answer, err := http.Get(d.url + path)
		require.NoError(t, err)
		own, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.NotContains(t, string(own), "KEY_of", path)
		if path == "feeds" {
			require.Contains(t, string(own), "3 keys for partners")
		}
	}
	require.Zero(t, d.stop())
	require.NotContains(t, d.errs.String(), "KEY_of")

	d = startDaemon(t, dir, feed+second+"}\n")
	code, _ = ask(d, "feeds/"+first+"/partner.csv")
	require.Equal(t, http.StatusNotFound, code, "it was taken back")
	code, body = ask(d, "feeds/"+second+"/partner.csv")
	require.Equal(t, http.StatusOK, code, "the last good file is served at once")
	require.NotEmpty(t, body)
	require.Zero(t, d.stop())
}

// TestDaemonPublishesOverNoFileOfOthers: that feed fails with the way out, in the log too,
// and the others go on.
func TestDaemonPublishesOverNoFileOfOthers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mine := filepath.Join(dir, "feeds", "mine.csv")
	require.NoError(t, os.MkdirAll(filepath.Dir(mine), 0o755))
	require.NoError(t, os.WriteFile(mine, []byte("mine\n"), 0o644))
	d := startDaemon(t, dir, "feeds:\n  mine: {template: csv, out: feeds/mine.csv}\n  shop: {template: yml, out: feeds/shop.yml}\n")
	require.Eventually(t, func() bool {
		s := d.snapshot(t)
		return s.Feeds[0].Error != "" && !s.Feeds[1].Published.IsZero()
	}, patience, 50*time.Millisecond, "%s", d.errs)
	said := d.snapshot(t).Feeds[0]
	require.Contains(t, said.Error, "mine.csv is there, and dropbridge did not write it: it stays as it is")
	require.Regexp(t, `to replace it, once: dropbridge --config \S+ export mine --overwrite$`, said.Mend)
	require.FileExists(t, filepath.Join(dir, "feeds", "shop.yml"))
	require.Equal(t, "mine\n", string(readFile(t, mine)))
	require.Zero(t, d.stop())
	require.Contains(t, d.errs.String(), "export mine --overwrite")
}
