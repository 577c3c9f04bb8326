package bucket_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestStoreInMemory(t *testing.T) {
	buckettest.Run(t, func(*testing.T) string { return "mem://" })
}

func TestStoreInAFolder(t *testing.T) {
	buckettest.Run(t, func(t *testing.T) string { return "file://" + t.TempDir() })
}

// faulty is a bucket on a store that fails as it is told to; its pauses are only counted.
func faulty(t *testing.T) (*bucket.Bucket, *buckettest.Faulty, *[]time.Duration) {
	t.Helper()
	store := &buckettest.Faulty{Store: bucket.Memory()}
	pauses := &[]time.Duration{}
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	b := bucket.New(store, at, bucket.Options{Attempt: 20 * time.Millisecond, After: func(d time.Duration) <-chan time.Time {
		*pauses = append(*pauses, d)
		passed := make(chan time.Time, 1)
		passed <- time.Time{}
		return passed
	}})
	return b, store, pauses
}

func reason(t *testing.T, err error) bucket.Reason {
	t.Helper()
	why, ok := errors.AsType[*bucket.Error](err)
	require.True(t, ok, "%v", err)
	return why.Reason
}

func TestAttemptsArePausedAndBounded(t *testing.T) {
	b, store, pauses := faulty(t)
	store.Busy(4)
	at, err := b.Put(t.Context(), "a", strings.NewReader("text"))
	require.NoError(t, err)
	require.EqualValues(t, 4, at.Size)
	require.NotEmpty(t, *pauses)
	for n, pause := range *pauses {
		whole := 250 * time.Millisecond << n
		require.GreaterOrEqual(t, pause, whole/2)
		require.LessOrEqual(t, pause, whole)
	}
	store.Busy(1000)
	before := store.Calls()
	_, err = b.Stat(t.Context(), "a")
	require.Equal(t, bucket.Away, reason(t, err))
	require.Equal(t, 5, store.Calls()-before)
	require.Contains(t, err.Error(), "mem://shop/a")
	require.Contains(t, err.Error(), "503 Slow Down")
	store.Busy(0)
	before = store.Calls()
	_, err = b.Stat(t.Context(), "nothing")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Equal(t, 1, store.Calls()-before, "what stays is not tried again")
}

func TestASlowAttemptEnds(t *testing.T) {
	b, store, _ := faulty(t)
	store.Slow(2)
	_, err := b.Put(t.Context(), "a", strings.NewReader("text"))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.Stat(ctx, "a")
	require.ErrorIs(t, err, context.Canceled)
}

func TestLostAnswers(t *testing.T) {
	for lost := 1; lost <= 5; lost++ {
		b, store, _ := faulty(t)
		store.Lose(lost)
		at, err := b.Create(t.Context(), "lock", strings.NewReader("mine"))
		require.NoError(t, err, "it was ours")
		store.Lose(lost)
		_, err = b.Replace(t.Context(), "lock", strings.NewReader("mine still"), at.Tag)
		require.NoError(t, err)
		require.Equal(t, "mine still", buckettest.Text(t, b, "lock"))
		store.Lose(lost)
		_, err = b.Replace(t.Context(), "lock", strings.NewReader("late"), at.Tag)
		require.ErrorIs(t, err, bucket.ErrChanged)
		store.Lose(0)
		now, err := b.Stat(t.Context(), "lock")
		require.NoError(t, err)
		store.Lose(1)
		require.NoError(t, b.Delete(t.Context(), "lock", now.Tag))
	}
}

// A refusal whose answer came, after an attempt that was never made, is another one's object.
func TestALostAttemptIsNoExcuse(t *testing.T) {
	b, store, _ := faulty(t)
	_, err := b.Create(t.Context(), "lock", strings.NewReader("theirs"))
	require.NoError(t, err)
	store.Busy(1)
	_, err = b.Create(t.Context(), "lock", strings.NewReader("ours"))
	require.ErrorIs(t, err, fs.ErrExist)
	require.Equal(t, "theirs", buckettest.Text(t, b, "lock"))
}

func TestAReadThatIsCutBeginsAnew(t *testing.T) {
	b, store, _ := faulty(t)
	_, err := b.Put(t.Context(), "a", strings.NewReader("the whole text"))
	require.NoError(t, err)
	store.Cut(2)
	require.Equal(t, "the whole text", buckettest.Text(t, b, "a"))
	full := errors.New("the disk is full")
	before := store.Calls()
	_, err = b.Get(t.Context(), "a", 100, func() (io.Writer, error) { return nil, full })
	require.ErrorIs(t, err, full, "that is no fault of the store")
	require.Equal(t, 1, store.Calls()-before)
}

