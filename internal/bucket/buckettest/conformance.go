package buckettest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// Run runs the suite. address gives that of a bucket, or of a prefix in one, in which nothing
// lies; it is called once a subtest.
func Run(t *testing.T, address func(t *testing.T) string) {
	for name, test := range map[string]func(*testing.T, *bucket.Bucket){
		"round trip": roundTrip, "create once": createOnce, "replace what was seen": replaceSeen,
		"delete what was seen": deleteSeen, "list by pages": listPages, "list a folder": listFolder,
		"names": names, "one of many creates": raceToCreate, "no update is lost": raceToReplace, "probe": probe, "large": large,
	} {
		t.Run(name, func(t *testing.T) {
			b, err := bucket.Open(t.Context(), address(t), bucket.Options{})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, b.Close()) })
			test(t, b)
		})
	}
}

// Text reads an object as text.
func Text(t *testing.T, b *bucket.Bucket, key string) string {
	t.Helper()
	var out bytes.Buffer
	_, err := b.Get(t.Context(), key, 1<<20, func() (io.Writer, error) { out.Reset(); return &out, nil })
	require.NoError(t, err)
	return out.String()
}

func put(t *testing.T, b *bucket.Bucket, key, text string) bucket.Object {
	t.Helper()
	at, err := b.Put(t.Context(), key, strings.NewReader(text))
	require.NoError(t, err)
	return at
}

func roundTrip(t *testing.T, b *bucket.Bucket) {
	_, err := b.Stat(t.Context(), "inbox/orders.csv")
	require.ErrorIs(t, err, fs.ErrNotExist)
	at := put(t, b, "inbox/orders.csv", "one")
	require.EqualValues(t, 3, at.Size)
	require.NotEmpty(t, at.Tag)
	require.Equal(t, "one", Text(t, b, "inbox/orders.csv"))
	seen, err := b.Stat(t.Context(), "inbox/orders.csv")
	require.NoError(t, err)
	require.Equal(t, at.Tag, seen.Tag)
	put(t, b, "inbox/orders.csv", "two!")
	require.Equal(t, "two!", Text(t, b, "inbox/orders.csv"))
	put(t, b, "empty", "")
	require.Empty(t, Text(t, b, "empty"))
	_, err = b.Get(t.Context(), "inbox/orders.csv", 3, func() (io.Writer, error) { return io.Discard, nil })
	require.ErrorIs(t, err, bucket.ErrTooLarge)
	require.NoError(t, b.Delete(t.Context(), "inbox/orders.csv", ""))
	require.NoError(t, b.Delete(t.Context(), "inbox/orders.csv", ""), "gone is gone")
	_, err = b.Get(t.Context(), "inbox/orders.csv", 3, func() (io.Writer, error) { return io.Discard, nil })
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func createOnce(t *testing.T, b *bucket.Bucket) {
	_, err := b.Create(t.Context(), "lock", strings.NewReader("a"))
	require.NoError(t, err)
	_, err = b.Create(t.Context(), "lock", strings.NewReader("b"))
	require.ErrorIs(t, err, fs.ErrExist)
	_, err = b.Create(t.Context(), "lock", strings.NewReader("a"))
	require.ErrorIs(t, err, fs.ErrExist, "not even with the same content")
	require.Equal(t, "a", Text(t, b, "lock"))
}

func replaceSeen(t *testing.T, b *bucket.Bucket) {
	_, err := b.Replace(t.Context(), "feed", strings.NewReader("x"), "0123")
	require.ErrorIs(t, err, bucket.ErrChanged, "it was never there")
	first, err := b.Replace(t.Context(), "feed", strings.NewReader("first"), "")
	require.NoError(t, err)
	second, err := b.Replace(t.Context(), "feed", strings.NewReader("the second"), first.Tag)
	require.NoError(t, err)
	require.NotEqual(t, first.Tag, second.Tag)
	_, err = b.Replace(t.Context(), "feed", strings.NewReader("late"), first.Tag)
	require.ErrorIs(t, err, bucket.ErrChanged)
	_, err = b.Replace(t.Context(), "feed", strings.NewReader("late"), "")
	require.ErrorIs(t, err, bucket.ErrChanged)
	require.Equal(t, "the second", Text(t, b, "feed"))
}

func deleteSeen(t *testing.T, b *bucket.Bucket) {
	first := put(t, b, "inbox/a", "first")
	second := put(t, b, "inbox/a", "another")
	require.ErrorIs(t, b.Delete(t.Context(), "inbox/a", first.Tag), bucket.ErrChanged)
	require.Equal(t, "another", Text(t, b, "inbox/a"))
	require.NoError(t, b.Delete(t.Context(), "inbox/a", second.Tag))
	require.NoError(t, b.Delete(t.Context(), "inbox/a", second.Tag), "gone is gone")
}

// listPages needs more than one page of a store.
func listPages(t *testing.T, b *bucket.Bucket) {
	const many = 1100
	var putting sync.WaitGroup
	keys := make(chan string)
	var failed atomic.Value
	for range 8 {
		putting.Go(func() {
			for key := range keys {
				if _, err := b.Put(t.Context(), key, strings.NewReader("x")); err != nil {
					failed.Store(err)
				}
			}
		})
	}
	for n := range many {
		keys <- fmt.Sprintf("archive/%04d", n)
	}
	close(keys)
	putting.Wait()
	require.Nil(t, failed.Load())
	n := 0
	for object, err := range b.List(t.Context(), "archive/", false) {
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("archive/%04d", n), object.Key)
		n++
	}
	require.Equal(t, many, n)
}

