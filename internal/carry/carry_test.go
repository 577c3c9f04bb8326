package carry_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// shop is folders and a bucket, with the places of both.
type shop struct {
	*testing.T
	dir     string
	store   *buckettest.Faulty
	bucket  *bucket.Bucket
	places  *carry.Places
	folders *carry.Folders
	objects *carry.Objects
}

func visible(name string) bool { return !strings.HasPrefix(name, ".") }

func newShop(t *testing.T) *shop {
	s := &shop{T: t, dir: t.TempDir(), store: &buckettest.Faulty{Store: bucket.Memory()}}
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	s.bucket = bucket.New(s.store, at, bucket.Options{Attempts: 2, Pause: time.Nanosecond})
	s.places = carry.NewPlaces(
		carry.Place{Dir: s.path("inbox"), Prefix: "inbox", Deep: true, Takes: func(name string) bool { return visible(name) || name == ".sign" },
			Newest: func(ours, theirs []byte) bool { return bytes.Compare(ours, theirs) >= 0 }},
		carry.Place{Dir: s.path("inbox/results"), Prefix: "results", Deep: true, Takes: visible},
		carry.Place{Dir: s.path("archive"), Prefix: "archive", Deep: true, Takes: visible, Beside: true},
		carry.Place{Dir: s.path("spool"), Prefix: "spool", Deep: true, Takes: visible, Access: durable.Access{Mode: 0o600}},
		carry.Place{Dir: s.path("inbox/results"), Prefix: "feeds/shop", Set: true, Takes: func(name string) bool { return name == "shop.csv" || name == ".shop.csv.published" }},
		carry.Place{Dir: s.path("out"), Prefix: "waybills", Takes: func(name string) bool { return name == "all.csv" }},
		carry.Place{Dir: s.path("out"), Prefix: "waybills/crm", Takes: func(name string) bool { return name == "crm.csv" }},
	)
	s.folders = carry.NewFolders(s.places, func(info fs.FileInfo) string { return fmt.Sprint(info.Size(), info.ModTime().UnixNano()) })
	s.objects = carry.NewObjects(s.bucket, s.places, func(o bucket.Object) string { return o.Tag })
	return s
}

