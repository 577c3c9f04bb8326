package journal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// largeShop is a shop of which the pages see what its journal has.
type largeShop struct {
	page.Shop
	*overview.Board
}

func (s largeShop) Standing(ctx context.Context, l wording.Language) (standing.Snapshot, error) {
	status, err := s.In(l).Status(ctx)
	snapshot := standing.Snapshot{Now: largeNow, Orders: map[string]int{}, Conflicts: status.Conflicts}
	for shown, n := range status.Counts.Orders {
		snapshot.Orders[string(shown)] = n
	}
	for _, f := range status.OrderFindings() {
		snapshot.Findings = append(snapshot.Findings, standing.Finding{Code: f.Code, Text: f.Message, Mend: f.Hint, Orders: f.Orders, Files: f.Files, Subjects: f.Subjects()})
	}
	return snapshot, err
}

func (s largeShop) Find(ctx context.Context, l wording.Language, source, number string) ([]overview.OrderStatus, error) {
	return s.In(l).Find(ctx, source, number)
}

func (s largeShop) Decidable(ctx context.Context, l wording.Language, about []standing.Subject) ([]overview.OrderStatus, error) {
	return s.In(l).Decidable(ctx, about)
}

func (s largeShop) Search(ctx context.Context, l wording.Language, q state.SearchQuery) (found page.Found, err error) {
	found.Orders, found.Next, found.Complete, err = s.In(l).Search(ctx, q)
	return found, err
}

func (s largeShop) Files(ctx context.Context, l wording.Language, q overview.FilesQuery) (overview.FilesPage, error) {
	return s.In(l).ListFiles(ctx, q)
}

func (s largeShop) Figures(ctx context.Context, from, to time.Time) (state.Figures, error) {
	return s.Journal.Figures(ctx, s.Config.Account, from, to)
}

func (s largeShop) Unclear(ctx context.Context) ([]overview.Unclear, error) {
	return s.Board.Unclear(ctx)
}

func (largeShop) OrderLedger(context.Context, string, string, string) (page.OrderLedger, error) {
	return page.OrderLedger{None: true}, nil
}

func (largeShop) Suppliers() []string { return nil }

func (s largeShop) Sources() []string { return []string{"source1"} }

// pagesOfMany are the pages that show what a journal has, by what their queries are to take at
// most: they are as many with many orders as with few, and no more than so many for each cause.
func pagesOfMany() map[string]int {
	return map[string]int{"/": 30, "/orders": 25, "/orders?q=067+100+12+3": 25, "/orders?q=name7": 25, "/orders?q=kc-1234": 25, "/orders?state=unknown&source=source1": 30, "/orders?late=1": 25,
		"/orders?carrier=ukrposhta&from=2026-11-19": 25, "/order?source=source2&number=KC-1234": 30, "/files": 25, "/files?name=orders9": 30}
}

// pagesOf are the pages of a shop with that journal.
func pagesOf(tb testing.TB, j *Journal) http.Handler {
	tb.Helper()
	return page.New(page.Options{Shop: largeShop{Board: board(tb, j)}})
}

func visit(t *testing.T, pages http.Handler, address string) {
	t.Helper()
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, address, nil))
	require.Contains(t, []int{http.StatusOK, http.StatusSeeOther}, answer.Code, address)
}

// RequireQuickPages looks at the pages of a large journal. They take as long with many orders
// as with few: the limit is about ten times what the home takes at 1,000,000 orders on two quiet
// cores.
func RequireQuickPages(t *testing.T, j *Journal) {
	t.Helper()
	const limit = 100 * time.Millisecond
	pages := pagesOf(t, j)
	for address := range pagesOfMany() {
		best := time.Hour
		for range 10 {
			began := time.Now()
			visit(t, pages, address)
			best = min(best, time.Since(began))
		}
		t.Logf("%-45s %v", address, best)
		require.Less(t, best, limit, address)
	}
}

// RequireFewQueries looks at the pages of a large journal: none asks for each order apart, and
// no query goes through more rows than a few pages of a list have.
func RequireFewQueries(t *testing.T, j *Journal) {
	t.Helper()
	<-j.indexed // which reads, too
	heard := &listening{reader: j.read}
	j.read = heard
	defer func() { j.read = heard.reader }()
	pages := pagesOf(t, j)
	for address, most := range pagesOfMany() {
		heard.heard, heard.values = nil, nil
		visit(t, pages, address)
		t.Logf("%-45s %d queries", address, len(heard.heard))
		require.LessOrEqual(t, len(heard.heard), most, address)
		for n, query := range heard.heard {
			requireFewRows(t, j.dialect, heard.reader, query, heard.values[n]...)
		}
	}
}
