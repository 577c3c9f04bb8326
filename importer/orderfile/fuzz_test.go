package orderfile

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
)

// fuzzLimits keep one file of a fuzz run small.
var fuzzLimits = cells.Limits{Bytes: 1 << 20, Rows: 2000, Columns: 50, UnpackedBytes: 4 << 20, Parts: 50, Time: 5 * time.Second}

// fuzzRead reads bytes and holds what must be true of every report: an order is whole,
// its rows are lines that are not refused, and the result file reads the same.
func fuzzRead(t *testing.T, p *ordertemplate.Template, data []byte) {
	path := filepath.Join(t.TempDir(), "orders")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	o := Options{Profile: p, Limits: fuzzLimits}
	r, err := Read(context.Background(), path, "orders", o)
	require.NoError(t, err)
	_, err = json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, r.Verdict == VerdictRejected, len(r.Orders) == 0)
	require.False(t, r.Verdict == VerdictRejected && len(r.Problems) == 0)
	for _, p := range r.Problems {
		require.NotContains(t, p.Message, "runtime error", "a panic of ours")
	}
	for _, o := range r.Orders {
		require.NotEmpty(t, o.Rows)
		require.NotEmpty(t, o.Items)
		require.NotEmpty(t, o.Recipient.Name)
		require.True(t, strings.HasPrefix(o.Recipient.Phone, "+"))
		for _, item := range o.Items {
			require.NotEmpty(t, item.SKU)
			require.Positive(t, item.Quantity)
		}
	}
	requireLines(t, r)
	if r.source.HeadingRow == 0 || r.refused() {
		return
	}
	var b bytes.Buffer
	_, err = WriteResult(&b, path, r, byRow(sampleResults(r)))
	require.NoError(t, err)
	again := path + ".result"
	require.NoError(t, os.WriteFile(again, b.Bytes(), 0o600))
	o.Limits = cells.Limits{}
	second, err := Read(context.Background(), again, "again", o)
	require.NoError(t, err)
	require.Equal(t, summaries(r), summaries(second))
}

func FuzzText(f *testing.F) {
	paths, err := filepath.Glob("testdata/cases/*.csv")
	require.NoError(f, err)
	for _, path := range append(paths, "testdata/cases/utf16le-tab-unicode-text.txt") {
		data, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte("sep=,\n" + heads))
	p, err := generic()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, p, data) })
}

// FuzzWorkbook changes a sheet, the texts and the styles inside a workbook, so that
// the fuzzer need not find out how to deflate.
func FuzzWorkbook(f *testing.F) {
	k := oneSheet(texts(heads), texts(one), texts(two))
	f.Add([]byte(k.sheetXML(k.sheets[0], "")), []byte("<sst><si><t>x</t></si></sst>"), []byte(k.stylesXML("")))
	k.prefix, k.bare, k.sheets[0].merges = "x:", true, []string{"A2:A3"}
	f.Add([]byte(k.sheetXML(k.sheets[0], "")), []byte("<x:sst/>"), []byte(k.stylesXML("")))
	p, err := generic()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, sheet, shared, styles []byte) {
		k := book{sheets: []testSheet{{name: "a", xml: string(sheet) + " "}}, drop: "xl/styles.xml",
			parts: map[string]string{"xl/styles.xml": string(styles)}}
		fuzzRead(t, p, k.build(t))
		k = book{sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), {inner(` t="s"><v>0</v>`)}}}}, drop: "xl/_rels/workbook.xml.rels", parts: map[string]string{
			"xl/sharedStrings.xml": string(shared),
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="/worksheet" Target="worksheets/sheet1.xml"/>` +
				`<Relationship Id="s" Type="/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		}}
		fuzzRead(t, p, k.build(t))
	})
}

func FuzzArchive(f *testing.F) {
	paths, err := filepath.Glob("testdata/cases/*.xls*")
	require.NoError(f, err)
	for _, path := range paths {
		if data, err := os.ReadFile(path); err == nil && !strings.HasSuffix(path, ".json") {
			f.Add(data)
		}
	}
	p, err := generic()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, p, data) })
}

func FuzzProfile(f *testing.F) {
	f.Add(own)
	f.Fuzz(func(t *testing.T, data string) {
		p, err := ordertemplate.Compile("p.yaml", []byte(data))
		require.Equal(t, err == nil, p != nil)
		if err == nil {
			fuzzRead(t, p, []byte(lines(heads, one)))
		}
	})
}
