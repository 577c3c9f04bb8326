package told

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestProblemsOfSuppliers: each has his own, which say whose they are, and are mended alone.
func TestProblemsOfSuppliers(t *testing.T) {
	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	all := NewProblems(slog.New(slog.DiscardHandler))
	alpha, beta := all.Of("alpha"), all.Of("beta")
	alpha.Set(now, ProblemLookup, errors.New("away"))
	beta.Set(now, ProblemLookup, errors.New("away"))
	all.Set(now, ProblemInbox, errors.New("full"))
	var seen [][]string
	for _, p := range all.List() {
		seen = append(seen, []string{p.Name, p.Supplier, p.Text, p.About(), p.Cause()})
	}
	require.Equal(t, [][]string{{"inbox", "", "full", "inbox", ""},
		{"lookup", "alpha", "alpha: away", "lookup (alpha)", "supplier (alpha)"}, {"lookup", "beta", "beta: away", "lookup (beta)", "supplier (beta)"}}, seen)
	require.Equal(t, []string{ProblemLookup, ProblemInbox}, []string{Topic("lookup (alpha)"), Topic("inbox")})
	alpha.Set(now, ProblemLookup, nil)
	require.Len(t, beta.List(), 2)
}
