package keyring_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

const written = "A-KEY_of-the-config-0001"

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// rings are two processes that share a file: a daemon with a key of the config, and a command.
func rings(t *testing.T) (daemon, command *keyring.Ring, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "state", "keys.yaml")
	return keyring.Open(path, map[string][]string{"partner": {written}}, noon, nil), keyring.Open(path, nil, noon, nil), path
}

// TestAKeyCountsAtOnce when it is made and when it is revoked, and its text is kept nowhere.
func TestAKeyCountsAtOnce(t *testing.T) {
	daemon, command, path := rings(t)
	require.True(t, daemon.Opens("partner", written))
	require.Equal(t, 1, daemon.Count("partner"))
	text, err := command.Make(keyring.Key{Name: "shop of Anna", For: keyring.ForFeed, Of: "partner", By: "root"})
	require.NoError(t, err)
	require.Regexp(t, `^[A-Z2-7]{26}$`, text)
	require.True(t, daemon.Opens("partner", text))
	require.Equal(t, 2, daemon.Count("partner"))
	require.Equal(t, 1, daemon.InConfig("partner"))
	for _, wrong := range []string{"", text[:25], text + "A", strings.ToLower(text), written + "x"} {
		require.False(t, daemon.Opens("partner", wrong), wrong)
	}
	require.False(t, daemon.Opens("prom", text), "a key is of one feed")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(data), text)

	revoked, err := command.Revoke("shop of Anna")
	require.NoError(t, err)
	require.Equal(t, "partner", revoked.Of)
	require.False(t, daemon.Opens("partner", text))
	require.True(t, daemon.Opens("partner", written))
	_, err = command.Revoke("shop of Anna")
	require.EqualError(t, err, "there is no key shop of Anna")
	again, err := command.Make(keyring.Key{Name: "shop of Anna", For: keyring.ForFeed, Of: "partner"})
	require.NoError(t, err)
	require.NotEqual(t, text, again)
	require.False(t, daemon.Opens("partner", text), "the old one stays revoked")
}

// TestAKeyIsForOneThing: what opens a feed drops no orders, and the like.
func TestAKeyIsForOneThing(t *testing.T) {
	daemon, command, _ := rings(t)
	made := func(key keyring.Key) string {
		text, err := command.Make(key)
		require.NoError(t, err)
		return text
	}
	feed := made(keyring.Key{Name: "feed", For: keyring.ForFeed, Of: "partner"})
	every := made(keyring.Key{Name: "every", For: keyring.ForOrders})
	one := made(keyring.Key{Name: "one", For: keyring.ForOrders, Of: "keycrm"})
	look := made(keyring.Key{Name: "look", For: keyring.ForLook})
	for _, text := range []string{every, one, look} {
		require.False(t, daemon.Opens("partner", text))
		require.False(t, daemon.Opens("keycrm", text))
	}
	for _, text := range []string{feed, every, one, written} {
		_, ok := daemon.Admits(text)
		require.False(t, ok)
	}
	name, ok := daemon.Admits(look)
	require.True(t, ok)
	require.Equal(t, "look", name)
	for _, c := range []struct {
		source, key, name string
	}{{"", every, "every"}, {"keycrm", every, "every"}, {"keycrm", one, "one"}, {"", one, ""}, {"shop", one, ""}, {"", feed, ""}, {"", look, ""}, {"", "", ""}} {
		name, ok := daemon.MayDrop(c.source, c.key)
		require.Equal(t, c.name != "", ok)
		require.Equal(t, c.name, name)
	}
}

// TestTheDayOfUseIsNoted, once a day.
func TestTheDayOfUseIsNoted(t *testing.T) {
	var days atomic.Int64
	path := filepath.Join(t.TempDir(), "keys.yaml")
	r := keyring.Open(path, nil, func() time.Time { return noon().AddDate(0, 0, int(days.Load())) }, nil)
	text, err := r.Make(keyring.Key{Name: "one", For: keyring.ForLook})
	require.NoError(t, err)
	used := func() string {
		keys, err := r.List()
		require.NoError(t, err)
		return keys[0].Used
	}
	require.Empty(t, used())
	r.Admits("another")
	require.Empty(t, used())
	r.Admits(text)
	require.Equal(t, "2026-11-20", used())
	before, err := os.Stat(path)
	require.NoError(t, err)
	r.Admits(text)
	after, err := os.Stat(path)
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after), "the file was not written again")
	days.Add(1)
	r.Admits(text)
	require.Equal(t, "2026-11-21", used())
}

// TestADamagedFileOpensNothing, and the config's keys go on.
func TestADamagedFileOpensNothing(t *testing.T) {
	var log bytes.Buffer
	path := filepath.Join(t.TempDir(), "keys.yaml")
	r := keyring.Open(path, map[string][]string{"partner": {written}}, noon, slog.New(slog.NewTextHandler(&log, nil)))
	text, err := r.Make(keyring.Key{Name: "one", For: keyring.ForFeed, Of: "partner"})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("entries: ["), 0o600))
	require.False(t, r.Opens("partner", text))
	require.True(t, r.Opens("partner", written))
	require.Contains(t, log.String(), "keys not read")
	require.NotContains(t, log.String(), text)
}

func TestNamesOfKeys(t *testing.T) {
	_, command, path := rings(t)
	for _, name := range []string{"", " a", "a\nb", "<b>", "\u202ea", strings.Repeat("a", 65)} {
		_, err := command.Make(keyring.Key{Name: name, For: keyring.ForLook})
		require.ErrorContains(t, err, "this is no name", name)
		require.Equal(t, failure.Usage, failure.KindOf(err))
	}
	require.NoFileExists(t, path)
	_, err := command.Make(keyring.Key{Name: "магазин Анни", For: keyring.ForLook})
	require.NoError(t, err)
	_, err = command.Make(keyring.Key{Name: "магазин Анни", For: keyring.ForLook})
	require.ErrorContains(t, err, "already")
}
