package backups

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

const ours = "0123456789abcdef0123456789abcdef"

// noon is a Monday in Kyiv.
var noon = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func planOf(t *testing.T, text string) *Plan {
	t.Helper()
	var k Keys
	require.NoError(t, strictyaml.Decode("shop.yaml", []byte(text), &k))
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	p, err := k.Plan("shop.yaml", zone)
	require.NoError(t, err)
	p.Bucket = func() (*bucket.Bucket, error) { return nil, nil }
	return p
}

// TestPolicy of a copy at noon and one at night of each of 100 days.
func TestPolicy(t *testing.T) {
	var copies []Copy
	for day := range 100 {
		at := noon.AddDate(0, 0, -day)
		copies = append(copies, Copy{At: at}, Copy{At: at.Add(-13 * time.Hour)}) // 23:00 in Kyiv of the day before
	}
	for text, want := range map[string]string{
		"keep: 3":            "11-30T12 11-29T23 11-29T12",
		"keep: {daily: 3}":   "11-30T12 11-29T23 11-28T23",
		"keep: {weekly: 3}":  "11-30T12 11-29T23 11-22T23",
		"keep: {monthly: 3}": "11-30T12 10-31T23 09-30T13",
		"keep: {daily: 2, weekly: 3, monthly: 2}": "11-30T12 11-29T23 11-22T23 10-31T23",
		"keep: 1": "11-30T12",
	} {
		p := planOf(t, text)
		gone := map[Copy]bool{}
		for _, c := range p.Keep.over(copies, p.When.Zone()) {
			gone[c] = true
		}
		var kept []string
		for _, c := range copies {
			if !gone[c] {
				kept = append(kept, c.At.In(p.When.Zone()).Format("01-02T15"))
			}
		}
		require.Equal(t, want, strings.Join(kept, " "), text)
	}
	require.Equal(t, Policy{Newest: 14}, planOf(t, "every: 6h").Keep, "what the config does not say")
	require.Equal(t, 24*time.Hour, planOf(t, "dir: x").When.Interval())
}

