package client

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func ledgerAnswer(meta string, entries ...string) string {
	data := ""
	for i, e := range entries {
		if i > 0 {
			data += ","
		}
		data += e
	}
	return `{"data":[` + data + `],"meta":{` + meta + `}}`
}

func entryJSON(id, kind, amount string) string {
	return `{"id":"` + id + `","kind":"` + kind + `","amount":"` + amount + `","posted_at":"2026-11-01T00:00:00Z","reverses_entry_id":"r-` + id + `"}`
}

// TestLedgerRepeated: an entry that came again is dropped and kept apart, as it came the
// second time, and the result counts it.
func TestLedgerRepeated(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, 200, map[string]string{
			"1": ledgerAnswer(`"total":4,"total_pages":2`, entryJSON("a", "accrual", "1.00"), entryJSON("b", "hold", "-2.00")),
			"2": ledgerAnswer(`"total":4,"total_pages":2`, entryJSON("b", "hold", "-2.50"), entryJSON("c", "hold", "2.00")),
		}[r.URL.Query().Get("page")])
	})
	ledger := c.Ledger(supplier.LedgerQuery{})
	var ids []string
	var problem error
	for e, err := range ledger.Entries(t.Context()) {
		if err != nil {
			problem = err
			break
		}
		ids = append(ids, e.ID+" "+e.Amount.String())
	}
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(problem))
	require.Equal(t, []string{"a 1.00", "b -2.00", "c 2.00"}, ids)
	require.Len(t, ledger.Repeated(), 1)
	again := ledger.Repeated()[0]
	require.Equal(t, []string{"b", "hold", "-2.50", "r-b"}, []string{again.ID, again.Kind, again.Amount.String(), again.ReversesEntryID})
	result := ledger.Result()
	require.False(t, result.Complete)
	require.Equal(t, []int{2, 3, 1}, []int{result.Pages, result.Items, result.Repeated})
	require.Equal(t, supplier.Some(int64(4)), result.Total)
}

// TestLedgerKindWithoutFilter: what the service cannot filter is filtered here.
func TestLedgerKindWithoutFilter(t *testing.T) {
	m := mappingWith(t, "    to: to\n    kind: kind\n", "    to: to\n")
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.NotContains(t, r.URL.Query(), "kind")
		answerJSON(w, 200, ledgerAnswer(`"total":3,"total_pages":1`, entryJSON("a", "accrual", "1.00"), entryJSON("b", "hold", "-2.00"), entryJSON("c", "payout", "-1.00")))
	}, func(o *Options) { o.Mapping = m })
	for kind, want := range map[string][]string{"hold": {"b"}, "payout": {"c"}, "": {"a", "b", "c"}} {
		var got []string
		ledger := c.Ledger(supplier.LedgerQuery{Kind: kind})
		for e, err := range ledger.Entries(t.Context()) {
			require.NoError(t, err)
			got = append(got, e.ID)
		}
		require.Equal(t, want, got)
		require.True(t, ledger.Result().Complete)
	}
}

// TestConnectionThatIsCutIsNoEnd: the error of a connection that was cut wraps io.EOF, which
// is also how a list ends.
func TestConnectionThatIsCutIsNoEnd(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("page") == "1" {
			answerJSON(w, 200, ledgerAnswer(`"total":2,"total_pages":2`, entryJSON("a", "accrual", "1.00")))
			return
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			connection.Close()
		}
	})
	var problem error
	for _, err := range c.Ledger(supplier.LedgerQuery{}).Entries(t.Context()) {
		problem = err
	}
	require.ErrorIs(t, problem, io.EOF)
	require.Equal(t, supplier.KindTransient, supplier.KindOf(problem))
}
