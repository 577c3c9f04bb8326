package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDaemonClosesTheMonth: once, whatever is restarted; where the folder holds what is not
// of a month's close, the page and the health say so, and it is closed once that is gone.
func TestDaemonClosesTheMonth(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := time.Now().In(zone)
	month := time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01")
	folder := filepath.Join(dir, "closed", month)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600))
	const config = "language: uk\nbooks: {close: 1d, out: closed, files: {sold: {book: orders}}}\n"

	d := startDaemon(t, dir, config)
	require.Eventually(t, func() bool { s := d.snapshot(t); return s.Books != nil && s.Books.Error != "" }, patience, 20*time.Millisecond, "%s", d.errs)
	books := d.snapshot(t).Books
	require.Equal(t, month, books.Failing)
	require.Contains(t, books.Error, "notes.txt")
	require.Equal(t, "заберіть його звідти або назвіть іншу теку", books.Mend)
	answer, err := http.Get(d.url + "healthz")
	require.NoError(t, err)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
	require.Contains(t, string(body), "the month "+month+" is not closed")
	require.Zero(t, d.stop())

	var status bytes.Buffer
	require.Equal(t, exitDone, run(t.Context(), []string{"--config", filepath.Join(dir, "dropbridge.yaml"), "status"}, os.LookupEnv, nil, &status, io.Discard))
	require.Contains(t, status.String(), "місяць "+month+" не закрито: ")
	require.Contains(t, status.String(), "заберіть його звідти або назвіть іншу теку; `run` пробує далі, а `dropbridge close --month "+month+" --out FOLDER` закриває місяць одразу")

	require.NoError(t, os.Remove(filepath.Join(folder, "notes.txt")))
	d = startDaemon(t, dir, config)
	require.Eventually(t, func() bool { s := d.snapshot(t); return s.Books != nil && s.Books.Month == month }, patience, 50*time.Millisecond, "%s", d.errs)
	books = d.snapshot(t).Books
	require.Equal(t, filepath.Join(folder, "close.html"), books.Page)
	require.Empty(t, books.Error)
	require.True(t, books.Next.After(now))
	require.FileExists(t, books.Page)
	require.Eventually(t, func() bool { return !d.snapshot(t).BookFiles[0].Written.IsZero() }, patience, 50*time.Millisecond, "%s", d.errs)
	require.Equal(t, month, d.snapshot(t).BookFiles[0].Month, "a book by schedule is of the month before, too")
	require.FileExists(t, filepath.Join(dir, "closed", "sold-"+month+".xlsx"))
	require.Zero(t, d.stop())

	require.NoError(t, os.RemoveAll(folder))
	d = startDaemon(t, dir, config)
	require.Eventually(t, func() bool { s := d.snapshot(t); return s.Books != nil && s.Books.Month == month }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Equal(t, books.Closed.Unix(), d.snapshot(t).Books.Closed.Unix())
	require.NoDirExists(t, folder, "what was closed is the owner's to move away")
	require.Zero(t, d.stop())
}
