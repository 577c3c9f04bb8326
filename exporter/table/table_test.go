package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gocarina/gocsv"
	"github.com/stretchr/testify/require"
	xencoding "golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

func entries() []Ledger {
	return []Ledger{
		{Number: 1, Date: "2026-10-01", Time: "00:00:01", DocumentNumber: "007", DocumentDate: "2026-09-30",
			Counterparty: `ТОВ "Їжак; і Ґанок"`, CounterpartyCode: "01234567", Kind: "accrual", KindText: "нарахування",
			Operation: "order_margin", OperationText: "націнка за замовленням", OrderID: "O-1", OrderExternalID: "=1+1",
			Waybill: "20450000000001", Debit: money.Must("450.10"), Amount: money.Must("450.10"), Currency: "UAH",
			PostedAfter: money.Must("450.10"), HeldAfter: money.Must("0"), AvailableAfter: money.Must("450.1"),
			Description: "рядок один\r\nрядок два", EntryID: "e1"},
		{Number: 2, Date: "2026-10-31", Time: "23:59:59", DocumentDate: "згодом", Kind: "hold", Operation: "hold_placed",
			Hold: money.Must("-1234567.89"), Amount: money.Must("-1234567.89"), Currency: "UAH", EntryID: "e2",
			Description: "-знижка", ReversesEntryID: "e1"},
	}
}

func each[R any](all []R) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func builtin(t *testing.T, name string) *Template {
	t.Helper()
	template, err := Load(templates.Open(""), name)
	require.NoError(t, err)
	return template
}

func compile(t *testing.T, yaml string) *Template {
	t.Helper()
	template, err := Compile[Ledger]("mine.yaml", []byte("name: mine\nkind: ledger\nformat: csv\n"+yaml), LedgerBook)
	require.NoError(t, err)
	return template
}

// written gives the file's bytes and what was said of it.
func written(t *testing.T, template *Template, all []Ledger) ([]byte, Result) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out.csv")
	result, err := Write(path, template, each(all))
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.EqualValues(t, len(data), result.Bytes)
	require.Len(t, result.SHA256, 64)
	return data, result
}

func parse(t *testing.T, data []byte, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma = comma
	all, err := r.ReadAll()
	require.NoError(t, err)
	return all
}

func TestTheDefaultTemplateHoldsEveryValue(t *testing.T) {
	data, result := written(t, builtin(t, "default"), entries())
	all := parse(t, data, ',')
	require.Equal(t, Values[Ledger](), all[0])
	require.Equal(t, []string{"1", "2026-10-01", "00:00:01", "007", "2026-09-30", `ТОВ "Їжак; і Ґанок"`, "01234567", "accrual",
		"нарахування", "order_margin", "націнка за замовленням", "O-1", "'=1+1", "20450000000001", "450.10", "", "", "450.10", "UAH", "450.10",
		"0.00", "450.10", "", "рядок один\nрядок два", "e1", "", ""}, all[1])
	require.Equal(t, "-1234567.89", all[2][16], "an amount is never taken for a formula")
	require.Equal(t, "'-знижка", all[2][23])
	require.EqualValues(t, 2, result.Rows)
	require.Zero(t, result.Lost)

	var back []struct {
		Number int64        `csv:"number"`
		Amount money.Amount `csv:"-"`
		Text   string       `csv:"amount"`
		Entry  string       `csv:"entry_id"`
	}
	require.NoError(t, gocsv.UnmarshalBytes(data, &back))
	require.Len(t, back, 2)
	require.Equal(t, "-1234567.89", back[1].Text)
	require.Equal(t, "e2", back[1].Entry)
}

func TestBuiltInTemplatesDifferInEncoding(t *testing.T) {
	for name, want := range map[string]struct {
		decoder *xencoding.Decoder
		begins  string
		text    string
	}{
		"1c":    {charmap.Windows1251.NewDecoder(), "\xb9;", "рядок один рядок два"}, // № in Windows-1251
		"bas":   {unicode.UTF8BOM.NewDecoder(), "\xef\xbb\xbf№;", "рядок один рядок два"},
		"excel": {unicode.UTF8BOM.NewDecoder(), "\xef\xbb\xbf№;", "рядок один\nрядок два"},
	} {
		data, result := written(t, builtin(t, name), entries())
		require.True(t, bytes.HasPrefix(data, []byte(want.begins)), name)
		require.Zero(t, result.Lost)
		text, err := want.decoder.Bytes(data)
		require.NoError(t, err)
		all := parse(t, text, ';')
		require.Len(t, all, 3)
		row := map[string]string{}
		for i, heading := range all[0] {
			row[heading] = all[1][i]
		}
		require.Equal(t, "01.10.2026", row["Дата операції"])
		require.Equal(t, "450,10", row["Дебет"])
		require.Equal(t, "", row["Кредит"])
		require.Equal(t, "007", row["Номер документа"])
		require.Equal(t, "20450000000001", row["ТТН"])
		require.Equal(t, `ТОВ "Їжак; і Ґанок"`, row["Контрагент"])
		require.Equal(t, want.text, row["Призначення"])
		require.Equal(t, "згодом", all[2][4], "what is no date stays")
		require.GreaterOrEqual(t, bytes.Count(data, []byte("\r\n")), 3)
	}
}

