package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestTheSecondBuildAsksOnce(t *testing.T) {
	s := newService(t, 30, 7)
	first := s.built(t)
	require.Equal(t, "read in full: 30 products, 5 pages", first.source)
	require.Len(t, first.asked, 5)
	copied, err := os.ReadFile(s.store.Path())
	require.NoError(t, err)

	s.pass(15 * time.Minute)
	second := s.built(t)
	require.Equal(t, "copy of 09:12 without changes", second.source)
	require.Equal(t, []string{"page=1&per_page=200&updated_since=2026-11-01T08%3A11%3A00Z"}, second.asked,
		"from a minute before the newest change that the copy has")
	require.Equal(t, first.products, second.products)
	require.Equal(t, supplier.ListResult{Pages: 5, Items: 30, Total: supplier.Some(int64(30)), Complete: true}, second.result)
	same, err := os.ReadFile(s.store.Path())
	require.NoError(t, err)
	require.Equal(t, copied, same, "nothing was learned")
}

func TestChangesComeIntoTheirPlaces(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.pass(time.Hour)
	s.change("12.50", 3, 29)
	s.create("new-1", "new-2")
	second := s.built(t)
	require.Equal(t, "copy of 09:12 with 4 changes", second.source)
	require.Len(t, second.asked, 1)
	require.Equal(t, "p00002=10.00 p00003=12.50 p00004=10.00", strings.Join(strings.Fields(second.prices())[2:5], " "))
	require.Equal(t, "p00029=12.50 new-1=5.00 new-2=5.00", strings.Join(strings.Fields(second.prices())[29:], " "))
	require.Equal(t, int64(32), second.result.Total.Value)

	// The next build is told only of what is newer, and the copy has the rest.
	s.pass(time.Hour)
	s.change("13.00", 3)
	s.change("6.00", 31)
	s.create("new-3")
	third := s.built(t)
	require.Equal(t, "copy of 09:12 with 3 changes", third.source)
	require.Contains(t, third.asked[0], "updated_since=2026-11-01T10%3A11%3A00Z")
	require.Equal(t, "p00003=13.00", strings.Fields(third.prices())[3])
	require.Equal(t, "p00029=12.50 new-1=5.00 new-2=6.00 new-3=5.00", strings.Join(strings.Fields(third.prices())[29:], " "))

	// A full read finds the same, product by product.
	s.opts.Full = true
	full := s.built(t)
	require.Equal(t, "read in full: 33 products, 5 pages", full.source)
	require.Equal(t, full.products, third.products)
}

func TestWhatIsDeletedGoesWithTheFullRead(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.items = append(s.items[:4], s.items[5:]...)
	s.pass(24 * time.Hour)
	require.Contains(t, s.built(t).prices(), "p00004=10.00", "the service does not tell of it")
	s.pass(time.Second)
	after := s.built(t)
	require.Equal(t, "read in full: 29 products, 5 pages; the copy of 2026-11-01 09:12 is older than 24 h", after.source)
	require.NotContains(t, after.prices(), "p00004")
	require.Equal(t, "copy of 09:12 without changes", s.built(t).source)
}

func TestMaxAge(t *testing.T) {
	s := newService(t, 30, 7)
	s.opts.MaxAge = 90 * time.Minute
	s.built(t)
	s.pass(90 * time.Minute)
	require.Equal(t, "copy of 09:12 without changes", s.built(t).source)
	s.pass(time.Second)
	require.Contains(t, s.built(t).source, "is older than 1h30m0s")
	s.opts.MaxAge = 1000 * time.Hour
	s.pass(24*time.Hour + time.Second)
	require.Contains(t, s.built(t).source, "is older than 24 h")
	s.pass(-time.Hour)
	require.Contains(t, s.built(t).source, "is from the future: the clock was set back")
}

// TestAChangeWhileTheListIsRead: the first page's product changes when its page was
// read and the last one was not, whose product changed later still.
func TestAChangeWhileTheListIsRead(t *testing.T) {
	s := newService(t, 30, 7)
	s.before = func(page int, since time.Time) {
		if page == 5 && since.IsZero() {
			s.pass(10 * time.Minute)
			s.change("20.00", 0)
			s.pass(10 * time.Minute)
			s.change("30.00", 29)
		}
	}
	first := s.built(t)
	require.Contains(t, first.prices(), "p00000=10.00")
	require.Contains(t, first.prices(), "p00029=30.00")
	s.before = nil
	second := s.built(t)
	require.Equal(t, "copy of 09:12 with 1 change", second.source)
	require.Contains(t, second.prices(), "p00000=20.00")
}

