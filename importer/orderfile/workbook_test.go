package orderfile

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestFormsOfWorkbooks: however a workbook spells the same sheet, its orders are the same.
func TestFormsOfWorkbooks(t *testing.T) {
	racing.Skip(t)
	rows := [][]any{texts(heads), texts(one), texts(two)}
	for name, change := range map[string]func(*book){
		"plain":        func(*book) {},
		"strict":       func(k *book) { k.strict = true },
		"prefixed":     func(k *book) { k.prefix = "x:" },
		"absolute":     func(k *book) { k.absolute = true },
		"without r":    func(k *book) { k.bare = true },
		"all of these": func(k *book) { k.strict, k.prefix, k.absolute, k.bare = true, "ss:", true, true },
		"1904":         func(k *book) { k.date1904 = true },
		"macros":       func(k *book) { k.macros = true },
		"hidden sheet": func(k *book) { k.sheets = append(k.sheets, testSheet{name: "old", state: "veryHidden", rows: rows}) },
		"another sheet": func(k *book) {
			k.sheets = append([]testSheet{{name: "info", rows: [][]any{{"Привіт"}}}}, k.sheets...)
		},
		"other damaged sheet": func(k *book) {
			k.sheets = append(k.sheets, testSheet{name: "info", xml: `<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>`})
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := oneSheet(rows...)
			change(&k)
			path := writeTemp(t, "orders.xlsx", k.build(t))
			r := readPath(t, path)
			requireReading(t, r, VerdictOK, []string{one2, two3}, nil)
			require.Empty(t, r.Encoding+r.Delimiter)
			requireLines(t, r)

			result := writeResult(t, path, r, sampleResults(r))
			requireSameReading(t, r, readPath(t, result))
			again := readPath(t, result)
			requireSameReading(t, r, readPath(t, writeResult(t, result, again, sampleResults(again))))
		})
	}
}