func TestUTF16HasItsMarkOnce(t *testing.T) {
	data, _ := written(t, compile(t, "encoding: utf-16le\ndelimiter: tab\nline_end: lf\ncolumns:\n  - {heading: Вид, value: kind_text}\n  - {value: debit}\n"), entries())
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
	require.NoError(t, err)
	require.Equal(t, "Вид\tdebit\nнарахування\t450.10\n\t\n", string(text))
}

func TestWhatTheEncodingLacksIsNamed(t *testing.T) {
	record := Ledger{Number: 1, Description: "Мар'яна 😀 ₴ \x00 и\u0306 ʼ \xff", DocumentNumber: "Ω"}
	data, result := written(t, compile(t, "encoding: windows-1251\ncolumns: [{value: document_number}, {value: description}]\n"), []Ledger{{}, record})
	text, err := charmap.Windows1251.NewDecoder().Bytes(data)
	require.NoError(t, err)
	require.Equal(t, []string{"?", "Мар'яна ? ? ? й ’ ?"}, parse(t, text, ',')[2])
	require.Equal(t, Lost{Characters: 5, Cells: 2, First: []LostCell{
		{3, "document_number", "U+03A9"}, {3, "description", "U+0000 U+20B4 U+FFFD U+1F600"}}}, result.Lost)
}

func TestHowRowsAreWritten(t *testing.T) {
	for name, c := range map[string]struct{ yaml, want string }{
		"defuse":      {"columns: [{value: order_external_id}, {value: number}]", "order_external_id,number\r\n'=1+1,1\r\n,2\r\n"},
		"no defuse":   {"defuse: false\ncolumns: [{value: order_external_id}, {value: number}]", "order_external_id,number\r\n=1+1,1\r\n,2\r\n"},
		"no headings": {"headings: false\ncolumns: [{value: number}, {heading: account, constant: 377}]", "1,377\r\n2,377\r\n"},
		"dates":       {"date: yyyymmdd\nline_end: lf\ncolumns: [{value: date}, {value: document_date}]", "date,document_date\n20261001,20260930\n20261031,згодом\n"},
		"comma twice": {"decimal: ','\ncolumns: [{value: debit}, {value: hold}]", "debit,hold\r\n\"450,10\",\r\n,\"-1234567,89\"\r\n"},
		"one column":  {"line_end: lf\ncolumns: [{value: debit}]", "debit\n450.10\n\"\"\n"},
	} {
		data, _ := written(t, compile(t, c.yaml), entries())
		require.Equal(t, c.want, string(data), name)
	}
}

func TestNoRecordsAreHeadingsAlone(t *testing.T) {
	data, result := written(t, compile(t, "columns: [{value: number}, {value: debit}]"), nil)
	require.Equal(t, "number,debit\r\n", string(data))
	require.Zero(t, result.Rows)
}