// TestAProductFromTheFuture hides no change that comes before its date.
func TestAProductFromTheFuture(t *testing.T) {
	s := newService(t, 30, 7)
	at := time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)
	s.items[7].Updated = &at
	s.built(t)
	for n := range 3 {
		s.pass(time.Hour)
		price := fmt.Sprintf("1%d.00", n+1)
		s.change(price, 3)
		b := s.built(t)
		require.Equal(t, "copy of 09:12 with 1 change", b.source)
		require.Contains(t, b.prices(), "p00003="+price)
	}
}

func TestManyChangesAreReadInFull(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.pass(time.Hour)
	s.change("11.00", 0, 1, 2, 3, 4) // with p00029, of which the copy has the latest, a fifth
	require.Equal(t, "copy of 09:12 with 5 changes", s.built(t).source)
	s.pass(time.Hour)
	s.change("12.00", 0, 1, 2)
	require.Equal(t, "copy of 09:12 with 3 changes", s.built(t).source)
	s.change("13.00", 7)
	b := s.built(t)
	require.Equal(t, "read in full: 30 products, 5 pages; the copy of 30 products is too old: 7 changed", b.source)
	require.Len(t, b.asked, 6)
	s.pass(time.Hour)
	s.change("14.00", 0, 1, 2, 3, 4, 5, 6, 7)
	require.Len(t, s.built(t).asked, 6, "the first page of changes says how many there are")
	s.pass(2 * time.Hour)
	require.Equal(t, "read in full: 30 products, 5 pages; the copy of 30 products is too old: 8 changed", s.built(t).source,
		"what changed last is always told of again")
}

// TestChangesThatAreTooLarge for the memory are read in full, at once or added up.
func TestChangesThatAreTooLarge(t *testing.T) {
	s := newService(t, 100, 10)
	s.built(t)
	change := func(first int) {
		s.pass(time.Hour)
		for i := first; i < first+8; i++ {
			s.items[i].Name = strings.Repeat("x", 2<<20)
		}
		s.change("11.00", first, first+1, first+2, first+3, first+4, first+5, first+6, first+7)
	}
	change(0)
	require.Equal(t, "copy of 09:12 with 8 changes", s.built(t).source)
	change(8)
	require.Equal(t, "read in full: 100 products, 10 pages; the copy of 100 products is too old: what changed takes more than 32 MB", s.built(t).source)
}

func TestNewProductsOfManyPages(t *testing.T) {
	s := newService(t, 3000, 200)
	s.built(t)
	s.pass(time.Hour)
	var ids []string
	for i := range 450 {
		ids = append(ids, fmt.Sprintf("new-%d", i))
	}
	s.create(ids...)
	b := s.built(t)
	require.Equal(t, "copy of 09:12 with 450 changes", b.source)
	require.Equal(t, 18, b.result.Pages)
	require.Len(t, b.products, 3450)
	for i, id := range ids {
		require.Equal(t, id, b.products[3000+i].ID)
	}
	s.opts.Full = true
	require.Equal(t, s.built(t).products, b.products)
}

// TestRepeatsAreThereAgain: what a build reports of a list that lists products twice
// is the same from the copy.
func TestRepeatsAreThereAgain(t *testing.T) {
	s := newService(t, 4, 2)
	s.items = append(s.items[:2:2], s.items...) // the second page repeats the first
	s.total = func(total int, since time.Time) int {
		if since.IsZero() {
			return 4
		}
		return total
	}
	for i := range s.items {
		s.items[i].Updated = s.items[len(s.items)-1].Updated
	}
	first := s.built(t)
	require.Equal(t, 2, first.result.Repeated)
	// A list so small is always read in full.
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	require.Contains(t, pages.Source(), "6 changed")
	require.NoError(t, pages.Close())
	old := s.items[0].Updated.Add(-time.Hour)
	for i := range s.items {
		s.items[i].Updated = &old
	}
	b := s.built(t)
	require.Equal(t, 2, b.result.Repeated)
	s.items = nil
	s.total = nil
	second := s.built(t)
	require.Equal(t, b.products, second.products)
	require.Equal(t, b.result, second.result)
	require.Equal(t, "copy of 09:12 without changes", second.source)
}

