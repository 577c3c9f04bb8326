package mirror_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// machine is a folder with a set of three files: a memory, the document, a mark.
type machine struct {
	t   *testing.T
	dir string
	set *mirror.Set
}

func newMachine(t *testing.T, b *bucket.Bucket) *machine {
	dir := t.TempDir()
	return &machine{t, dir, mirror.New(b, "feeds/shop/", durable.Access{}, filepath.Join(dir, ".memory"), filepath.Join(dir, "shop.csv"), filepath.Join(dir, ".mark"))}
}

// reborn is a later process on the machine.
func (m *machine) reborn(b *bucket.Bucket) *machine {
	return &machine{m.t, m.dir, mirror.New(b, "feeds/shop/", durable.Access{}, filepath.Join(m.dir, ".memory"), filepath.Join(m.dir, "shop.csv"), filepath.Join(m.dir, ".mark"))}
}

func (m *machine) write(version string) {
	m.t.Helper()
	for _, name := range []string{".memory", "shop.csv"} {
		require.NoError(m.t, os.WriteFile(filepath.Join(m.dir, name), []byte(version), 0o644))
	}
}

func (m *machine) has(name string) string {
	m.t.Helper()
	data, err := os.ReadFile(filepath.Join(m.dir, name))
	require.NoError(m.t, err)
	return string(data)
}

func faulty(t *testing.T) (*bucket.Bucket, *buckettest.Faulty) {
	t.Helper()
	store := &buckettest.Faulty{Store: bucket.Memory()}
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	return bucket.New(store, at, bucket.Options{Attempts: 2, Pause: time.Nanosecond}), store
}

func TestASetGoesFromMachineToMachine(t *testing.T) {
	b, _ := faulty(t)
	one, two := newMachine(t, b), newMachine(t, b)
	require.NoError(t, one.set.Fetch(t.Context()))
	one.write("first")
	require.NoError(t, os.WriteFile(filepath.Join(one.dir, ".mark"), nil, 0o644))
	require.NoError(t, one.set.Bring(t.Context()))
	require.NoError(t, two.set.Fetch(t.Context()))
	require.Equal(t, "first", two.has("shop.csv"))
	require.FileExists(t, filepath.Join(two.dir, ".mark"))

	two.write("the second")
	require.NoError(t, os.Remove(filepath.Join(two.dir, ".mark")))
	require.NoError(t, two.set.Bring(t.Context()))
	require.NoError(t, one.set.Fetch(t.Context()))
	require.Equal(t, "the second", one.has(".memory"))
	require.NoFileExists(t, filepath.Join(one.dir, ".mark"), "what the other took away")
}

// TestALateSetOverwritesNothing, at whichever file its process was stopped.
func TestALateSetOverwritesNothing(t *testing.T) {
	b, _ := faulty(t)
	late, fresh := newMachine(t, b), newMachine(t, b)
	for _, m := range []*machine{late, fresh} {
		require.NoError(t, m.set.Fetch(t.Context()))
	}
	fresh.write("fresh")
	require.NoError(t, fresh.set.Bring(t.Context()))
	late.write("late")
	require.ErrorIs(t, late.set.Bring(t.Context()), mirror.ErrLate)
	require.Equal(t, "fresh", buckettest.Text(t, b, "feeds/shop/shop.csv"))
	require.Equal(t, "fresh", buckettest.Text(t, b, "feeds/shop/.memory"))

	require.NoError(t, late.set.Fetch(t.Context()))
	require.Equal(t, "fresh", late.has("shop.csv"))
	// Stopped between its memory and its document, it wakes up when another one has published.
	late.write("half")
	half := mirror.New(b, "feeds/shop/", durable.Access{}, filepath.Join(late.dir, ".memory"))
	require.NoError(t, half.Fetch(t.Context()))
	require.NoError(t, fresh.set.Fetch(t.Context()))
	fresh.write("newest")
	require.NoError(t, fresh.set.Bring(t.Context()))
	late.write("half")
	require.ErrorIs(t, late.set.Bring(t.Context()), mirror.ErrLate)
	require.Equal(t, "newest", buckettest.Text(t, b, "feeds/shop/shop.csv"))
}

// TestABrokenOffBring is made good by the next build, on any machine.
func TestABrokenOffBring(t *testing.T) {
	b, store := faulty(t)
	one, two := newMachine(t, b), newMachine(t, b)
	require.NoError(t, one.set.Fetch(t.Context()))
	one.write("first")
	require.NoError(t, one.set.Bring(t.Context()))
	one.write("second")
	stopped := &stopping{Store: store, after: 1}
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	cut := newMachine(t, bucket.New(stopped, at, bucket.Options{Attempts: 1}))
	require.NoError(t, cut.set.Fetch(t.Context()))
	cut.write("second")
	require.Error(t, cut.set.Bring(t.Context()))
	require.Equal(t, "second", buckettest.Text(t, b, "feeds/shop/.memory"))
	require.Equal(t, "first", buckettest.Text(t, b, "feeds/shop/shop.csv"), "whole, and the older one")
	require.NoError(t, two.set.Fetch(t.Context()))
	two.write("third")
	require.NoError(t, two.set.Bring(t.Context()))
	require.Equal(t, "third", buckettest.Text(t, b, "feeds/shop/shop.csv"))
}