func TestMistakesInTemplates(t *testing.T) {
	const head = "name: mine\nkind: ledger\nformat: csv\n"
	for name, c := range map[string]struct{ yaml, message, hint string }{
		"value":      {head + "columns:\n  - {heading: A, value: debet}\n", `t.yaml:5:25: unknown value "debet"`, `did you mean "debit"?`},
		"key":        {head + "delimeter: ';'\ncolumns: [{value: debit}]\n", `t.yaml:4:1: unknown key "delimeter"`, `did you mean "delimiter"?`},
		"encoding":   {head + "encoding: windows-1215\ncolumns: [{value: debit}]\n", `t.yaml:4:11: unknown encoding "windows-1215"`, `did you mean "windows-1251"?`},
		"delimiter":  {head + "delimiter: '|'\ncolumns: [{value: debit}]\n", `t.yaml:4:12: unknown delimiter "|"`, `one of: ,, ;, tab`},
		"date":       {head + "date: dd.mm.yy\ncolumns: [{value: debit}]\n", `t.yaml:4:7: unknown date "dd.mm.yy"`, `did you mean "dd.mm.yyyy"?`},
		"decimal":    {head + "decimal: x\ncolumns: [{value: debit}]\n", `t.yaml:4:10: unknown decimal "x"`, `one of: ., ,`},
		"no columns": {head, `t.yaml:1:7: a template needs columns`, ""},
		"kind":       {"name: mine\nkind: feed\nformat: csv\n", `t.yaml:2:7: kind must be ledger, not "feed"`, ""},
		"format":     {"name: mine\nkind: ledger\nformat: xlsx\n", `t.yaml:3:9: format must be csv, not "xlsx"`, ""},
		"both":       {head + "columns:\n  - {value: debit, constant: 3}\n", `t.yaml:5:13: a column has a value or a constant, one of the two`, ""},
		"neither":    {head + "columns:\n  - {heading: A}\n", `t.yaml:5:15: a column has a value or a constant, one of the two`, ""},
		"twice":      {head + "columns:\n  - {value: debit}\n  - {value: credit, heading: debit}\n", `t.yaml:6:13: two columns have the heading "debit"`, ""},
		"nothing":    {"", "t.yaml: a template needs a name", ""},
	} {
		_, err := Compile[Ledger]("t.yaml", []byte(c.yaml), LedgerBook)
		require.EqualError(t, err, c.message, name)
		mistake, ok := errors.AsType[*strictyaml.Error](err)
		require.True(t, ok, name)
		require.Equal(t, c.hint, mistake.Hint(), name)
	}
}

func TestABrokenSourceLeavesTheFileThatWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	broken := errors.New("the supplier went away")
	for after := range 3 {
		_, err := Write(path, builtin(t, "default"), func(yield func(Ledger, error) bool) {
			for range after {
				if !yield(Ledger{}, nil) {
					return
				}
			}
			yield(Ledger{}, broken)
		})
		require.Equal(t, broken, err)
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
	left, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, left, 1, "no unfinished file stays")
}

func TestAFullDiskEndsTheReading(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	given := 0
	wrong, err := marshal(newRows(builtin(t, "default"), kinds[Ledger](), full), func(yield func(Ledger, error) bool) {
		for yield(Ledger{}, nil) {
			given++
		}
	})
	require.NoError(t, wrong)
	require.Error(t, err)
	require.Less(t, given, 1000, "an endless source is left soon")
}

func TestATemplateOfOtherRecordsIsRefused(t *testing.T) {
	type other struct {
		SKU string `csv:"sku"`
	}
	path := filepath.Join(t.TempDir(), "out.csv")
	_, err := Write(path, builtin(t, "1c"), each([]other{{"KB-01"}}))
	require.ErrorContains(t, err, `unknown value "number"`)
	require.NoFileExists(t, path)
}

// TestMemoryDoesNotGrowWithTheRecords compares the live heap of a short and a long file.
func TestMemoryDoesNotGrowWithTheRecords(t *testing.T) {
	racing.Skip(t)
	heap := func(records int) (most uint64) {
		template, one := builtin(t, "1c"), entries()[0]
		one.Description = strings.Repeat("😀", 20) // each row lacks something
		w := newRows(template, kinds[Ledger](), template.encoding.Writer(io.Discard))
		wrong, err := marshal(w, func(yield func(Ledger, error) bool) {
			for n := range records {
				if !yield(one, nil) {
					return
				}
				if n%(records/4) == 0 {
					runtime.GC()
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					most = max(most, m.HeapAlloc)
				}
			}
		})
		require.NoError(t, errors.Join(wrong, err))
		require.EqualValues(t, records, w.records)
		require.EqualValues(t, records, w.lost.Cells)
		require.Len(t, w.lost.First, shownLost)
		return most
	}
	few := heap(2000)
	many := heap(long.Or(50_000, 500_000))
	require.Less(t, many, few+1<<20, "%d KB for 2,000 records, %d KB for many", few>>10, many>>10)
}

func BenchmarkWrite(b *testing.B) {
	template, err := Load(templates.Open(""), "1c")
	require.NoError(b, err)
	one := entries()[0]
	b.ReportAllocs()
	w := newRows(template, kinds[Ledger](), template.encoding.Writer(io.Discard))
	_, err = marshal(w, func(yield func(Ledger, error) bool) {
		for b.Loop() {
			yield(one, nil)
		}
	})
	require.NoError(b, err)
}

func TestEveryValue(t *testing.T) {
	type parcel struct {
		ID     string       `csv:"id"`
		Sum    money.Amount `csv:"sum"`
		Hidden string       `csv:"-"`
	}
	template, err := Every[parcel]()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "parcels.csv")
	_, err = Write(path, template, func(yield func(parcel, error) bool) {
		yield(parcel{"=1;x", money.Must("7.5"), "unseen"}, nil)
	})
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "id,sum\r\n'=1;x,7.50\r\n", string(data))
}
