package orderfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestCases compares the reading of every case file with the part of the report that
// lies beside it, as testdata/cases/README.md says.
func TestCases(t *testing.T) {
	for _, path := range caseFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			expected := decodeJSON(t, readFile(t, path+".expected.json"))
			got := asJSON(t, readPath(t, path))
			comparePart(t, "report", without(expected, "orders", "problems"), got)
			compareOrders(t, expected, got)
			for _, want := range list(expected["problems"]) {
				requireProblem(t, want, list(got["problems"]))
			}
			if expected["verdict"] == VerdictRejected {
				require.NotEmpty(t, got["problems"])
				require.Empty(t, got["orders"])
			}
		})
	}
}

// TestResultsOfCases: the result of every case file that is read gives the orders of
// the file itself when it is read in turn, and so does the result of the result.
func TestResultsOfCases(t *testing.T) {
	racing.Skip(t)
	for _, path := range caseFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			report := readPath(t, path)
			if report.source.HeadingRow == 0 || report.refused() {
				_, err := WriteResult(&bytes.Buffer{}, path, report, byRow(nil))
				if report.source.HeadingRow == 0 {
					require.Error(t, err)
				}
				return
			}
			first := writeResult(t, path, report, sampleResults(report))
			again := readPath(t, first)
			requireSameReading(t, report, again)
			second := writeResult(t, first, again, sampleResults(report))
			if report.Format == cells.FormatCSV {
				require.Equal(t, string(readFile(t, first)), string(readFile(t, second)))
			}
			requireSameReading(t, report, readPath(t, second))
		})
	}
}

func requireSameReading(t *testing.T, want, got *Report) {
	t.Helper()
	for _, r := range []*Report{want, got} {
		require.NotNil(t, r)
	}
	w, g := asJSON(t, want), asJSON(t, got)
	for _, key := range []string{"format", "encoding", "delimiter", "layout", "verdict", "orders"} {
		require.Equal(t, w[key], g[key], key)
	}
	require.Equal(t, codes(want), codes(got))
}

// sampleResults gives every data row a result, with texts that need care.
func sampleResults(r *Report) map[int]cells.Result {
	out := map[int]cells.Result{}
	for _, line := range r.Lines() {
		if line.Skipped {
			out[line.Row] = cells.Result{Status: "skipped", Error: line.Code + ": " + line.Message}
			continue
		}
		if line.Refused {
			out[line.Row] = cells.Result{Status: "rejected", Error: line.Code + ": " + line.Message}
			continue
		}
		out[line.Row] = cells.Result{Status: "accepted", OrderID: fmt.Sprintf("ord-%d", line.Row), OrderStatus: "new", Waybills: "20450000000001; 20450000000002"}
	}
	return out
}

func writeResult(t *testing.T, source string, r *Report, rows map[int]cells.Result) string {
	t.Helper()
	var b bytes.Buffer
	_, err := WriteResult(&b, source, r, byRow(rows))
	require.NoError(t, err)
	if filepath.Base(filepath.Dir(source)) == "sources" || strings.HasPrefix(filepath.Base(source), "source-result") {
		return writeTemp(t, "source-result."+r.ResultExt(), b.Bytes())
	}
	return writeTemp(t, "result."+r.ResultExt(), b.Bytes())
}

func caseFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, folder := range []string{"cases", "more", "sources"} {
		expected, err := filepath.Glob("testdata/" + folder + "/*.expected.json")
		require.NoError(t, err)
		require.NotEmpty(t, expected)
		for _, path := range expected {
			out = append(out, strings.TrimSuffix(path, ".expected.json"))
		}
	}
	return out
}

func readPath(t *testing.T, path string) *Report {
	t.Helper()
	if filepath.Base(filepath.Dir(path)) == "sources" || strings.HasPrefix(filepath.Base(path), "source-result") {
		return readWith(t, path, Options{Profile: automatic(t)})
	}
	return readWith(t, path, Options{})
}

// genericOnce spares the tests compiling the profile for every file.
var genericOnce = sync.OnceValues(generic)

func readWith(t *testing.T, path string, o Options) *Report {
	t.Helper()
	if o.Profile == nil {
		p, err := genericOnce()
		require.NoError(t, err)
		o.Profile = p
	}
	if o.Language == "" {
		o.Language = wording.English
	}
	r, err := Read(context.Background(), path, filepath.Base(path), o)
	require.NoError(t, err)
	return r
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

func writeTemp(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// codes are the problems as "row code", 0 for the file. Three warnings that many files have
// are left to tests of their own.
func codes(r *Report) []string {
	out := []string{}
	for _, p := range r.Problems {
		if p.Code != problem.ExtensionMismatch && p.Code != problem.BranchMissing && p.Code != problem.TotalDiffers {
			out = append(out, fmt.Sprintf("%d %s", rowOf(p), p.Code))
		}
	}
	return out
}

func asJSON(t *testing.T, r *Report) map[string]any {
	t.Helper()
	data, err := json.Marshal(r)
	require.NoError(t, err)
	return decodeJSON(t, data)
}

func decodeJSON(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal(data, &out))
	return out
}

func list(v any) []any { out, _ := v.([]any); return out }

func without(m map[string]any, keys ...string) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	for _, k := range keys {
		delete(out, k)
	}
	return out
}

// comparePart: what is named must be equal, objects field by field.
func comparePart(t *testing.T, where string, want, got any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		require.True(t, ok, "%s: want an object, got %v", where, got)
		for k, v := range w {
			comparePart(t, where+"."+k, v, g[k])
		}
	case []any:
		g, ok := got.([]any)
		require.True(t, ok && len(g) == len(w), "%s: want %v, got %v", where, want, got)
		for i := range w {
			comparePart(t, fmt.Sprintf("%s[%d]", where, i), w[i], g[i])
		}
	default:
		require.Equal(t, want, got, where)
	}
}

func compareOrders(t *testing.T, expected, got map[string]any) {
	t.Helper()
	if _, named := expected["orders"]; !named {
		return
	}
	actual := map[any]any{}
	for _, o := range list(got["orders"]) {
		actual[o.(map[string]any)["external_id"]] = o
	}
	require.Len(t, actual, len(list(expected["orders"])), "orders: %v", actual)
	for _, want := range list(expected["orders"]) {
		id := want.(map[string]any)["external_id"]
		require.Contains(t, actual, id)
		comparePart(t, fmt.Sprint("order ", id), want, actual[id])
	}
}

func requireProblem(t *testing.T, want any, problems []any) {
	t.Helper()
	w := want.(map[string]any)
	for _, p := range problems {
		if g := p.(map[string]any); g["row"] == w["row"] && g["code"] == w["code"] {
			return
		}
	}
	require.Fail(t, "problem not reported", "want %v in %v", want, problems)
}

// byRow knows the results of rows.
func byRow(rows map[int]cells.Result) func(row int) (cells.Result, bool) {
	return func(row int) (cells.Result, bool) {
		result, ok := rows[row]
		return result, ok
	}
}
