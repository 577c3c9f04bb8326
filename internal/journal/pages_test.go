package journal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
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

func (s largeShop) Sources() []string { return []string{"source1"} }

func (s largeShop) Suppliers() []string { return nil }

// TestPagesAreQuick: a page of people takes as long with many orders as with few. The limit is
// about ten times what it takes at 1,000,000 orders on two quiet cores; the home tells of up to
// five orders of each cause.
func TestPagesAreQuick(t *testing.T) {
	const limit, limitOfHome = 100 * time.Millisecond, 400 * time.Millisecond
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	FillLarge(t, j, LargeOrders())
	pages := page.New(page.Options{Shop: largeShop{Board: board(t, j)}})
	for _, address := range []string{"/", "/orders", "/orders?q=067+100+12+3", "/orders?q=name7", "/orders?q=kc-1234", "/orders?state=unknown&source=source1", "/orders?late=1",
		"/orders?carrier=ukrposhta&from=2026-11-19", "/order?source=source2&number=KC-1234", "/files", "/files?name=orders9"} {
		best := time.Hour
		for range 10 {
			began, answer := time.Now(), httptest.NewRecorder()
			pages.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, address, nil))
			require.Contains(t, []int{http.StatusOK, http.StatusSeeOther}, answer.Code, address)
			best = min(best, time.Since(began))
		}
		t.Logf("%-40s %v", address, best)
		most := limit
		if address == "/" {
			most = limitOfHome
		}
		require.Less(t, best, most, address)
	}
}