func listFolder(t *testing.T, b *bucket.Bucket) {
	first := put(t, b, "inbox/a.csv", "1")
	for _, key := range []string{"inbox/crm/b.csv", "inbox/crm/deep/c.csv", "inboxes/d.csv", "spool/e"} {
		put(t, b, key, key)
	}
	var got []string
	for object, err := range b.List(t.Context(), "inbox/", false) {
		require.NoError(t, err)
		got = append(got, object.Key)
		if !object.Folder {
			require.Equal(t, first.Tag, object.Tag, "a list and a look give one tag")
			require.EqualValues(t, 1, object.Size)
		}
	}
	require.Equal(t, []string{"inbox/a.csv", "inbox/crm/"}, got)
	got = nil
	for object, err := range b.List(t.Context(), "inbox/", true) {
		require.NoError(t, err)
		got = append(got, object.Key)
	}
	require.Equal(t, []string{"inbox/a.csv", "inbox/crm/b.csv", "inbox/crm/deep/c.csv"}, got)
	for range b.List(t.Context(), "nothing/", false) {
		t.Fatal("nothing lies there")
	}
}

func names(t *testing.T, b *bucket.Bucket) {
	for _, key := range []string{"inbox/замовлення 5.xlsx", "inbox/a&b=c?d#e%20+'\".csv", "inbox/~$[x](y)!.csv", "inbox/😀.csv", "inbox/…_.csv"} {
		put(t, b, key, key)
		require.Equal(t, key, Text(t, b, key))
		found := false
		for object, err := range b.List(t.Context(), "inbox/", true) {
			require.NoError(t, err)
			found = found || object.Key == key
		}
		require.True(t, found, key)
	}
	for _, key := range []string{"", "/a", "a/", "a//b", "../a", "inbox/../a", "a/.", "a\x00b", "a\nb", "\xff", "a\\b", "a\u202eb", strings.Repeat("x", 1025)} {
		_, err := b.Put(t.Context(), key, strings.NewReader("x"))
		why, ok := errors.AsType[*bucket.Error](err)
		require.True(t, ok, "%q", key)
		require.Equal(t, bucket.BadKey, why.Reason, "%q", key)
	}
}

func raceToCreate(t *testing.T, b *bucket.Bucket) {
	var won atomic.Int32
	together(8, func(n int) {
		if _, err := b.Create(t.Context(), "lock", strings.NewReader(fmt.Sprint(n))); err == nil {
			won.Add(1)
		}
	})
	require.EqualValues(t, 1, won.Load())
}

// raceToReplace counts up by reading and replacing.
func raceToReplace(t *testing.T, b *bucket.Bucket) {
	at := put(t, b, "count", "x")
	var added atomic.Int32
	together(6, func(int) {
		for range 4 {
			var text bytes.Buffer
			now, err := b.Get(t.Context(), "count", 1<<10, func() (io.Writer, error) { text.Reset(); return &text, nil })
			if err != nil {
				continue
			}
			text.WriteByte('x')
			if _, err := b.Replace(t.Context(), "count", bytes.NewReader(text.Bytes()), now.Tag); err == nil {
				added.Add(1)
			}
		}
	})
	require.Positive(t, added.Load())
	require.Len(t, Text(t, b, "count"), int(at.Size)+int(added.Load()))
}

func together(n int, do func(n int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

func probe(t *testing.T, b *bucket.Bucket) {
	can, err := b.Probe(t.Context())
	require.NoError(t, err)
	require.Equal(t, bucket.Abilities{Create: true, Replace: true, Listed: true}, can)
	for object := range b.List(t.Context(), "", true) {
		t.Fatalf("the probe left %s", object.Key)
	}
}

// large is content of several parts.
func large(t *testing.T, b *bucket.Bucket) {
	content := bytes.Repeat([]byte("0123456789abcdef"), 20<<20/16)
	at, err := b.Put(t.Context(), "feeds/large.csv", bytes.NewReader(content))
	require.NoError(t, err)
	var out bytes.Buffer
	_, err = b.Get(context.WithoutCancel(t.Context()), "feeds/large.csv", 1<<30, func() (io.Writer, error) { out.Reset(); return &out, nil })
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, out.Bytes()))
	_, err = b.Replace(t.Context(), "feeds/large.csv", bytes.NewReader(content[:16<<20]), at.Tag)
	require.NoError(t, err)
	_, err = b.Replace(t.Context(), "feeds/large.csv", bytes.NewReader(content), at.Tag)
	require.ErrorIs(t, err, bucket.ErrChanged)
}
