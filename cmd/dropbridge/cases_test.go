package main

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

const casesDir = "../../importer/orderfile/testdata/cases"

// TestCasesEndAtTheSupplier imports every order file of the reader's cases: each order
// is at the supplier once, the result holds the same orders, a second import posts
// nothing, and a refused file is refused with a reason.
func TestCasesEndAtTheSupplier(t *testing.T) {
	racing.Skip(t) // the importer is one and the same for all files; scripts import
	t.Parallel()
	names, err := filepath.Glob(filepath.Join(casesDir, "*.expected.json"))
	require.NoError(t, err)
	require.Greater(t, len(names), 40)
	for _, name := range names {
		file := strings.TrimSuffix(name, ".expected.json")
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			importCase(t, file)
		})
	}
}

func importCase(t *testing.T, file string) {
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: catalog.Generate(5, 1, local.CatalogStart()), AcceptAnySKU: true, Now: time.Now})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	defer func() {
		require.NoError(t, server.Close())
		web.Close()
	}()
	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte("supplier: {base_url: "+web.URL+"}\n"), 0o644))
	post := func() (result.FileReport, int) {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"--config", config, "import", "--json", file},
			func(string) (string, bool) { return "t", true }, nil, &out, &errs)
		var report result.FileReport
		require.NoError(t, json.Unmarshal(out.Bytes(), &report), "%s%s", &out, &errs)
		return report, code
	}
	read, err := orderfile.Read(t.Context(), file, filepath.Base(file), orderfile.Options{})
	require.NoError(t, err)
	before := readFile(t, file)

	report, code := post()
	require.Equal(t, before, readFile(t, file), "the file is left as it is")
	require.Equal(t, len(read.Orders), server.Stats().OrdersStored)
	if len(read.Orders) == 0 {
		require.Equal(t, exitFailed, code)
		require.NotEmpty(t, read.Problems)
		return
	}
	require.Equal(t, map[string]int{orderfile.VerdictOK: exitDone, orderfile.VerdictPartial: exitPartial}[read.Verdict], code)
	rows := 0
	for _, order := range read.Orders {
		rows += len(order.Rows)
	}
	require.Equal(t, rows, report.Counts.Accepted)
	require.Equal(t, len(report.Rows)-rows, report.Counts.Rejected)
	for _, row := range report.Rows {
		if row.Status == state.RowRejected {
			require.NotNil(t, row.Error)
			require.NotEmpty(t, row.Error.Message)
		} else {
			require.NotNil(t, row.OrderID)
		}
	}
	back, err := orderfile.Read(t.Context(), report.Result, "result", orderfile.Options{})
	require.NoError(t, err)
	require.Equal(t, read.Orders, back.Orders, "the result holds the same orders")

	again, _ := post()
	require.Equal(t, rows, again.Counts.Duplicate)
	require.Zero(t, again.Counts.Accepted)
	stats := server.Stats()
	require.Equal(t, len(read.Orders), stats.OrdersStored)
	require.Zero(t, stats.DoubledExternalIDs)
}
