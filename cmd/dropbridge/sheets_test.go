package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/gsheet/gsheettest"
)

// sheetCommand runs a command beside the daemon, and gives what it wrote.
func sheetCommand(t *testing.T, dir string, args ...string) (code int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), append([]string{"--config", filepath.Join(dir, "dropbridge.yaml")}, args...), os.LookupEnv, nil, &stdout, &stderr)
	return code, stdout.String() + stderr.String()
}

// TestOrdersOfASheet: from a row in a Google sheet to its waybill beside it, by the whole program; and
// each place where people look says how the sheet stands.
func TestOrdersOfASheet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := func(texts ...string) []gsheettest.Cell { return gsheettest.Row(texts...) }
	orders := gsheettest.NewTab("Orders", 0, text("Номер замовлення", "ПІБ", "Телефон", "Місто", "Відділення", "Артикул", "Кількість"),
		text("1001", "Петренко Іван", "+380670000101", "Київ", "12", "KB-01", "1"))
	google := gsheettest.New(t, orders).Listen(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "google.json"), gsheettest.KeyFile(t), 0o600))
	config := strings.Replace(daemonConfig, `sources: {`, `sources: {shop: {google_sheet: {url: "https://docs.google.com/spreadsheets/d/`+gsheettest.ID+`/edit#gid=0", sheet: Orders,
    credentials_file: google.json, result: {columns: true}, every: 1s, settle: 0s, endpoint: "`+google.URL+`"}}, `, 1)
	d := startDaemon(t, dir, config)
	code, checked := 0, ""
	require.Eventually(t, func() bool { // the daemon writes into the sheet meanwhile
		code, checked = sheetCommand(t, dir, "check")
		return !strings.Contains(checked, "somebody edits the spreadsheet this moment")
	}, patience, 100*time.Millisecond)
	require.Contains(t, checked, "google sheet shop")
	require.Contains(t, checked, "rows of orders: 1, orders: 1, rows to be put right: 0; headings: Номер замовлення, ПІБ", "%d", code)
	require.Contains(t, checked, "read as "+gsheettest.Email)

	shown := func(column int) (text string) {
		google.Do(func() {
			if row := orders.Texts()[1]; len(row) > column {
				text = row[column]
			}
		})
		return text
	}
	require.Eventually(t, func() bool { return shown(10) != "" }, patience, 100*time.Millisecond, "%s %s", d.errs, orders.Texts())
	require.Equal(t, "accepted", shown(7))
	require.Len(t, shown(10), 14, "the waybill is a text with all its digits")

	s := d.snapshot(t)
	require.Len(t, s.Sheets, 1)
	require.Equal(t, "shop", s.Sheets[0].Source)
	require.Equal(t, 1, s.Sheets[0].Orders)
	require.Empty(t, s.Sheets[0].Error)
	page, _ := d.clerk(t).get("/settings")
	require.Contains(t, page, `<a href="`+s.Sheets[0].Link+`" rel="noreferrer"><bdi>Orders</bdi></a>`)
	google.Do(func() { google.Reads = false })
	require.Eventually(t, func() bool { return d.snapshot(t).Sheets[0].Mend != "" }, patience, 100*time.Millisecond, "%s", d.errs)
	require.Contains(t, d.errs.String(), "is not shared with "+gsheettest.Email)
	require.Equal(t, 0, d.stop())
	_, told := sheetCommand(t, dir, "status", "--json")
	var status overview.Status
	require.NoError(t, json.Unmarshal([]byte(told), &status), told)
	require.Len(t, status.Sheets, 1)
	require.Contains(t, status.Sheets[0].Mend, "Share → add that address")
	_, told = sheetCommand(t, dir, "status")
	require.Contains(t, told, "Google sheet of shop: read ")
	require.Contains(t, told, s.Sheets[0].Link)
}
