package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
)

// closedMonth is what a month was closed with, whatever the supplier's family.
type closedMonth struct {
	figures map[string]any        // of the report
	sums    map[string][][]string // by book and sheet, the cells
}

// TestCloseThroughEachDialect: a month is closed with the same figures, whatever family the
// supplier is of, and nothing is found to differ.
func TestCloseThroughEachDialect(t *testing.T) {
	racing.Skip(t) // a month is closed the same way whatever the family; scripts close months
	t.Parallel()
	begin := time.Now().UTC().Truncate(time.Hour)
	want := closeMonth(t, "", begin)
	require.NotEqual(t, "0.00", want.figures["income"])
	require.NotEqual(t, "0.00", want.figures["opening"])
	for _, name := range dialect.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := closeMonth(t, name, begin)
			require.Equal(t, want.figures, got.figures)
			for sheet := range want.sums {
				require.Equal(t, want.sums[sheet], got.sums[sheet], sheet)
			}
		})
	}
}

func closeMonth(t *testing.T, name string, begin time.Time) closedMonth {
	t.Helper()
	shop, dir := dialectShop(t, name, begin), t.TempDir()
	mapping := name
	if mapping == "" {
		mapping = "default"
	}
	config, folder := filepath.Join(dir, "dropbridge.yaml"), filepath.Join(dir, "month")
	require.NoError(t, os.WriteFile(config, []byte(`
supplier: {base_url: "`+shop.url+`", mapping: `+mapping+`, user: shop, account: shop}
company: {name: ФОП Приклад, code: 1234567890}
counterparty: {name: ТОВ Постачальник, code: 12345678, contract: {number: 1/26, date: 2026-01-15}}
`), 0o600))
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	now := begin.In(zone)
	month := time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01")
	var out, errs bytes.Buffer
	env := func(key string) (string, bool) { return "sample-token", key == "DROPBRIDGE_TOKEN" }
	code := run(t.Context(), []string{"--config", config, "close", "--month", month, "--out", folder, "--lang", "en", "--check", "--json"}, env, nil, &out, &errs)
	require.Equal(t, exitDone, code, "%s%s", out.String(), errs.String())
	var report map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &report))
	closed := closedMonth{figures: map[string]any{}, sums: map[string][][]string{}}
	for _, key := range []string{"ok", "opening", "turnover", "closing", "income", "currency"} {
		closed.figures[key] = report[key]
	}
	for _, of := range [][2]string{{"ledger", "Summary"}, {"ledger", "Balance"}, {"orders", "Summary"}, {"shipments", "Summary"}, {"income", "Income"}} {
		sheets := cells(t, filepath.Join(folder, of[0]+".xlsx"))
		require.Contains(t, sheets, of[1])
		closed.sums[of[0]+" "+of[1]] = sheets[of[1]]
	}
	return closed
}
