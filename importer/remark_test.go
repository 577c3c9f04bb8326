package importer_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// An order that the supplier has called off, and a new file without states goes on naming, is a
// duplicate, of which that is said once, until a person has decided or some days have passed.
func TestCalledOffIsSaidOnce(t *testing.T) {
	for _, status := range []string{"cancelled", "returned", "returning"} {
		for name, followed := range map[string]bool{"known before": true, "asked for with the file": false} {
			r := calledOff(t, status)
			if followed {
				require.NoError(t, r.im.Follow(t.Context()))
			}
			r.clock.After(1)
			report := r.importFile(r.write("b.csv", orders("1", "2")))
			require.Equal(t, "duplicate accepted", statuses(report), name)
			require.Equal(t, state.CodeCalledOff, report.Rows[0].Error.Code)
			require.Contains(t, report.Rows[0].Error.Message, "`dropbridge resolve 1 --as NUMBER`")
			require.Contains(t, cellsOf(t, report.Result)["1"][4], state.CodeCalledOff)
			require.Equal(t, []string{state.CodeCalledOff}, codes(r.status()))
			require.Equal(t, []string{"1"}, r.status().Findings[0].Orders)
			require.Equal(t, overview.LevelAttention, r.status().Findings[0].Level)
			require.Zero(t, r.status().Conflicts)
			require.Equal(t, []string{"1", "2"}, r.shop.externals())

			r.clock.After(24 * time.Hour)
			next := r.importFile(r.write("c.csv", orders("1", "2", "3")))
			require.Equal(t, "duplicate duplicate accepted", statuses(next))
			require.Nil(t, next.Rows[0].Error, "once is enough")
			require.Equal(t, []string{"b.csv"}, r.status().Findings[0].Files)
			require.Equal(t, state.CodeCalledOff, r.importFile(r.path("b.csv")).Rows[0].Error.Code, "the same bytes show what they showed")

			r.decide(state.DecidedKeep, "1", "")
			require.Empty(t, r.status().Findings)
			require.Nil(t, r.importFile(r.write("d.csv", orders("1")+"\n")).Rows[0].Error)
			require.Empty(t, r.status().Findings)
			r.decide(state.DecidedUndo, "1", "")
			require.Equal(t, []string{state.CodeCalledOff}, codes(r.status()))
			r.clock.After(8 * 24 * time.Hour)
			require.Equal(t, []string{overview.FindingLate}, codes(r.status()), "it is no alarm, but that the others have no parcel is one")
			require.Equal(t, []string{"2", "3"}, r.status().Findings[0].Orders)
		}
	}
}

// What is only said can be decided as what is asked.
func TestCalledOffIsSentAgain(t *testing.T) {
	r := calledOff(t, "cancelled")
	require.NoError(t, r.im.Follow(t.Context()))
	r.clock.After(1)
	report := r.importFile(r.write("b.csv", orders("1")+"\n"))
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	require.Equal(t, []string{"1", "1-2"}, r.shop.externals())
	require.Equal(t, []string{"accepted", "ord_2"}, cellsOf(t, report.Result)["1"][:2])
	require.Empty(t, r.status().Findings)
	require.Equal(t, "duplicate", statuses(r.importFile(r.write("c.csv", orders("1")+"\n\n"))))
	require.Empty(t, r.status().Findings)
}

// A supplier that revives the order ends it, too.
func TestCalledOffIsRevivedThere(t *testing.T) {
	r := calledOff(t, "returning")
	require.NoError(t, r.im.Follow(t.Context()))
	r.clock.After(1)
	r.importFile(r.write("b.csv", orders("1")+"\n"))
	r.shopSays("1", "confirmed")
	require.NoError(t, r.im.Follow(t.Context()))
	require.Empty(t, r.status().Findings)
}

// The very same bytes of a file with a word for the state are duplicates, whatever came between,
// and the first result stays as it is.
func TestTheSameBytesWithAStateAreDuplicates(t *testing.T) {
	r := skippingRig(t)
	r.im.SetReading(stated)
	first := r.importFile(r.write("a.csv", orders("1", "2")))
	r.clock.After(1)
	r.importFile(r.write("b.csv", orders("1", "3")))
	r.shopSays("1", "cancelled")
	require.NoError(t, r.im.Follow(t.Context()))
	r.clock.After(1)
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(r.path("a.csv"))))
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(r.write("copy.csv", orders("1", "2")))), "under another name, too")
	require.Empty(t, r.status().Findings)
	require.FileExists(t, first.Result)
	data, err := os.ReadFile(first.Result)
	require.NoError(t, err)
	require.NotContains(t, string(data), "conflict")
	r.shop.listing = &supplier.Error{Kind: supplier.KindNotSent, Op: "list orders", Detail: "connection refused"}
	require.Equal(t, "duplicate duplicate", statuses(r.importFile(r.path("a.csv"))))
}
