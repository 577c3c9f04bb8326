package orderfile

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/resultfile"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// one and two are the orders of most tests, as rows and as they are read from rows 2 and 3.
const (
	one  = "1001;Коваль Олена;0670000101;Київ;12;KB-01;2;450,00"
	two  = "1002;Гнатюк Степан;0670000102;Львів;Поштомат 5;KB-02;1;320,00"
	one2 = "1001 [2] Коваль Олена +380670000101 Київ/branch/12 KB-01×2@450.00 prepaid"
	two3 = "1002 [3] Гнатюк Степан +380670000102 Львів/locker/5 KB-02×1@320.00 prepaid"
)

func TestTextFiles(t *testing.T) {
	for name, c := range map[string]struct {
		text             string
		verdict          string
		orders, problems []string
	}{
		"plain":                  {lines(heads, one, two), VerdictOK, []string{one2, two3}, nil},
		"CR alone":               {strings.ReplaceAll(lines(heads, one, two), "\n", "\r"), VerdictOK, []string{one2, two3}, nil},
		"mixed line ends":        {heads + "\r" + one + "\r\n" + two + "\n", VerdictOK, []string{one2, two3}, nil},
		"quoted sep line":        {"\"sep=;\"\r\n" + lines(heads, one, two), VerdictOK, []string{one2, two3}, nil},
		"sep with a tab":         {"SEP=\t\n" + strings.ReplaceAll(lines(heads, one, two), ";", "\t"), VerdictOK, []string{one2, two3}, nil},
		"sep with a caret":       {"sep=^\n" + strings.ReplaceAll(lines(heads, one, two), ";", "^"), VerdictOK, []string{one2, two3}, nil},
		"sep that lies":          {"sep=,\n" + lines(heads, one), VerdictRejected, nil, []string{"0 headings_unknown"}},
		"mark and blanks":        {"\ufeff \n\u00a0\r\n\t", VerdictRejected, nil, []string{"0 file_empty"}},
		"delimiters alone":       {";;;\n;;;\n", VerdictRejected, nil, []string{"0 headings_unknown"}},
		"delimiters after ends":  {lines(heads+";;", one+";;;;", two), VerdictOK, []string{one2, two3}, nil},
		"a cell without heading": {lines(heads+";", one+";x", two+";"), VerdictPartial, []string{two3}, []string{"2 row_ragged"}},
		"NUL":                    {lines(heads, one) + "\x00\x00", VerdictRejected, nil, []string{"0 file_nul_filled"}},
		"NUL in UTF-16":          {string(append(toUTF16(lines(heads, one), true), 0, 0)), VerdictRejected, nil, []string{"0 file_nul_filled"}},
		"odd UTF-16":             {string(append(toUTF16(lines(heads, one), true), 'x')), VerdictRejected, nil, []string{"0 file_truncated"}},
		"UTF-16LE, no mark":      {string(toUTF16(lines(heads, one), true)[2:]), VerdictRejected, nil, []string{"0 file_nul_filled", "0 encoding_unknown"}},
		"UTF-16BE, no mark":      {string(toUTF16(lines(heads, one), false)[2:]), VerdictRejected, nil, []string{"0 file_nul_filled", "0 encoding_unknown"}},
		"cut before the comment": {strings.TrimSuffix(lines(heads+";Примітка", one, two), "\n"), VerdictRejected, nil, []string{"0 file_truncated"}},
		"whole with its comment": {strings.TrimSuffix(lines(heads+";Примітка", one, two+";"), "\n"), VerdictOK, []string{one2, two3}, nil},
		"lone surrogate":         {"\xff\xfe\x00\xd8a\x00", VerdictRejected, nil, []string{"0 encoding_unknown"}},
		"cut in a character":     {strings.TrimSuffix(lines(heads, one, "1002;Гнатюк С"), "\xa1\n"), VerdictRejected, nil, []string{"0 file_truncated", "0 encoding_unknown"}},
		"cut Windows-1251":       {string(to1251(t, heads+"\n"+one+"\n1002;Гнатюк")), VerdictRejected, nil, []string{"0 file_truncated"}},
		"not Windows-1251":       {"\xc1\xc2\xc3;\xff\n1;2\n", VerdictRejected, nil, []string{"0 encoding_unknown"}},
		"broken UTF-8 with mark": {"\ufeff" + heads + "\n\xff\n", VerdictRejected, nil, []string{"0 encoding_unknown"}},
		"headings after row 20":  {strings.Repeat("x\n", 20) + lines(heads, one), VerdictRejected, nil, []string{"0 headings_unknown"}},
		"headings in row 20": {strings.Repeat("x\n", 19) + lines(heads, one), VerdictOK,
			[]string{strings.Replace(one2, "[2]", "[21]", 1)}, nil},
		"only a total":               {lines(heads, "Разом: 0 замовлень"), VerdictRejected, nil, []string{"0 no_rows", "2 total_row_skipped"}},
		"short total at the end":     {lines(heads, one) + "Всього 1", VerdictOK, []string{one2}, []string{"3 total_row_skipped"}},
		"a total with a phone":       {lines(heads, one, "Total;Коваль Олена;0670000101;Київ;12;KB-01;1;1,00"), VerdictOK, []string{one2, "Total [3] Коваль Олена +380670000101 Київ/branch/12 KB-01×1@1.00 prepaid"}, nil},
		"a quote in a title":         {"\"a\" b\n" + lines(heads, one), VerdictRejected, nil, []string{"0 quote_bare"}},
		"quote open to the end":      {lines(heads, one) + "\"1002", VerdictRejected, nil, []string{"0 quote_unterminated"}},
		"blank then quote":           {lines(heads, one, `1002; "Гнатюк";0670000102;Львів;5;KB-02;1;320`), VerdictOK, []string{one2, `1002 [3] "Гнатюк" +380670000102 Львів/branch/5 KB-02×1@320.00 prepaid`}, nil},
		"error value in a text":      {lines(heads, "1001;Коваль Олена;0670000101;Київ;12;#N/A;2;450,00", two), VerdictPartial, []string{two3}, []string{"2 cell_error"}},
		"narrow column":              {lines(heads, "1001;Коваль Олена;########;Київ;12;KB-01;2;450,00", two), VerdictPartial, []string{two3}, []string{"2 cell_error"}},
		"PDF":                        {"%PDF-1.7\n", VerdictRejected, nil, []string{"0 format_unknown"}},
		"ZIP":                        {string(book{drop: "[Content_Types].xml"}.build(t)), VerdictRejected, nil, []string{"0 format_unknown"}},
		"open quote in the headings": {`"Номер замовлення","ПІБ","Телефон","Арт`, VerdictRejected, nil, []string{"0 quote_unterminated"}},
		".xls without a container":   {"\x09\x08\x08\x00\x00\x05\x05\x00" + strings.Repeat("\x00", 99), VerdictRejected, nil, []string{"0 format_xls_legacy"}},
		"table of a page":            {"<thead><tr><th>Номер</th></tr></thead>", VerdictRejected, nil, []string{"0 format_html"}},
		"page behind a warning":      {"Warning: x in y.php\n<table><tr><td>1</td></tr></table>", VerdictRejected, nil, []string{"0 format_html"}},
		"page behind a break":        {"<br /><b>Notice</b>\n<table border=1><tr><td>1</td></tr>", VerdictRejected, nil, []string{"0 format_html"}},
		"XML behind a long comment":  {"<?xml version=\"1.0\"?><!-- " + strings.Repeat("x", 5000) + ` --><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`, VerdictRejected, nil, []string{"0 format_xml_spreadsheet"}},
		"control bytes":              {"\x01\x02\x03\x00\x00", VerdictRejected, nil, []string{"0 format_unknown"}},
		"XML Spreadsheet":            {`<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`, VerdictRejected, nil, []string{"0 format_xml_spreadsheet"}},
		"web page in UTF-16":         {string(toUTF16("<html><table>", false)), VerdictRejected, nil, []string{"0 format_html"}},
		"web archive":                {"MIME-Version: 1.0\nContent-Type: multipart/related\n", VerdictRejected, nil, []string{"0 format_html"}},
		"other XML":                  {"<?xml version=\"1.0\"?><orders/>", VerdictRejected, nil, []string{"0 format_unknown"}},
		"broken compound file":       {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 cut", VerdictRejected, nil, []string{"0 file_damaged"}},
		"ZIP that was cut":           {"PK\x03\x04 cut", VerdictRejected, nil, []string{"0 file_truncated"}},
	} {
		t.Run(name, func(t *testing.T) {
			requireReading(t, readText(t, c.text), c.verdict, c.orders, c.problems)
		})
	}
}

// TestEncodingsAndDelimiters: the same table gives the same orders, however it is kept.
func TestEncodingsAndDelimiters(t *testing.T) {
	racing.Skip(t)
	table := lines(heads, one, two)
	want := []string{one2, two3}
	for _, delimiter := range []string{";", ",", "\t", "|"} {
		text := strings.ReplaceAll(table, ",", ".")
		text = strings.ReplaceAll(text, ";", delimiter)
		for encoding, data := range map[string][]byte{
			cells.EncodingUTF8:        []byte(text),
			cells.EncodingWindows1251: to1251(t, text),
			cells.EncodingUTF16LE:     toUTF16(text, true),
			cells.EncodingUTF16BE:     toUTF16(text, false),
		} {
			r := readPath(t, writeTemp(t, "orders.txt", data))
			requireReading(t, r, VerdictOK, want, nil)
			require.Equal(t, encoding, r.Encoding)
			require.Equal(t, delimiter, r.Delimiter)
			require.Equal(t, cells.FormatCSV, r.Format)
			require.Equal(t, "generic", r.Template)

			result := writeResult(t, writeTemp(t, "again", data), r, sampleResults(r))
			requireSameReading(t, r, readPath(t, result))
		}
	}
}

func TestNameAndContent(t *testing.T) {
	text, workbook := []byte(lines(heads, one)), oneSheet(texts(heads), texts(one)).build(t)
	for _, c := range []struct {
		name     string
		data     []byte
		mismatch bool
	}{
		{"a.csv", text, false}, {"a.TXT", text, false}, {"a.tsv", text, false}, {"a", text, false}, {"a.dat", text, false},
		{"a.xlsx", text, true}, {"a.xls", text, true}, {"a.xlsx", workbook, false}, {"a.XLSM", workbook, false}, {"a.csv", workbook, true}, {"a.xls", workbook, true},
	} {
		r := readPath(t, writeTemp(t, c.name, c.data))
		require.Equal(t, VerdictOK, r.Verdict, c.name)
		require.Equal(t, c.mismatch, len(r.Problems) == 1 && r.Problems[0].Code == problem.ExtensionMismatch, c.name)
		require.Equal(t, r.Format, r.ResultExt())
	}
}

func TestLimits(t *testing.T) {
	text := lines(heads, one, two)
	workbook := string(oneSheet(texts(heads), texts(one), texts(two)).build(t))
	for name, c := range map[string]struct {
		data   string
		limits cells.Limits
	}{
		"bytes":          {text, cells.Limits{Bytes: 10}},
		"rows":           {text, cells.Limits{Rows: 2}},
		"columns":        {text, cells.Limits{Columns: 7}},
		"time":           {text + strings.Repeat("\n", 3000), cells.Limits{Time: time.Nanosecond}},
		"sheet rows":     {workbook, cells.Limits{Rows: 2}},
		"sheet columns":  {workbook, cells.Limits{Columns: 7}},
		"parts":          {workbook, cells.Limits{Parts: 5}},
		"unpacked bytes": {workbook, cells.Limits{UnpackedBytes: 1000}},
		"sheet time":     {workbook, cells.Limits{Time: time.Nanosecond}},
	} {
		t.Run(name, func(t *testing.T) {
			r := readWith(t, writeTemp(t, "orders", []byte(c.data)), Options{Limits: c.limits})
			require.Equal(t, VerdictRejected, r.Verdict)
			require.Contains(t, codes(r), "0 file_too_large")
		})
	}
	r := readWith(t, writeTemp(t, "orders", []byte(text)), Options{Limits: cells.Limits{Rows: 3, Columns: 8}})
	require.Equal(t, VerdictOK, r.Verdict)
}

func TestTrouble(t *testing.T) {
	_, err := Read(context.Background(), filepath.Join(t.TempDir(), "gone.csv"), "gone.csv", Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "read order file gone.csv: ")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Read(ctx, writeTemp(t, "orders.csv", []byte(lines(heads, one))), "orders.csv", Options{})
	require.ErrorIs(t, err, context.Canceled)

	r := readText(t, lines(heads, one))
	_, err = WriteResult(&bytes.Buffer{}, filepath.Join(t.TempDir(), "gone.csv"), r, byRow(nil))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = WriteResult(&bytes.Buffer{}, writeTemp(t, "orders.csv", []byte("\"")), r, byRow(nil))
	require.ErrorIs(t, err, resultfile.ErrChanged)
	full := errors.New("disk full")
	_, err = WriteResult(failingWriter{full}, writeTemp(t, "orders.csv", []byte(lines(heads, one))), r, byRow(nil))
	require.ErrorIs(t, err, full)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestResultAtTheColumnLimit: a result file is not refused for the columns that it was given.
func TestResultAtTheColumnLimit(t *testing.T) {
	limits := cells.Limits{Columns: strings.Count(heads, ";") + 1}
	for name, data := range map[string][]byte{
		"orders.csv":  []byte(lines(heads, one, two)),
		"orders.xlsx": oneSheet(texts(heads), texts(one), texts(two)).build(t),
	} {
		path := writeTemp(t, name, data)
		r := readWith(t, path, Options{Limits: limits})
		requireReading(t, r, VerdictOK, []string{one2, two3}, nil)
		result := writeResult(t, path, r, sampleResults(r))
		requireReading(t, readWith(t, result, Options{Limits: limits}), VerdictOK, []string{one2, two3}, nil)
	}
}