// TestAListThatLags hides what was written; a look finds it all the same.
func TestAListThatLags(t *testing.T) {
	b, store, _ := faulty(t)
	store.Lag(true)
	_, err := b.Put(t.Context(), "inbox/a", strings.NewReader("x"))
	require.NoError(t, err)
	for range b.List(t.Context(), "inbox/", false) {
		t.Fatal("it is hidden")
	}
	_, err = b.Create(t.Context(), "inbox/a", strings.NewReader("y"))
	require.ErrorIs(t, err, fs.ErrExist)
	store.Lag(false)
	n := 0
	for range b.List(t.Context(), "inbox/", false) {
		n++
	}
	require.Equal(t, 1, n)
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"s3://shop":                              "s3://shop",
		"s3://shop/a/b/?region=eu-central-1":     "s3://shop/a/b",
		"s3://shop?endpoint=https://minio:9000":  "s3://shop",
		"azblob://orders/x?storage_account=acme": "azblob://orders/x",
		"gs://orders":                            "gs://orders",
		"file:///srv/orders/":                    "file:///srv/orders",
		"file:///srv/../orders":                  "file:///orders",
	} {
		at, err := bucket.ParseAddress(text)
		require.NoError(t, err, text)
		require.Equal(t, want, at.String())
	}
	for _, text := range []string{"", "shop", "/srv/orders", "http://shop", "s3:", "s3:///a", "s3:shop", "file://srv/orders", "s3://key:secret@shop", "s3://shop/a/../../b", "s3://shop/a//b", "s3://shop/#x", "ftp://shop"} {
		_, err := bucket.ParseAddress(text)
		require.Error(t, err, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
		require.NotEmpty(t, failure.Hint(err))
		require.NotContains(t, err.Error(), "secret")
	}
}

// TestEveryReasonHasItsWords in both languages, with a way out.
func TestEveryReasonHasItsWords(t *testing.T) {
	for _, why := range []bucket.Reason{bucket.NotThere, bucket.Exists, bucket.Changed, bucket.NoBucket, bucket.WrongKey, bucket.Forbidden, bucket.Region,
		bucket.BadKey, bucket.NoCompare, bucket.Away, bucket.Refused} {
		err := &bucket.Error{Bucket: "s3://shop", Key: "a", Reason: why, Err: io.EOF}
		require.True(t, strings.HasPrefix(err.Error(), "s3://shop/a: "), err.Error())
		uk, way := err.Say(wording.Ukrainian)
		require.NotEqual(t, err.Error(), uk)
		require.NotEqual(t, err.Hint(), way)
		require.NotContains(t, uk+way+err.Error()+err.Hint(), "bucket.", "no key of the catalogue is left over")
	}
}

func TestAProbeSaysWhatAStoreIgnores(t *testing.T) {
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	can, err := bucket.New(&careless{bucket.Memory()}, at, bucket.Options{}).Probe(t.Context())
	require.NoError(t, err)
	require.Equal(t, bucket.Abilities{Listed: true}, can)
}

// careless is a store that ignores conditions, as some servers do.
type careless struct{ bucket.Store }

func (c *careless) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, _ bucket.Condition) error {
	return c.Store.Write(ctx, key, content, sha, bucket.Condition{})
}

// TestAnObjectThatIsReplacedWhileItIsRead is read anew, and never half of each.
func TestAnObjectThatIsReplacedWhileItIsRead(t *testing.T) {
	store := &swapping{Store: bucket.Memory()}
	at, err := bucket.ParseAddress("mem://shop")
	require.NoError(t, err)
	b := bucket.New(store, at, bucket.Options{Pause: time.Nanosecond})
	_, err = b.Put(t.Context(), "feed", strings.NewReader("old"))
	require.NoError(t, err)
	store.next = "newer"
	var out bytes.Buffer
	seen, err := b.Get(t.Context(), "feed", 100, func() (io.Writer, error) { out.Reset(); return &out, nil })
	require.NoError(t, err)
	require.Equal(t, "newer", out.String())
	require.EqualValues(t, 5, seen.Size)
}

// swapping replaces an object once, after it was opened.
type swapping struct {
	bucket.Store
	next string
}

func (s *swapping) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	in, err := s.Store.Read(ctx, key)
	if s.next != "" {
		next := s.next
		s.next = ""
		err = errors.Join(err, s.Store.Write(ctx, key, strings.NewReader(next), "", bucket.Condition{}))
	}
	return in, err
}
