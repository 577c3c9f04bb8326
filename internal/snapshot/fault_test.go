package snapshot

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// kept makes a copy with changes in it and gives its bytes.
func kept(t testing.TB, s *service) []byte {
	t.Helper()
	s.built(t)
	s.pass(time.Hour)
	s.change("12.50", 3)
	s.create("new-1")
	s.built(t)
	data, err := os.ReadFile(s.store.Path())
	require.NoError(t, err)
	return data
}

// TestADamagedCopyIsReadInFull: cut anywhere, with any byte changed, or something added.
func TestADamagedCopyIsReadInFull(t *testing.T) {
	s := newService(t, 60, 200)
	data := kept(t, s)
	var broken [][]byte
	for n := 0; n < len(data); n += 100 {
		changed := []byte(string(data))
		changed[n] ^= 0x10
		broken = append(broken, data[:n], changed)
	}
	broken = append(broken, data[:len(data)-1], append([]byte(string(data)), 0), append([]byte(string(data)), data...), []byte("PK\x03\x04"))
	for n, bytes := range broken {
		require.NoError(t, os.WriteFile(s.store.Path(), bytes, 0o600))
		b := s.built(t)
		require.Contains(t, b.source, "read in full: 61 products, 1 pages; the copy is damaged", n)
		require.Len(t, b.asked, 1)
		require.Equal(t, "copy of 10:12 without changes", s.built(t).source, "it is whole again")
	}
}

func TestACopyOfAnotherKind(t *testing.T) {
	s := newService(t, 30, 7)
	data := kept(t, s)
	later := strings.Replace(string(data), magic, magicName+"2\n", 1)
	require.NoError(t, os.WriteFile(s.store.Path(), []byte(later), 0o600))
	require.Equal(t, "read in full: 31 products, 5 pages; the copy was written by another version", s.built(t).source)
	s.opts.Mapping = "m2"
	require.Equal(t, "read in full: 31 products, 5 pages; the copy was made with another mapping of the supplier", s.built(t).source)
	require.Equal(t, "copy of 10:12 without changes", s.built(t).source)
	require.NoError(t, os.Remove(s.store.Path()))
	require.NoError(t, os.MkdirAll(filepath.Join(s.store.Path(), "full"), 0o700))
	b := s.build(t)
	require.Contains(t, b.source, "read in full: 31 products, 5 pages; the copy ")
	require.ErrorContains(t, b.kept, "keep a copy of the product list: ")
	require.Equal(t, []string{"products.copy"}, names(t, s.dir), "nothing unfinished is left")
}

// TestAPageThatCannotBeReadAnyMore: a copy that is whole, and yet does not decode,
// fails one build and no more.
func TestAPageThatCannotBeReadAnyMore(t *testing.T) {
	s := newService(t, 30, 7)
	packs, err := newCodec()
	require.NoError(t, err)
	defer packs.close()
	out, err := s.store.create(s.clock())
	require.NoError(t, err)
	require.NoError(t, out.begin(beginning{Mapping: "m1", Began: s.now}))
	require.NoError(t, out.block(blockPage, packs.pack(`{"data":{"id":5}}`)))
	require.NoError(t, out.block(blockPage, []byte("no zstd")))
	require.NoError(t, out.commit(ending{Pages: 2, Items: 2, Since: s.now}))
	for _, fetched := range []int{1, 2} { // the first page does not decode, the second does not unpack
		pages, err := s.store.Pages(t.Context(), s.client, s.opts)
		require.NoError(t, err)
		raw, err := pages.Fetch(t.Context())
		require.NoError(t, err)
		if fetched == 1 {
			err = pages.Decode(raw, &supplier.ProductPage{})
			require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
		} else {
			_, err = pages.Fetch(t.Context())
		}
		require.ErrorContains(t, err, "the copy of the product list", fetched)
		_, again := pages.Fetch(t.Context())
		require.Equal(t, err, again)
		require.False(t, pages.Result().Complete)
		require.ErrorContains(t, pages.Commit(t.Context()), "the copy of the product list")
		data, err := os.ReadFile(s.store.Path())
		require.NoError(t, err)
		require.NoError(t, pages.Close())
		require.NoError(t, pages.Close())
		require.NoFileExists(t, s.store.Path())
		require.NoError(t, os.WriteFile(s.store.Path(), data, 0o600))
	}
	require.NoError(t, os.Remove(s.store.Path()))
	require.Equal(t, "read in full: 30 products, 5 pages", s.built(t).source)
}

// TestChangesThatDoNotAddUp are asked for twice, and then no feed is built from them.
func TestChangesThatDoNotAddUp(t *testing.T) {
	s := newService(t, 30, 7)
	data := kept(t, s)
	asks := 0
	s.total = func(total int, since time.Time) int {
		if asks++; asks > 1 {
			return total
		}
		return total + 1
	}
	s.asked()
	require.Equal(t, "copy of 09:12 without changes", s.built(t).source, "the second time they do")
	s.total = func(total int, _ time.Time) int { return total + 1 }
	s.asked()
	_, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err))
	require.ErrorContains(t, err, "ask for the products that changed: list products: read 2 distinct items of 3 announced")
	require.Len(t, s.asked(), 2)
	s.requireKept(t, data)
}

