package statement

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// shopOf serves a ledger, and orders and shipments as they are written.
func shopOf(t *testing.T, f *fakeLedger, orders, shipments string) *client.Client {
	t.Helper()
	return ledgertest.ClientOf(t, ledgertest.Answers(func(r *http.Request) []byte {
		text := orders
		switch {
		case strings.HasSuffix(r.URL.Path, "/ledger"):
			return f.answer(r.URL.Query())
		case strings.HasSuffix(r.URL.Path, "/shipments"):
			text = shipments
		}
		if text == "" {
			return nil
		}
		return []byte(text)
	}))
}

const (
	noRecords = `{"data":[],"meta":{"total":0,"total_pages":0}}`
	oneOrder  = `{"data":[{"id":"o1","external_id":"K-1","status":"completed","waybills":["20450000000001","20450000000002"],
		"status_history":[{"status":"new","at":"2026-10-01T00:00:00Z"},{"status":"delivered","at":"2026-10-02T00:00:00Z"},{"status":"completed","at":"2026-10-03T00:00:00Z"}],
		"payment":{"method":"cod"},"totals":{"profit":"5.00"},"updated_at":"2026-10-03T00:00:00Z"}],"meta":{"total":1,"total_pages":1}}`
)

// TestLinesHaveWaybills: an entry shows the waybills of its order, and the orders are compared.
func TestLinesHaveWaybills(t *testing.T) {
	f := ledgerOf(t, "a1 order_margin 5 2026-10-02T10:00Z order=o1\nf1 fee -1 2026-10-02T11:00Z")
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	var waybills []string
	s, err := Read(t.Context(), shopOf(t, f, oneOrder, noRecords), Options{Period: period, Now: period.To, Orders: true}, Sink{Entry: func(l *Line) error {
		waybills = append(waybills, l.Waybills)
		return nil
	}})
	require.NoError(t, err)
	require.Empty(t, failed(s))
	require.Empty(t, s.Differences)
	require.Equal(t, []string{"20450000000001; 20450000000002", ""}, waybills)
	require.Equal(t, []string{"history_unchanged: exports are not remembered"}, unchecked(s))
}

// TestOrdersThatCannotBeRead: a failure of the service is one of the statement, and leaves
// nothing behind.
func TestOrdersThatCannotBeRead(t *testing.T) {
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	for _, c := range []*client.Client{shopOf(t, ledgerOf(t, ten), "", noRecords), shopOf(t, ledgerOf(t, ten), noRecords, "")} {
		folder := t.TempDir()
		s, err := Read(t.Context(), c, Options{Period: period, Now: period.To, Orders: true, Memory: folder}, Sink{})
		require.Equal(t, supplier.KindTransient, supplier.KindOf(err))
		require.Nil(t, s)
		require.Empty(t, filesOf(t, folder))
	}
}

func filesOf(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// TestHistory: the same month again gives the same figures, or says which entries came
// late. What was not published is not remembered.
func TestHistory(t *testing.T) {
	folder := t.TempDir()
	read := func(ledger string, days int) *Statement {
		s, _ := october(t, ledgerOf(t, ledger), func(o *Options) {
			o.Memory, o.Account.Name = folder, "account"
			o.Now = o.Period.To.AddDate(0, 0, days)
		})
		return s
	}
	late := strings.Replace(ten, "a4 order_margin", "x1 fee -0.5 2026-10-04T07:59Z\na4 order_margin", 1)
	unpublished := read(late, 1)
	unpublished.Forget()
	unpublished.Forget()
	require.NoError(t, unpublished.Remember(true), "nothing is left to remember")
	require.Empty(t, filesOf(t, folder))

	first := read(ten, 2)
	require.True(t, first.OK(), failed(first))
	require.NoError(t, first.Remember(true))
	first.Forget()
	require.Len(t, filesOf(t, folder), 2, "the month, and what stands before it")
	again := read(ten, 3)
	require.True(t, again.OK(), failed(again))
	require.Equal(t, []any{first.Opening, first.Closing, first.Turnover, first.Groups, first.Entries}, []any{again.Opening, again.Closing, again.Turnover, again.Groups, again.Entries})
	again.Forget()
	changed := read(late, 4)
	require.Contains(t, failed(changed), "history_unchanged")
	require.Len(t, changed.Late, 1)
	require.Equal(t, []string{"x1", "-0.50"}, []string{changed.Late[0].Now.ID, changed.Late[0].Now.Amount.String()})
	require.True(t, changed.Late[0].Now.PostedAt.Equal(time.Date(2026, 10, 4, 7, 59, 0, 0, time.UTC)))
	changed.Forget()
}