func (s *shop) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *shop) write(name, text string) {
	s.Helper()
	require.NoError(s, os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
	require.NoError(s, os.WriteFile(s.path(name), []byte(text), 0o644))
}

func (s *shop) put(key, text string) {
	s.Helper()
	_, err := s.bucket.Put(s.Context(), key, strings.NewReader(text))
	require.NoError(s, err)
}

// all are the objects by key.
func (s *shop) all() map[string]string {
	s.Helper()
	out := map[string]string{}
	for at, err := range s.bucket.List(s.Context(), "", true) {
		require.NoError(s, err)
		out[at.Key] = buckettest.Text(s.T, s.bucket, at.Key)
	}
	return out
}

func (s *shop) read(name string) string {
	s.Helper()
	text, err := os.ReadFile(s.path(name))
	require.NoError(s, err)
	return string(text)
}

func TestIntoABucket(t *testing.T) {
	s := newShop(t)
	for name, text := range map[string]string{
		"inbox/a.csv": "a", "inbox/crm/deep/b.csv": "b", "inbox/.sign": "s", "inbox/.lock": "no", "inbox/results/r.csv": "r",
		"archive/a.csv": "a", "spool/1.copy": "1", "inbox/results/shop.csv": "feed", "inbox/results/.shop.csv.published": "memory",
		"out/all.csv": "w", "out/crm.csv": "c", "out/other.csv": "no",
	} {
		s.write(name, text)
	}
	require.NoError(t, os.Symlink(s.path("archive/a.csv"), s.path("archive/link.csv")))
	s.write("archive/back\\slash.csv", "x")
	want := map[string]string{
		"inbox/a.csv": "a", "inbox/crm/deep/b.csv": "b", "inbox/.sign": "s", "results/r.csv": "r", "archive/a.csv": "a", "spool/1.copy": "1",
		"feeds/shop/shop.csv": "feed", "feeds/shop/.shop.csv.published": "memory", "waybills/all.csv": "w", "waybills/crm/crm.csv": "c",
	}
	c := &carry.Carrier{From: s.folders, To: s.objects}
	require.NoError(t, c.Pass(t.Context(), true))
	require.Equal(t, want, s.all())
	_, odd, err := s.folders.List(t.Context())
	require.NoError(t, err)
	require.Len(t, odd, 2)
	parts, err := c.Compare(t.Context())
	require.NoError(t, err)
	total := int64(0)
	for _, p := range parts {
		require.Equal(t, p.Sum, *p.There, p.Name)
		total += p.Files
	}
	require.EqualValues(t, len(want), total)
	require.EqualValues(t, len(want), c.Stats().Written)

	// Again nothing is written but what has changed, and what is gone goes.
	s.write("archive/a.csv", "b")
	require.NoError(t, os.Remove(s.path("spool/1.copy")))
	again := &carry.Carrier{From: s.folders, To: s.objects}
	require.NoError(t, again.Pass(t.Context(), true))
	want["archive/a.csv"] = "b"
	delete(want, "spool/1.copy")
	require.Equal(t, want, s.all())
	require.Equal(t, carry.Stats{Written: 1, Bytes: 1, Removed: 1}, again.Stats())
	from, to, found := again.Entries("archive/a.csv")
	require.True(t, found)
	require.NotEqual(t, from.Mark, to.Mark)
}

func TestOutOfABucket(t *testing.T) {
	s := newShop(t)
	for key, text := range map[string]string{"inbox/a.csv": "a", "inbox/.sign": "1", "archive/a.csv": "new", "spool/1.copy": "1", "feeds/shop/shop.csv": "feed",
		"feeds/gone/x.csv": "x", "waybills/crm/crm.csv": "c", ".dropbridge.files": "{}"} {
		s.put(key, text)
	}
	require.NoError(t, s.store.Store.Write(t.Context(), "inbox/crm/", strings.NewReader(""), "", bucket.Condition{})) // as consoles show a folder
	s.write("archive/a.csv", "another")
	s.write("archive/mine.csv", "mine")
	s.write("inbox/.sign", "2")
	s.write("inbox/results/.shop.csv.published", "old memory")
	c := &carry.Carrier{From: s.objects, To: s.folders}
	require.NoError(t, c.Pass(t.Context(), true))
	_, err := c.Compare(t.Context())
	require.NoError(t, err)
	require.Equal(t, "new", s.read("archive/a.csv"))
	require.Equal(t, "another", s.read("archive/a (2).csv"), "nothing of other times is overwritten")
	require.Equal(t, "mine", s.read("archive/mine.csv"))
	require.Equal(t, "2", s.read("inbox/.sign"), "the newer one stands")
	require.NoFileExists(t, s.path("inbox/results/.shop.csv.published"), "a set has what it has")
	require.Equal(t, "feed", s.read("inbox/results/shop.csv"))
	require.Equal(t, "c", s.read("out/crm.csv"))
	info, err := os.Stat(s.path("spool/1.copy"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	_, odd, err := s.objects.List(t.Context())
	require.NoError(t, err)
	require.Equal(t, []carry.Odd{{Name: "feeds/gone/x.csv", Err: carry.ErrNoPlace}}, odd)
}

// TestSkipAndKeep: what is skipped is carried later, and what is kept is not taken away.
func TestSkipAndKeep(t *testing.T) {
	s := newShop(t)
	s.write("inbox/a.csv", "a")
	s.write("spool/1.copy", "1")
	s.put("inbox/dropped.csv", "new")
	s.put("inbox/taken.csv", "old")
	inbox := func(key string) bool { return strings.HasPrefix(key, "inbox/") }
	c := &carry.Carrier{From: s.folders, To: s.objects, Skip: func(e carry.Entry) bool { return inbox(e.Key) },
		Keep: func(_ context.Context, e carry.Entry, sha func() (string, error)) (bool, error) {
			hash, err := sha()
			return inbox(e.Key) && hash == "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437", err // of "new"
		}}
	require.NoError(t, c.Pass(t.Context(), false))
	require.Equal(t, map[string]string{"spool/1.copy": "1", "inbox/dropped.csv": "new"}, s.all())
	c.Skip = nil
	require.NoError(t, c.Pass(t.Context(), true))
	require.Equal(t, map[string]string{"spool/1.copy": "1", "inbox/dropped.csv": "new", "inbox/a.csv": "a"}, s.all())
	require.EqualValues(t, 1, c.Stats().Stayed)
}

// lying is a side whose files are not what was written.
type lying struct{ carry.Side }

func (l lying) Write(ctx context.Context, e carry.Entry, _ io.ReadSeeker) (carry.Entry, error) {
	return l.Side.Write(ctx, e, strings.NewReader("!"))
}

// TestWhatIsThereIsReadBack: nothing counts as carried that has another content.
func TestWhatIsThereIsReadBack(t *testing.T) {
	s := newShop(t)
	s.write("spool/1.copy", "1")
	err := (&carry.Carrier{From: s.folders, To: lying{s.objects}}).Pass(t.Context(), true)
	require.ErrorContains(t, err, "it is not what was written")

	s.put("spool/1.copy", "1")
	c := &carry.Carrier{From: s.folders, To: s.objects}
	require.NoError(t, c.Pass(t.Context(), true))
	s.put("spool/1.copy", "2")
	_, err = c.Compare(t.Context())
	require.ErrorContains(t, err, "spool is not the same on both sides")
}

// TestStoreThatIsAway ends a pass, which goes on when it is done again.
func TestStoreThatIsAway(t *testing.T) {
	s := newShop(t)
	for n := range 40 {
		s.write(fmt.Sprintf("spool/%d.copy", n), fmt.Sprint(n))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var written atomic.Int64
	c := &carry.Carrier{From: counting{s.folders, func() {
		if written.Add(1) == 5 {
			cancel()
		}
	}}, To: s.objects}
	require.Error(t, c.Pass(ctx, false))
	require.Less(t, len(s.all()), 40)
	again := &carry.Carrier{From: s.folders, To: s.objects}
	require.NoError(t, again.Pass(t.Context(), true))
	require.Len(t, s.all(), 40)
	require.Less(t, again.Stats().Written, int64(40), "what was there is done")
}

// counting tells of each file that is written on.
type counting struct {
	carry.Side
	still func()
}

func (c counting) Still(e carry.Entry) bool { c.still(); return c.Side.Still(e) }

func TestSign(t *testing.T) {
	s := newShop(t)
	sign, err := carry.ReadSign(t.Context(), s.bucket)
	require.NoError(t, err)
	require.Zero(t, sign)
	want := carry.Sign{Journal: "j", Left: true, To: "s3://other"}
	require.NoError(t, carry.WriteSign(t.Context(), s.bucket, want))
	sign, err = carry.ReadSign(t.Context(), s.bucket)
	require.NoError(t, err)
	require.Equal(t, want, sign)
}
