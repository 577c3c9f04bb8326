package importer_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
)

// twoSources is a rig with two sources that drop files of one name, with the same numbers.
func twoSources(t *testing.T) *rig {
	return newRig(t, func(c *desk.Config) { c.Sources = map[string]desk.Source{"shop": {}, "crm": {}} })
}

func (r *rig) importOf(source, path string) *result.FileReport {
	r.t.Helper()
	report, err := r.im.Import(r.t.Context(), source, path, nil)
	require.NoError(r.t, err)
	return report
}

func (r *rig) query(q overview.StatusQuery) overview.Status {
	r.t.Helper()
	status, err := r.im.Query(r.t.Context(), q)
	require.NoError(r.t, err)
	return status
}

// What one source has to do is not told of another one whose files and numbers are the same.
func TestFindingsOfASource(t *testing.T) {
	r := twoSources(t)
	bad := strings.Replace(row("2"), "+380670000101", "12", 1)
	r.importOf("shop", r.write("shop/orders.csv", heading+row("1")+bad))
	r.importOf("shop", r.write("shop/later.csv", other("1")))
	r.importOf("shop", r.write("shop/bad.csv", "a;b;c\n1;2;3\n"))
	r.shop.promise.Kind = "none"
	r.importOf("crm", r.write("crm/later.csv", orders("1")+"\n"))
	r.importOf("crm", r.write("crm/orders.csv", orders("1")))
	r.importOf("crm", r.write("crm/bad.csv", orders("7")))
	all := []string{state.CodeConflict, overview.FindingRowsRefused, overview.FindingFileRefused}
	require.ElementsMatch(t, all, codes(r.status()))
	require.ElementsMatch(t, all, codes(r.query(overview.StatusQuery{Source: "shop"})))
	require.Empty(t, codes(r.query(overview.StatusQuery{Source: "crm"})))
	require.Empty(t, codes(r.query(overview.StatusQuery{Source: state.InboxItself})))
	require.Empty(t, codes(r.query(overview.StatusQuery{Source: "crm", Number: "1"})))
	require.Equal(t, []string{state.CodeConflict}, codes(r.query(overview.StatusQuery{Source: "shop", Number: "1"})))
	require.Equal(t, []string{overview.FindingFileRefused}, codes(r.query(overview.StatusQuery{Source: "shop", File: "bad.csv"})))
}

// The unknown orders of one source are named alone.
func TestUnknownOrdersOfASource(t *testing.T) {
	r := twoSources(t)
	r.shop.promise.Kind = "none"
	r.shop.script["1"], r.shop.script["2"] = []fault{timeoutLost}, []fault{timeoutLost}
	r.importOf("shop", r.write("shop/orders.csv", orders("1")))
	r.importOf("crm", r.write("crm/orders.csv", orders("2")))
	require.Equal(t, []string{"2"}, r.query(overview.StatusQuery{Source: "crm"}).Findings[0].Orders)
	require.ElementsMatch(t, []string{"1", "2"}, r.status().Findings[0].Orders)
}

// A problem with the result of one file is not closed by another one of the same name.
func TestProblemsOfFilesOfOneName(t *testing.T) {
	r := twoSources(t)
	first := r.importOf("shop", r.write("shop/orders.csv", orders("1")))
	r.importOf("crm", r.write("crm/orders.csv", orders("2")))
	require.NoError(t, os.Remove(first.Result))
	require.NoError(t, os.MkdirAll(first.Result, 0o755))
	r.clock.After(1)
	r.shopSays("1", "shipped")
	r.shopSays("2", "shipped")
	require.NoError(t, r.im.Follow(t.Context()))
	require.NoError(t, r.im.Resume(t.Context()))
	require.Len(t, r.query(overview.StatusQuery{Source: "shop"}).Findings, 1)
	require.Empty(t, r.query(overview.StatusQuery{Source: "crm"}).Findings)
}

// The rows of one order are counted, and not those of the files that it came in.
func TestRowsOfAnOrder(t *testing.T) {
	r := newRig(t)
	bad := strings.Replace(row("5"), "+380670000101", "12", 1)
	r.importFile(r.write("a.csv", grownOrder("1")+row("2")+row("3")+bad))
	r.importFile(r.write("b.csv", orders("1", "2")))
	require.Equal(t, map[string]int{"accepted": 2, "conflict": 1}, r.query(overview.StatusQuery{Number: "1"}).Counts.Rows)
	require.Equal(t, map[string]int{"accepted": 1, "duplicate": 1}, r.query(overview.StatusQuery{Number: "2"}).Counts.Rows)
	require.Equal(t, map[string]int{"accepted": 1}, r.query(overview.StatusQuery{Number: "3"}).Counts.Rows)
	require.Equal(t, map[string]int{"rejected": 1}, r.query(overview.StatusQuery{Number: "5"}).Counts.Rows)
}
