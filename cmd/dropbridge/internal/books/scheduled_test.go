package books

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// clerk is what writes the books of a shop on a clock of its own, from a sandbox without orders.
type clerk struct {
	*Scheduled
	dir  string
	at   time.Time
	away error // why the supplier is, nil where he is not
}

func newClerk(t *testing.T, files string) *clerk {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: catalog.Generate(1, 1, local.CatalogStart()), Now: time.Now})
	require.NoError(t, err)
	shop := httptest.NewServer(server)
	t.Cleanup(func() {
		shop.Close()
		require.NoError(t, server.Close())
	})
	k := &clerk{dir: t.TempDir()}
	file := filepath.Join(k.dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "supplier: {base_url: %q}\nbooks: {files: %s}\n", shop.URL, files), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	options, err := c.Client(shop.URL, supplier.NewSecret("t"))
	require.NoError(t, err)
	service, err := client.New(options)
	require.NoError(t, err)
	p := &Program{Name: "test", Progress: io.Discard, Partial: errors.New("partial"), Logger: func() *slog.Logger { return slog.New(slog.DiscardHandler) },
		People: func() terminal.Printer { panic("nobody reads it") },
		Said:   func(err error) (what, way string) { return err.Error(), failure.Hint(err) },
		Connect: func(context.Context, *config.Config) (Connection, error) {
			return Connection{Client: service, Shown: func(wording.Language) string { return "test" }, Close: func() error { return nil }}, k.away
		}}
	k.Scheduled, err = p.NewScheduled(c, func() time.Time { return k.at })
	require.NoError(t, err)
	return k
}

// lying are the names in the folder of books.
func (k *clerk) lying(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(k.dir, "books"))
	require.NoError(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestEachMonthIsWrittenOnce: at the first start that of the month before, then each by its schedule, and
// those that were missed once somebody is there again. What fails is tried again and told meanwhile.
func TestEachMonthIsWrittenOnce(t *testing.T) {
	k := newClerk(t, "{sold: {book: orders}}")
	sold := k.files[0]
	kyiv := sold.When.Zone()
	k.at = time.Date(2026, 6, 15, 12, 0, 0, 0, kyiv)
	require.Equal(t, k.at, k.first(sold), "it was never written")
	require.Equal(t, at(t, "2026-07-01 06:00", kyiv), k.round(t.Context(), sold))
	require.Equal(t, []string{"sold-2026-05.xlsx"}, k.lying(t))
	require.Equal(t, at(t, "2026-07-01 06:00", kyiv), k.first(sold), "after a restart")

	k.at, k.away = at(t, "2026-07-01 06:00", kyiv), errors.New("the supplier\nis away")
	for range 2 {
		require.Equal(t, k.at.Add(againBook), k.round(t.Context(), sold))
		k.at = k.at.Add(againBook)
	}
	list, err := ScheduledStanding(k.config, k.at)
	require.NoError(t, err)
	require.Equal(t, "2026-05", list[0].Month, "the last good one")
	require.Equal(t, "2026-06", list[0].Failing)
	require.True(t, at(t, "2026-07-01 06:00", kyiv).Equal(list[0].Since))
	require.Contains(t, list[0].Problem(wording.English).Text, "the book sold of 2026-06 was not written: ")
	require.Equal(t, k.at, k.first(sold), "what failed is tried at once")

	k.at, k.away = at(t, "2026-09-20 12:00", kyiv), nil
	require.Equal(t, k.at, k.first(sold))
	require.Equal(t, at(t, "2026-10-01 06:00", kyiv), k.round(t.Context(), sold))
	require.Equal(t, []string{"sold-2026-05.xlsx", "sold-2026-06.xlsx", "sold-2026-07.xlsx", "sold-2026-08.xlsx"}, k.lying(t))
	list, err = ScheduledStanding(k.config, k.at)
	require.NoError(t, err)
	require.Nil(t, list[0].Problem(wording.English))
	require.True(t, at(t, "2026-10-01 06:00", kyiv).Equal(list[0].Next))
	require.Equal(t, "sold: "+filepath.Join(k.dir, "books", "sold-2026-08.xlsx")+"; written 2026-09-20 12:00; next on 2026-10-01 06:00 EEST", list[0].Says(wording.English))
}

// TestAFileOfAnotherIsKept: a person's file, and a book that a person changed, are not written over.
func TestAFileOfAnotherIsKept(t *testing.T) {
	k := newClerk(t, `{sold: {book: orders, out: books/sold.csv, period: this_month, every: 24h, quiet: "22:00-06:00"}}`)
	sold := k.files[0]
	k.at = at(t, "2026-06-15 23:00", sold.When.Zone())
	require.Equal(t, at(t, "2026-06-16 06:00", sold.When.Zone()), k.first(sold), "the night is quiet")
	path := filepath.Join(k.dir, "books", "sold.csv")
	k.round(t.Context(), sold)
	k.at = k.at.Add(24 * time.Hour)
	k.round(t.Context(), sold)
	was, err := k.memory.of("sold")
	require.NoError(t, err)
	require.True(t, k.at.Equal(was.Written), "its own file is brought up to date")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	k.at = k.at.Add(24 * time.Hour)
	k.round(t.Context(), sold)
	was, err = k.memory.of("sold")
	require.NoError(t, err)
	require.NotEmpty(t, was.Error)
	require.Contains(t, was.Mend, "--overwrite")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mine", string(data))

	require.NoError(t, os.Remove(path))
	require.NoError(t, durable.TryAlone(string(k.memory)+".sold.lock", func() error {
		k.round(t.Context(), sold)
		require.NoFileExists(t, path, "another process is at it")
		return nil
	}))
}