func (s *service) requireKept(t *testing.T, data []byte) {
	t.Helper()
	now, err := os.ReadFile(s.store.Path())
	require.NoError(t, err)
	require.Equal(t, data, now)
	require.Equal(t, []string{"products.copy"}, names(t, s.dir))
}

func TestAServiceThatRefuses(t *testing.T) {
	s := newService(t, 30, 7)
	data := kept(t, s)
	s.refuse = func(_ int, since time.Time) int {
		if since.IsZero() {
			return 0
		}
		return http.StatusUnprocessableEntity
	}
	b := s.built(t)
	require.Equal(t, "read in full: 31 products, 5 pages; the copy cannot be brought up to date: list products: status 422: unprocessable entity", strings.ToLower(b.source))
	require.NoError(t, os.WriteFile(s.store.Path(), data, 0o600))
	for status, kind := range map[int]supplier.Kind{401: supplier.KindUnauthorized, 500: supplier.KindTransient} {
		s.refuse = func(int, time.Time) int { return status }
		_, err := s.store.Pages(t.Context(), s.client, s.opts)
		require.Equal(t, kind, supplier.KindOf(err))
		s.requireKept(t, data)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.store.Pages(ctx, s.client, s.opts)
	require.ErrorIs(t, err, context.Canceled)
}

// TestAReadThatFailsKeepsTheOldCopy: a crash, an error or a build that nobody commits.
func TestAReadThatFailsKeepsTheOldCopy(t *testing.T) {
	s := newService(t, 30, 7)
	data := kept(t, s)
	s.opts.Full = true
	s.refuse = func(page int, _ time.Time) int {
		if page == 4 {
			return http.StatusInternalServerError
		}
		return 0
	}
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	_, err = readAll(t.Context(), pages, 1)
	require.Equal(t, supplier.KindTransient, supplier.KindOf(err))
	require.ErrorContains(t, pages.Commit(t.Context()), "keep a copy of the product list: list products: status 500")
	require.NoError(t, pages.Close())
	s.requireKept(t, data)

	s.refuse = nil
	for _, full := range []bool{true, false} {
		s.opts.Full = full
		s.pass(time.Minute)
		s.change("14.00", 5)
		pages, err = s.store.Pages(t.Context(), s.client, s.opts)
		require.NoError(t, err)
		if !full {
			require.ErrorContains(t, pages.Commit(t.Context()), "the copy was not read to its end")
		}
		_, err = readAll(t.Context(), pages, 2)
		require.NoError(t, err)
		stopped, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, pages.Commit(stopped), context.Canceled)
		require.NoError(t, pages.Close())
		s.requireKept(t, data)
	}
}

// TestWhatACrashLeftIsRemoved by a later build that writes.
func TestWhatACrashLeftIsRemoved(t *testing.T) {
	s := newService(t, 30, 7)
	kept(t, s)
	out, err := s.store.create(s.clock())
	require.NoError(t, err)
	require.NoError(t, out.begin(beginning{Mapping: "m1", Began: s.now}))
	left, err := os.ReadFile(out.file.Name())
	require.NoError(t, err)
	out.file.Abort()
	require.NoError(t, os.WriteFile(out.file.Name(), left, 0o600), "its writer is gone, and the file is not")
	require.Len(t, names(t, s.dir), 2)
	old := s.now.Add(-48 * time.Hour)
	require.NoError(t, os.Chtimes(out.file.Name(), old, old))
	require.Equal(t, "copy of 09:12 without changes", s.built(t).source)
	s.pass(time.Minute)
	s.change("13.00", 4)
	require.Equal(t, "copy of 09:12 with 1 change", s.built(t).source)
	require.Equal(t, []string{"products.copy"}, names(t, s.dir))
}

// TestAFolderThatCannotBe costs the copy and not the build.
func TestAFolderThatCannotBe(t *testing.T) {
	s := newService(t, 30, 7)
	require.NoError(t, os.WriteFile(s.dir, nil, 0o600))
	b := s.build(t)
	require.Len(t, b.products, 30)
	require.ErrorContains(t, b.kept, "keep a copy of the product list: ")
}

// TestTwoProcesses: each goes on with the copy that it opened, and the last one wins.
func TestTwoProcesses(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.pass(time.Hour)
	s.change("11.00", 1)
	one, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	s.change("12.00", 2)
	s.opts.Full = true
	s.built(t)
	s.opts.Full = false
	_, err = readAll(t.Context(), one, 2)
	require.NoError(t, err)
	require.Equal(t, "copy of 09:12 with 1 change", one.Source())
	require.NoError(t, one.Commit(t.Context()))
	require.NoError(t, one.Close())
	b := s.built(t)
	require.Equal(t, "copy of 09:12 with 1 change", b.source, "what the other process knew is asked for again")
	require.Contains(t, b.prices(), "p00001=11.00 p00002=12.00")
}

// TestWaitingForTheTailEnds with the context, where a page is never decoded.
func TestWaitingForTheTailEnds(t *testing.T) {
	s := newService(t, 30, 200)
	s.built(t)
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	defer pages.Close()
	_, err = pages.Fetch(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = pages.Fetch(ctx)
	require.ErrorIs(t, err, context.Canceled)
}