func TestSheets(t *testing.T) {
	racing.Skip(t)
	number := func(v string) []any { return append(texts(one)[:7], raw(v)) }
	for name, c := range map[string]struct {
		book             book
		orders, problems []string
	}{
		"two visible order sheets": {book{sheets: []testSheet{{name: "a", rows: [][]any{texts(heads)}}, {name: "b", rows: [][]any{texts(heads)}}}}, nil, []string{"0 sheet_ambiguous"}},
		"hidden order sheet":       {book{sheets: []testSheet{{name: "a", rows: [][]any{{"x"}}}, {name: "b", state: "hidden", rows: [][]any{texts(heads), texts(one)}}}}, nil, []string{"0 sheet_hidden"}},
		"empty sheets":             {book{sheets: []testSheet{{name: "a"}}}, nil, []string{"0 file_empty", "0 headings_unknown"}},
		"unknown headings":         {oneSheet([]any{"a", "b"}), nil, []string{"0 headings_unknown"}},
		"no rows":                  {oneSheet(texts(heads)), nil, []string{"0 no_rows"}},
		"no workbook part":         {book{drop: "xl/workbook.xml"}, nil, []string{"0 file_damaged"}},
		"no sheet part":            {book{sheets: []testSheet{{name: "a"}}, drop: "xl/worksheets/sheet1.xml"}, nil, []string{"0 file_damaged"}},
		"a sheet without a link": {book{
			sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), texts(one)}}, {name: "b", rows: [][]any{texts(heads), texts(two)}}},
			drop:   "xl/_rels/workbook.xml.rels",
			parts:  map[string]string{"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		}, nil, []string{"0 file_damaged"}},
		"no styles part":              {book{sheets: []testSheet{{name: "a"}}, drop: "xl/styles.xml"}, nil, []string{"0 file_damaged"}},
		"broken XML":                  {book{sheets: []testSheet{{name: "a", xml: "<worksheet><sheetData><row></sheetData></worksheet>"}}}, nil, []string{"0 file_damaged"}},
		"XML that ends":               {book{sheets: []testSheet{{name: "a", xml: "<worksheet><sheetData>"}}}, nil, []string{"0 file_damaged"}},
		"document type":               {book{sheets: []testSheet{{name: "a", xml: `<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>`}}}, nil, []string{"0 file_damaged"}},
		"text index too high":         {oneSheet(texts(heads), []any{inner(` t="s"><v>5</v>`)}), nil, []string{"0 file_damaged"}},
		"rows fall":                   {book{sheets: []testSheet{{name: "a", xml: `<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>`}}}, nil, []string{"0 sheet_damaged"}},
		"cell of another row":         {book{sheets: []testSheet{{name: "a", xml: `<worksheet><sheetData><row r="1"><c r="A2"/></row></sheetData></worksheet>`}}}, nil, []string{"0 sheet_damaged"}},
		"cell twice":                  {book{sheets: []testSheet{{name: "a", xml: `<worksheet><sheetData><row r="1"><c r="A1"/><c r="A1"/></row></sheetData></worksheet>`}}}, nil, []string{"0 sheet_damaged"}},
		"cell beyond the sheet":       {book{sheets: []testSheet{{name: "a", xml: `<worksheet><sheetData><row r="1"><c r="XFE1"/></row></sheetData></worksheet>`}}}, nil, []string{"0 sheet_damaged"}},
		"row beyond the sheet":        {book{sheets: []testSheet{{name: "a", xml: `<worksheet><sheetData><row r="1048577"/></sheetData></worksheet>`}}}, nil, []string{"0 sheet_damaged"}},
		"binary workbook":             {book{parts: map[string]string{"_rels/.rels": `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>`}, drop: "_rels/.rels"}, nil, []string{"0 format_unknown"}},
		"formula with an inline text": {oneSheet(texts(heads), append(texts(one)[:5], inner(` t="inlineStr"><f>A1</f><is><t>KB-01</t></is>`), raw("2"), raw("450"))), []string{one2}, nil},
		"not a workbook":              {book{drop: "xl/workbook.xml", parts: map[string]string{"xl/workbook.xml": "<document/>"}}, nil, []string{"0 format_unknown"}},
		"float noise":                 {oneSheet(texts(heads), number("449.99999999999994")), []string{strings.Replace(one2, "×2@450", "×2@450", 1)}, nil},
		"three decimals":              {oneSheet(texts(heads), number("449.995")), nil, []string{"2 amount_invalid"}},
		"a date as price":             {book{formats: []string{"dd.mm.yyyy"}, sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), append(texts(one)[:7], styled{1, "46162"})}}}}, nil, []string{"2 amount_invalid"}},
		"an error value":              {oneSheet(texts(heads), append(texts(one)[:7], inner(` t="e"><v>#DIV/0!</v>`))), nil, []string{"2 cell_error"}},
		"an error as text":            {oneSheet(texts(heads), append(texts(one)[:7], "#N/A")), nil, []string{"2 cell_error"}},
		"no number at all":            {oneSheet(texts(heads), number("x")), nil, []string{"2 cell_error"}},
		"formula never computed":      {oneSheet(texts(heads), append(texts(one)[:7], inner(`><f>1+1</f><v></v>`))), nil, []string{"2 formula_without_value"}},
		"formula of nothing":          {oneSheet(texts(heads), append(texts(one)[:7], inner(` t="str"><f>""</f><v></v>`))), []string{strings.Replace(one2, "@450.00", "@", 1)}, nil},
		"error in an unused column": {oneSheet(append(texts(heads), "Склад"), append(texts(one), inner(` t="e"><v>#REF!</v>`))),
			[]string{one2}, nil},
		"line ends in a cell": {oneSheet(append(texts(heads), "Примітка"), append(texts(one), "a_x000D_\nb_x000D_c")),
			[]string{one2 + " (a\nb\nc)"}, nil},
		"row of no height": {book{sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), texts(one), texts(two)}, attributes: map[int]string{3: ` ht="0" customHeight="1"`}}}},
			[]string{one2}, []string{"3 row_hidden"}},
		"hidden row of an order": {book{sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), texts(one), texts(";;;;;KB-02;1;1"), texts(two)}, attributes: map[int]string{3: ` hidden="true"`}}}},
			[]string{strings.Replace(two3, "[3]", "[4]", 1)}, []string{"3 row_hidden"}},
		"hidden blank row": {book{sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), texts(one), {}}, attributes: map[int]string{3: ` hidden="1"`}}}}, []string{one2}, nil},
		"stray cell far right": {oneSheet(texts(heads), texts(one), append(texts(two), make([]any, 500)...), nil),
			[]string{one2, two3}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := readBook(t, c.book)
			require.Equal(t, append([]string{}, c.problems...), codes(r), "%v", r.Problems)
			require.Equal(t, append([]string{}, c.orders...), summaries(r))
		})
	}
}

func TestMergedCells(t *testing.T) {
	rows := [][]any{{"Замовлення за травень"}, texts(heads), texts(one), texts(";;x;;;KB-02;1;320"), texts(two), {"Разом", nil, nil, nil, nil, nil, raw("4")}}
	k := book{sheets: []testSheet{{name: "a", rows: rows, merges: []string{"A1:H1", "A3:A4", "B3:B4", "C3:C4", "D3:D4", "E3:E4", "A6:F6"}}}}
	r := readBook(t, k)
	requireReading(t, r, VerdictOK, []string{
		"1001 [3 4] Коваль Олена +380670000101 Київ/branch/12 KB-01×2@450.00 KB-02×1@320.00 prepaid",
		strings.Replace(two3, "[3]", "[5]", 1)}, []string{"6 total_row_skipped"})
	require.Equal(t, orders.LayoutRowPerItem, r.Layout)
	requireSameReading(t, r, readPath(t, writeResult(t, writeTemp(t, "a.xlsx", k.build(t)), r, sampleResults(r))))

	k.sheets[0].merges = []string{"A3:A4", "A4:A5"}
	require.Equal(t, []string{"0 sheet_damaged"}, codes(readBook(t, k)))
	k.sheets[0].merges = []string{"A3-A4"}
	require.Equal(t, []string{"0 sheet_damaged"}, codes(readBook(t, k)))
}

