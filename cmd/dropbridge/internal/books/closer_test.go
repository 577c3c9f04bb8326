package books

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAMonthIsTriedUntilItIsClosed: a month that cannot be closed is not forgotten when the next
// one ends, nor when the program is started anew, and is settled by whoever closes it by hand.
func TestAMonthIsTriedUntilItIsClosed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("books: {close: 3d, out: books}\n"), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	options, err := c.Client("http://127.0.0.1:1", supplier.NewSecret("t")) // nobody answers there
	require.NoError(t, err)
	options.Retries = -1
	service, err := client.New(options)
	require.NoError(t, err)
	p := &Program{Name: "test", Logger: func() *slog.Logger { return slog.New(slog.DiscardHandler) },
		Said: func(err error) (what, way string) { return err.Error(), "wait" }}
	conn := Connection{Client: service, Shown: func(wording.Language) string { return "test" }, Close: func() error { return nil }}
	zone, err := time.LoadLocation(supplier.LocalZone)
	require.NoError(t, err)
	memory := closing.Memory(c.Closed())
	for _, step := range []struct {
		now     string
		byHand  string // the month that somebody closes before
		failing []string
		shown   string
		since   string
		wait    time.Duration
	}{
		{"2026-11-02 12:00", "", nil, "", "", lookAgain},
		{"2026-11-05 12:00", "", []string{"2026-10"}, "2026-10", "2026-11-05 12:00", retryMonth},
		{"2026-11-20 12:00", "", []string{"2026-10"}, "2026-10", "2026-11-05 12:00", retryMonth},
		{"2026-12-01 12:00", "", []string{"2026-10"}, "2026-10", "2026-11-05 12:00", retryMonth},
		{"2026-12-03 12:00", "", []string{"2026-10", "2026-11"}, "2026-10", "2026-11-05 12:00", retryMonth},
		{"2026-12-04 12:00", "2026-10", []string{"2026-11"}, "2026-11", "2026-12-03 12:00", retryMonth},
		{"2027-01-01 12:00", "2026-11", nil, "", "", lookAgain},
	} {
		if step.byHand != "" {
			now := at(t, step.now, zone)
			require.NoError(t, refresh(c, &closing.Report{Month: step.byHand, Out: filepath.Join(dir, "by-hand")}, now))
			closed, found, err := memory.Find(step.byHand)
			require.NoError(t, err)
			require.True(t, found)
			require.Equal(t, filepath.Join(dir, "by-hand"), closed.Folder)
		}
		closer := p.NewCloser(c, conn) // of a program that was just started
		require.Equal(t, step.wait, closer.closeDue(t.Context(), at(t, step.now, zone), 3, zone), step.now)
		failing, err := memory.Failing()
		require.NoError(t, err)
		var months []string
		for _, f := range failing {
			months = append(months, f.Month)
			require.Contains(t, f.Error, "close the month into")
			require.Equal(t, "wait", f.Mend)
		}
		require.Equal(t, step.failing, months, step.now)
		require.Equal(t, step.shown, closer.State().Failing, step.now)
		if step.since != "" {
			require.True(t, at(t, step.since, zone).Equal(closer.State().Since), step.now)
		}
	}
}

func at(t *testing.T, text string, zone *time.Location) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	require.NoError(t, err)
	return moment
}

// TestWhatIsFailingIsReadSurely: a sign that cannot be read is an error, and no month without one.
func TestWhatIsFailingIsReadSurely(t *testing.T) {
	memory := closing.Memory(t.TempDir())
	require.NoError(t, memory.KeepFailing(closing.Failing{Month: "2026-10", Error: errors.New("x").Error()}))
	require.NoError(t, os.WriteFile(filepath.Join(string(memory), "failing-2026-11.json"), []byte("{"), 0o600))
	months, err := memory.Failing()
	require.Error(t, err)
	require.Len(t, months, 1)
}

// TestEachSuppliersMonthIsDue: the daily look, which processes that share a journal are asked for, is at
// each of several suppliers, and each remembers what kept him.
func TestEachSuppliersMonthIsDue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("account: shop\nbooks: {close: 1d, out: books}\nsuppliers: {alpha: {base_url: 'http://127.0.0.1:1'}, beta: {base_url: 'http://127.0.0.1:1', account: b}}\n"), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	p := &Program{Name: "test", Logger: func() *slog.Logger { return slog.New(slog.DiscardHandler) }, Said: func(err error) (what, way string) { return err.Error(), "wait" }}
	var each []*Closer
	for _, one := range c.Suppliers() {
		options, err := one.Client("http://127.0.0.1:1", supplier.NewSecret("t"))
		require.NoError(t, err)
		options.Retries = -1
		service, err := client.New(options)
		require.NoError(t, err)
		each = append(each, p.NewCloser(one, Connection{Client: service, Shown: func(wording.Language) string { return "test" }, Close: func() error { return nil }}))
	}
	closers := NewClosers(c, each)
	require.NoError(t, closers.CloseDue(t.Context()))
	for _, one := range closers.Each() {
		require.NotEmpty(t, one.State().Failing, one.Supplier())
		require.Equal(t, one, closers.Of(one.Supplier()))
	}
	require.Contains(t, closers.State().Error, "alpha: ")
	require.Nil(t, closers.Of("gamma"))
}