func TestNothingIsKeptWhereChangesCannotBeAskedFor(t *testing.T) {
	s := newService(t, 30, 7)
	for i := range s.items {
		s.items[i].Updated = nil
	}
	for range 2 {
		require.Equal(t, "read in full: 30 products, 5 pages", s.built(t).source)
		require.NoFileExists(t, s.store.Path())
	}
	s = newService(t, 30, 7)
	s.client = clientOf(t, "http://127.0.0.1:1", "  query:\n    updated_since: updated_since\n")
	require.False(t, s.client.TracksChanges())
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	require.NoError(t, pages.Close())
	require.NoDirExists(t, s.dir)
}

func TestTheCopyIsPrivate(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.pass(time.Hour)
	s.change("11.00", 1)
	s.built(t)
	data, err := os.ReadFile(s.store.Path())
	require.NoError(t, err)
	require.NotContains(t, string(data), testToken)
	require.Equal(t, []string{"products.copy"}, names(t, s.dir))
	if runtime.GOOS != "windows" { // has no such modes
		for path, want := range map[string]os.FileMode{s.dir: 0o700, s.store.Path(): 0o600} {
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.Equal(t, want, info.Mode().Perm(), path)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, filepath.Base(e.Name()))
	}
	return out
}

// oddNames are the products that a reading names as unreadable, with how many are read.
func (s *service) oddNames(t *testing.T) (names []string, result supplier.ListResult, source string) {
	t.Helper()
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	defer func() { require.NoError(t, pages.Close()) }()
	require.NoError(t, readWhole(t.Context(), pages, 3, func(page *supplier.ProductPage) {
		for _, u := range page.Unreadable {
			names = append(names, fmt.Sprintf("%s@%d<%d", u.ID, u.Position, u.Before))
		}
	}))
	require.NoError(t, pages.Commit(t.Context()))
	return names, pages.Result(), pages.Source()
}

func TestAProductThatBecomesUnreadableAndReadableAgain(t *testing.T) {
	s := newService(t, 30, 7)
	s.items[9].Price = "on request"
	names, result, source := s.oddNames(t)
	require.Equal(t, []string{"p00009@10<2"}, names)
	require.Equal(t, supplier.ListResult{Pages: 5, Items: 29, Unread: 1, Total: supplier.Some(int64(30)), Complete: true}, result)
	require.Equal(t, "read in full: 30 products, 5 pages", source)

	// Another becomes unreadable, and so does a new one: the copy does not show the old price.
	s.pass(time.Hour)
	s.change("by agreement", 3)
	s.create("new-1")
	s.change("soon", 30)
	names, result, source = s.oddNames(t)
	require.Equal(t, []string{"p00003@4<3", "p00009@10<2", "new-1@31<0"}, names)
	require.Equal(t, "copy of 09:12 with 2 changes", source)
	require.Equal(t, []int{28, 3}, []int{result.Items, result.Unread})
	require.NotContains(t, s.built(t).prices(), "p00003")

	// All are mended: they come back in their places.
	s.pass(time.Hour)
	s.change("12.50", 3, 9, 30)
	names, _, _ = s.oddNames(t)
	require.Empty(t, names)
	now := strings.Fields(s.built(t).prices())
	require.Len(t, now, 31)
	require.Equal(t, []string{"p00003=12.50", "p00009=12.50", "new-1=12.50"}, []string{now[3], now[9], now[30]})
}

func TestAChangeThatNobodyKnowsByItsID(t *testing.T) {
	s := newService(t, 30, 7)
	s.built(t)
	s.pass(time.Hour)
	s.change("1.00", 3)
	s.items[3].ID = ""
	_, _, source := s.oddNames(t)
	require.Equal(t, "read in full: 30 products, 5 pages; the copy cannot be brought up to date: a product that changed has no id that can be read", source)
}