// TestWorkbookResult reads the result with a library that is not ours.
func TestWorkbookResult(t *testing.T) {
	long := append(texts(two), "примітка", nil, "ще")
	k := oneSheet([]any{"Замовлення"}, texts(heads), texts(one), long, nil, texts("Разом"))
	k.macros = true
	path := writeTemp(t, "orders.xlsm", k.build(t))
	r := readPath(t, path)
	var b bytes.Buffer
	notes, err := WriteResult(&b, path, r, byRow(map[int]cells.Result{
		3: {Status: "accepted", OrderID: "00042", OrderStatus: "new", Waybills: "20450000000001; 20450000000002"},
		4: {Status: "rejected", Error: "=1+1 & <b>\nдалі"},
	}))
	require.NoError(t, err)
	require.Empty(t, notes)
	f, err := excelize.OpenReader(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	defer f.Close()
	got, err := f.GetRows("Orders")
	require.NoError(t, err)
	require.Equal(t, []string{"Замовлення"}, got[0])
	require.Equal(t, append(append(strings.Split(heads, ";"), "", "", ""), cells.ResultColumns[:]...), got[1])
	require.Equal(t, append(append(strings.Split(one, ";"), "", "", ""), "accepted", "00042", "new", "20450000000001; 20450000000002"), got[2])
	require.Equal(t, append(append(strings.Split(two, ";"), "примітка", "", "ще"), "rejected", "", "", "", "=1+1 & <b> далі"), got[3])
	require.Equal(t, []string{"Разом"}, got[5])
	for _, cell := range []string{"L2", "M3", "O3", "P4"} {
		kind, err := f.GetCellType("Orders", cell)
		require.NoError(t, err)
		require.Equal(t, excelize.CellTypeInlineString, kind, cell)
	}
	formula, err := f.GetCellFormula("Orders", "P4")
	require.NoError(t, err)
	require.Empty(t, formula)
	dimension, err := f.GetSheetDimension("Orders")
	require.NoError(t, err)
	require.Equal(t, "A1:P6", dimension, "the source said A1:B2, which was wrong before")

	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	for _, part := range z.File {
		require.NotContains(t, strings.ToLower(part.Name), "vba")
		rc, err := part.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(rc)
		require.NoError(t, err)
		require.NotContains(t, string(data), "macroEnabled")
		require.NotContains(t, string(data), "vbaProject")
	}
}

func TestTextResult(t *testing.T) {
	text := "Список\r\n" + strings.ReplaceAll(lines(heads, one, `1002;"Гнатюк ""С""";0670000102;Львів;5;KB-02;1;320,00;;`, "", "Разом"), "\n", "\r\n")
	path := writeTemp(t, "orders.csv", to1251(t, text))
	r := readPath(t, path)
	require.Len(t, r.Orders, 2)
	var b bytes.Buffer
	notes, err := WriteResult(&b, path, r, byRow(map[int]cells.Result{
		3: {Status: "accepted", OrderID: "=cmd", Waybills: "1; 2"},
		4: {Status: "rejected", Error: "ціна 5 ₴ – \"дорого\" 🙂 ʼ é"},
	}))
	require.NoError(t, err)
	require.Equal(t, string(to1251(t, strings.Join([]string{
		"Список;;;;;;;;;;;;;;",
		heads + ";;;dropbridge_status;order_id;order_status;waybill_number;error",
		one + `;;;accepted;'=cmd;;"1; 2";`,
		`1002;"Гнатюк ""С""";0670000102;Львів;5;KB-02;1;320,00;;;rejected;;;;"ціна 5 грн – ""дорого"" ? ' e"`,
		";;;;;;;;;;;;;;",
		"Разом;;;;;;;;;;;;;;",
	}, "\r\n")+"\r\n")), b.String())
	require.Len(t, notes, 4)
	require.Contains(t, notes[0], "U+20B4")
}

func TestResultKeepsMarkAndSep(t *testing.T) {
	for _, data := range [][]byte{
		[]byte("\ufeffsep=;\n" + lines(heads, one)), toUTF16("sep=;\n"+lines(heads, one), true), toUTF16(heads+"\r"+one+"\r", false), []byte(heads + "\n" + one),
	} {
		path := writeTemp(t, "orders.csv", data)
		r := readPath(t, path)
		var b bytes.Buffer
		_, err := WriteResult(&b, path, r, byRow(map[int]cells.Result{2: {Status: "accepted"}}))
		require.NoError(t, err)
		before, f := cells.Decode(data)
		require.Nil(t, f)
		after, f := cells.Decode(b.Bytes())
		require.Nil(t, f)
		want := strings.Replace(before.Text, heads, heads+";"+strings.Join(cells.ResultColumns[:], ";"), 1)
		require.Equal(t, strings.Replace(want, one, one+";accepted;;;;", 1), after.Text)
		require.Equal(t, before.BOM, after.BOM)
		require.Equal(t, before.Encoding, after.Encoding)
	}
}