func TestWrongKeys(t *testing.T) {
	for text, want := range map[string]string{
		"dir: x\nkeep: 0":        `shop.yaml:2:7: backup.keep: "0" is no number of copies`,
		"keep: all":              `backup.keep: "all" is no number of copies`,
		"keep: {daily: -1}":      `shop.yaml:1:15: backup.keep.daily: "-1" is no number`,
		"keep: {monthly: 10001}": `from 1 to 10000`,
		"every: never":           `shop.yaml:1:8: backup.every: "never"`,
		"keep: {yearly: 1}":      "yearly",
		"keep: [14]":             "",
		"often: 1h":              "often",
	} {
		var k Keys
		err := strictyaml.Decode("shop.yaml", []byte(text), &k)
		if err == nil {
			_, err = k.Plan("shop.yaml", time.UTC)
		}
		require.ErrorContains(t, err, want, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
}

// shelf is a keeper whose journal is a text, and its clock.
type shelf struct {
	*Keeper
	now  time.Time
	fail error
}

func newShelf(t *testing.T, text string) *shelf {
	t.Helper()
	dir := t.TempDir()
	s := &shelf{Keeper: &Keeper{Plan: *planOf(t, text), Log: slog.New(slog.DiscardHandler), Hint: failure.Hint}, now: noon}
	s.Dir, s.Trouble = filepath.Join(dir, "copies"), filepath.Join(dir, "state", "backup.json")
	s.ID = func(context.Context) (string, error) { return ours, nil }
	s.Copy = func(_ context.Context, path string) error {
		if s.fail != nil {
			return s.fail
		}
		return durable.WriteFile(path, func(io.Writer) error { return nil })
	}
	s.Now = func() time.Time { return s.now }
	return s
}

// names are what lies in the folder.
func (s *shelf) names(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(s.Dir)
	require.NoError(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestOnlyOwnCopiesAreRemoved: not those of another journal, of a person, of a clock that was wrong, nor
// anything whose name only looks like it.
func TestOnlyOwnCopiesAreRemoved(t *testing.T) {
	s := newShelf(t, "{every: 6h, keep: 2}")
	foreign := []string{"journal-2026-11-01T10-00-00.db", "journal-01234567-20260101T000000Z.db.zst", "journal-01234567-20260101T000000.db",
		"journal-01234567-20260230T000000Z.db", "journal-01234567-21260101T000000Z.db", "journal-fedcba98-20260101T000000Z.db", "notes.txt"}
	require.NoError(t, os.MkdirAll(filepath.Join(s.Dir, "journal-01234567-20260102T000000Z.db"), 0o700))
	for _, name := range foreign {
		require.NoError(t, os.WriteFile(filepath.Join(s.Dir, name), nil, 0o600))
	}
	for range 4 {
		require.Equal(t, s.now.Add(6*time.Hour), s.round(t.Context()).UTC())
		require.Equal(t, s.now.Add(6*time.Hour), s.round(t.Context()).UTC(), "the next one is not due")
		s.now = s.now.Add(6 * time.Hour)
	}
	require.ElementsMatch(t, append(foreign, "journal-01234567-20260102T000000Z.db", "journal-01234567-20261130T220000Z.db", "journal-01234567-20261201T040000Z.db"), s.names(t))
	is := s.Standing()
	require.Equal(t, int64(6*60*60), *is.AgeSeconds)
	require.Equal(t, s.now.Add(-6*time.Hour), is.At)
}

// TestPackedCopies: copies are packed from the day on which the config says so, and the plain ones from
// before are counted and taken away with them.
func TestPackedCopies(t *testing.T) {
	s := newShelf(t, "{every: 6h, keep: 2}")
	for _, packed := range []bool{false, true, true} {
		s.Packed = packed
		s.round(t.Context())
		s.now = s.now.Add(6 * time.Hour)
	}
	require.Equal(t, []string{"journal-01234567-20261130T160000Z.db.gz", "journal-01234567-20261130T220000Z.db.gz"}, s.names(t))
	require.True(t, planOf(t, "gzip: true").Packed)
	require.False(t, planOf(t, "every: 6h").Packed)
}

// TestTroubleIsKeptUntilACopyIsMade, takes nothing away meanwhile, and is told to another process.
func TestTroubleIsKeptUntilACopyIsMade(t *testing.T) {
	s := newShelf(t, "{every: 6h, keep: 1}")
	require.Nil(t, s.Standing().AgeSeconds, "absent is not zero")
	s.round(t.Context())
	s.now = s.now.Add(6 * time.Hour)
	began := s.now
	s.fail = errors.New("no space\nleft on device")
	for range 3 {
		require.Equal(t, s.now.Add(again), s.round(t.Context()).UTC())
		s.now = s.now.Add(again)
	}
	is := s.Plan.Standing(ours, s.now)
	require.Equal(t, "no space left on device", strings.ReplaceAll(is.Error, ";", ""))
	require.True(t, began.Equal(is.Since), "since the first attempt that failed")
	require.Equal(t, noon, is.At)
	require.Equal(t, []string{"journal-01234567-20261130T100000Z.db"}, s.names(t))
	require.Equal(t, s.now, s.first().UTC(), "a new start tries at once")

	s.fail = nil
	s.round(t.Context())
	require.Empty(t, s.Standing().Error)
	require.NoFileExists(t, s.Trouble)
	require.Equal(t, []string{"journal-01234567-20261130T163000Z.db"}, s.names(t))
}

// TestOneOfTwoProcessesCopies: the other one comes again later, and finds nothing to do.
func TestOneOfTwoProcessesCopies(t *testing.T) {
	s := newShelf(t, "every: 6h")
	require.NoError(t, s.alone(func() error {
		require.Equal(t, s.now.Add(again), s.round(t.Context()).UTC())
		require.NoFileExists(t, s.Trouble, "that is no trouble")
		return nil
	}))
	_, err := os.Stat(s.Dir)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// TestWhenACopyIsDue: one that nobody was there for is made at once, but for quiet hours.
func TestWhenACopyIsDue(t *testing.T) {
	s := newShelf(t, `{every: "0 3 * * *", quiet: "11:00-13:00"}`)
	s.now = noon.Add(2 * time.Hour) // 14:00 in Kyiv
	require.Equal(t, s.now, s.first().UTC(), "there is none")
	night := time.Date(2026, 12, 1, 1, 0, 0, 0, time.UTC)
	require.Equal(t, night, s.round(t.Context()).UTC())
	s.now = night.Add(9*time.Hour + time.Minute) // 12:01: the night was missed
	require.Equal(t, night.Add(10*time.Hour), s.first().UTC())
}

// TestCopiesInABucket: the newest goes there, what nothing keeps goes there too, and a bucket that is away
// does not have one copy after the other made.
func TestCopiesInABucket(t *testing.T) {
	s := newShelf(t, "{every: 6h, keep: 2}")
	var away error
	there := t.TempDir()
	s.Bucket = func() (*bucket.Bucket, error) {
		if away != nil {
			return nil, away
		}
		return bucket.Open(context.Background(), "file://"+there, bucket.Options{})
	}
	to, err := s.Bucket()
	require.NoError(t, err)
	defer to.Close()
	for _, key := range []string{"backups/notes.txt", "backups/journal-fedcba98-20260101T000000Z.db"} {
		_, err := to.Create(t.Context(), key, bucket.Bytes([]byte("x")))
		require.NoError(t, err)
	}
	keys := func() (keys []string) {
		for object, err := range to.List(t.Context(), "", true) {
			require.NoError(t, err)
			keys = append(keys, strings.TrimPrefix(object.Key, "backups/"))
		}
		return keys
	}
	for range 3 {
		s.round(t.Context())
		s.now = s.now.Add(6 * time.Hour)
	}
	require.ElementsMatch(t, []string{"notes.txt", "journal-fedcba98-20260101T000000Z.db", "journal-01234567-20261130T160000Z.db", "journal-01234567-20261130T220000Z.db"}, keys())

	away = errors.New("the bucket is away")
	s.round(t.Context())
	s.now = s.now.Add(again)
	s.round(t.Context())
	require.Equal(t, "the bucket is away", s.Standing().Error)
	require.Equal(t, []string{"journal-01234567-20261130T220000Z.db", "journal-01234567-20261201T040000Z.db"}, s.names(t))
	away = nil
	s.round(t.Context())
	require.Empty(t, s.Standing().Error)
	require.ElementsMatch(t, []string{"notes.txt", "journal-fedcba98-20260101T000000Z.db", "journal-01234567-20261130T220000Z.db", "journal-01234567-20261201T040000Z.db"}, keys())
}