// TestWhatWasNotBroughtStays: a process that dies after it has published here, and before it has
// brought that or in the middle of it, leaves files that are newer than the bucket's.
func TestWhatWasNotBroughtStays(t *testing.T) {
	for brought := range 2 {
		b, store := faulty(t)
		one := newMachine(t, b)
		require.NoError(t, one.set.Fetch(t.Context()))
		one.write("first")
		require.NoError(t, one.set.Bring(t.Context()))
		one.write("second")
		at, err := bucket.ParseAddress("mem://shop")
		require.NoError(t, err)
		dying := bucket.New(&stopping{Store: store, after: brought}, at, bucket.Options{Attempts: 1})
		cut := one.reborn(dying)
		require.NoError(t, cut.set.Fetch(t.Context()))
		require.Error(t, cut.set.Bring(t.Context()))

		next := one.reborn(b)
		require.NoError(t, next.set.Fetch(t.Context()))
		require.Equal(t, "second", next.has("shop.csv"))
		require.Equal(t, "second", next.has(".memory"))
		require.NoError(t, next.set.Bring(t.Context()))
		require.Equal(t, "second", buckettest.Text(t, b, "feeds/shop/shop.csv"))
	}
}

// TestASetIsTakenWhole: where another process has brought one file, what this one has not
// brought of the others does not stay beside it.
func TestASetIsTakenWhole(t *testing.T) {
	b, _ := faulty(t)
	one := newMachine(t, b)
	require.NoError(t, one.set.Fetch(t.Context()))
	one.write("first")
	require.NoError(t, one.set.Bring(t.Context()))
	one.write("second")
	_, err := b.Put(t.Context(), "feeds/shop/shop.csv", strings.NewReader("theirs"))
	require.NoError(t, err)
	next := one.reborn(b)
	require.NoError(t, next.set.Fetch(t.Context()))
	require.Equal(t, "theirs", next.has("shop.csv"))
	require.Equal(t, "first", next.has(".memory"))
}

// TestAnotherBucketTakesNothingAway, nor does one that was emptied.
func TestAnotherBucketTakesNothingAway(t *testing.T) {
	b, _ := faulty(t)
	one := newMachine(t, b)
	require.NoError(t, one.set.Fetch(t.Context()))
	one.write("first")
	require.NoError(t, one.set.Bring(t.Context()))
	at, err := bucket.ParseAddress("mem://other")
	require.NoError(t, err)
	other := bucket.New(bucket.Memory(), at, bucket.Options{})
	_, err = other.Put(t.Context(), "feeds/shop/.mark", strings.NewReader(""))
	require.NoError(t, err)
	moved := one.reborn(other)
	require.NoError(t, moved.set.Fetch(t.Context()))
	require.Equal(t, "first", moved.has("shop.csv"))
	require.NoError(t, moved.set.Bring(t.Context()))
	require.Equal(t, "first", buckettest.Text(t, other, "feeds/shop/shop.csv"))

	for _, name := range []string{".memory", "shop.csv", ".mark"} {
		require.NoError(t, other.Delete(t.Context(), "feeds/shop/"+name, ""))
	}
	require.NoError(t, moved.set.Fetch(t.Context()))
	require.Equal(t, "first", moved.has("shop.csv"))
	require.NoError(t, moved.set.Bring(t.Context()))
	require.Equal(t, "first", buckettest.Text(t, other, "feeds/shop/shop.csv"))
}

// stopping is a store to which nothing gets through after some writes, as from a process that died.
type stopping struct {
	bucket.Store
	after int
}

var errDead = errors.New("the process died")

func (s *stopping) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, when bucket.Condition) error {
	if s.after == 0 {
		return errDead
	}
	s.after--
	return s.Store.Write(ctx, key, content, sha, when)
}

// TestFeedsGoOnWithoutOneAnother: a feed that cannot be fetched is not built, and the others are.
func TestFeedsGoOnWithoutOneAnother(t *testing.T) {
	b, store := faulty(t)
	dir := t.TempDir()
	feeds := []reading.Feed{{Feed: exporter.Feed{Name: "a", Out: filepath.Join(dir, "a.csv")}}, {Feed: exporter.Feed{Name: "b", Out: filepath.Join(dir, "b.csv")}}}
	shared := mirror.NewFeeds(b, []string{filepath.Join(dir, "catalog/products.copy")})
	build := func(built []reading.Feed) (reports []exporter.Report) {
		for _, f := range built {
			require.NoError(t, os.WriteFile(f.Out, []byte("of "+f.Name), 0o644))
			reports = append(reports, exporter.Report{Feed: f.Name, Published: true})
		}
		return reports
	}
	store.Busy(4) // the sign, which is passed over, then the first file of a
	reports := shared.Build(t.Context(), feeds, build)
	require.Error(t, reports[0].Err)
	require.NoError(t, reports[1].Err)
	require.True(t, reports[1].Published)
	require.Equal(t, "of b", buckettest.Text(t, b, "feeds/b/b.csv"))
	_, err := b.Stat(t.Context(), "feeds/a/a.csv")
	require.Error(t, err)

	_, err = b.Put(t.Context(), "feeds/b/b.csv", strings.NewReader("of another machine"))
	require.NoError(t, err)
	require.NoError(t, shared.Refresh(t.Context(), feeds))
	data, err := os.ReadFile(feeds[1].Out)
	require.NoError(t, err)
	require.Equal(t, "of another machine", string(data))
}
