package orderfile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/templates"
)

// heads are the headings of most test files.
const heads = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна"

// readText reads a text as orders.csv.
func readText(t *testing.T, text string) *Report {
	t.Helper()
	return readPath(t, writeTemp(t, "orders.csv", []byte(text)))
}

// lines joins rows with line ends.
func lines(rows ...string) string { return strings.Join(rows, "\n") + "\n" }

// summary is an order on one line: what a test needs to see of it.
func summary(o orders.Order) string {
	var b strings.Builder
	to := o.Recipient
	fmt.Fprintf(&b, "%s %v %s %s %s/%s/%s", o.ExternalID, o.Rows, to.Name, to.Phone, to.Delivery.City, to.Delivery.Type, textOf(to.Delivery.BranchNumber))
	for _, item := range o.Items {
		fmt.Fprintf(&b, " %s×%d@%s", item.SKU, item.Quantity, item.Price)
	}
	fmt.Fprintf(&b, " %s", o.Payment.Method)
	if o.Payment.CODAmount.IsSet() {
		fmt.Fprintf(&b, "=%s", o.Payment.CODAmount)
	}
	if o.Comment != nil {
		fmt.Fprintf(&b, " (%s)", *o.Comment)
	}
	return b.String()
}

func summaries(r *Report) []string {
	out := []string{}
	for _, o := range r.Orders {
		out = append(out, summary(o))
	}
	return out
}

// requireReading checks orders and problems at once.
func requireReading(t *testing.T, r *Report, verdict string, orders, problems []string) {
	t.Helper()
	require.Equal(t, append([]string{}, problems...), codes(r), "%v", r.Problems)
	require.Equal(t, append([]string{}, orders...), summaries(r))
	require.Equal(t, verdict, r.Verdict)
	for _, p := range r.Problems {
		require.NotEmpty(t, p.Message)
		require.NotContains(t, p.Message, "\n")
		require.Less(t, len(p.Message), 600)
	}
}

// toUTF16 encodes with a byte order mark.
func toUTF16(text string, little bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

func to1251(t *testing.T, text string) []byte {
	t.Helper()
	out, err := charmap.Windows1251.NewEncoder().Bytes([]byte(text))
	require.NoError(t, err)
	return out
}

// book builds workbooks part by part, so that tests can make the odd ones.
type book struct {
	sheets   []testSheet
	prefix   string // of the namespace, such as "x:"
	strict   bool
	absolute bool // targets that begin with a slash
	bare     bool // no r on rows and cells
	date1904 bool
	formats  []string // number formats of the styles 1, 2, …
	parts    map[string]string
	drop     string // a part to leave out
	macros   bool
}

type testSheet struct {
	name, state string
	rows        [][]any // nil is a cell that is not there; see xmlCell for the rest
	merges      []string
	attributes  map[int]string // of rows
	xml         string         // instead of rows
}

// Kinds of test cells besides string and numbers as raw.
type (
	raw    string                     // a number as the XML has it
	styled struct{ style, value any } // a number with a style
	inner  string                     // the cell's attributes and content as XML, after "<c r=…"
)

func (k book) build(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	parts := k.xml()
	for i, part := range parts {
		if part[0] == k.drop && i < len(parts)-len(k.parts) {
			continue
		}
		w, err := z.Create(part[0])
		require.NoError(t, err)
		_, err = w.Write([]byte(part[1]))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func (k book) xml() [][2]string {
	main, rel := "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	if k.strict {
		main, rel = "http://purl.oclc.org/ooxml/spreadsheetml/main", "http://purl.oclc.org/ooxml/officeDocument/relationships"
	}
	x := k.prefix
	ns := fmt.Sprintf(` xmlns%s="%s" xmlns:r="%s"`, strings.TrimSuffix(":"+x, ":"), main, rel)
	to := func(target string) string {
		if k.absolute {
			return "/xl/" + target
		}
		return target
	}
	kind := "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	overrides, links := "", ""
	if k.macros {
		kind = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
		overrides = `<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>`
		links = `<Relationship Id="rIdV" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`
	}
	parts := [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` + overrides + `<Override PartName="/xl/workbook.xml" ContentType="` + kind + `"/>` + k.sheetTypes() + `<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `/officeDocument" Target="` + map[bool]string{true: "/xl/workbook.xml", false: "xl/workbook.xml"}[k.absolute] + `"/></Relationships>`},
	}
	sheets := ""
	for i, s := range k.sheets {
		state := ""
		if s.state != "" {
			state = ` state="` + s.state + `"`
		}
		sheets += fmt.Sprintf(`<%ssheet name="%s" sheetId="%d"%s r:id="rId%d"/>`, x, s.name, i+1, state, i+1)
		links += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/worksheet" Target="%s"/>`, i+1, rel, to(fmt.Sprintf("worksheets/sheet%d.xml", i+1)))
		parts = append(parts, [2]string{fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), k.sheetXML(s, ns)})
	}
	links += fmt.Sprintf(`<Relationship Id="rIdS" Type="%s/styles" Target="%s"/>`, rel, to("styles.xml"))
	parts = append(parts,
		[2]string{"xl/workbook.xml", fmt.Sprintf(`<%[1]sworkbook%[2]s><%[1]sworkbookPr date1904="%[3]t"/><%[1]ssheets>%[4]s</%[1]ssheets></%[1]sworkbook>`, x, ns, k.date1904, sheets)},
		[2]string{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + links + `</Relationships>`},
		[2]string{"xl/styles.xml", k.stylesXML(ns)})
	if k.macros {
		parts = append(parts, [2]string{"xl/vbaProject.bin", "macro"})
	}
	for name, text := range k.parts {
		parts = append(parts, [2]string{name, text})
	}
	return parts
}

func (k book) sheetTypes() string {
	out := ""
	for i := range k.sheets {
		out += fmt.Sprintf(`<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`, i+1)
	}
	return out
}

func (k book) stylesXML(ns string) string {
	x := k.prefix
	formats, xfs := "", fmt.Sprintf(`<%sxf numFmtId="0"/>`, x)
	for i, f := range k.formats {
		formats += fmt.Sprintf(`<%snumFmt numFmtId="%d" formatCode="%s"/>`, x, 164+i, strings.ReplaceAll(f, `"`, "&quot;"))
		xfs += fmt.Sprintf(`<%sxf numFmtId="%d"/>`, x, 164+i)
	}
	one := `<%[1]sfonts count="1"><%[1]sfont/></%[1]sfonts><%[1]sfills count="1"><%[1]sfill/></%[1]sfills><%[1]sborders count="1"><%[1]sborder/></%[1]sborders><%[1]scellStyleXfs count="1"><%[1]sxf numFmtId="14"/></%[1]scellStyleXfs>`
	return fmt.Sprintf(`<%[1]sstyleSheet%[2]s><%[1]snumFmts>%[3]s</%[1]snumFmts>`+one+`<%[1]scellXfs>%[4]s</%[1]scellXfs></%[1]sstyleSheet>`, x, ns, formats, xfs)
}

func (k book) sheetXML(s testSheet, ns string) string {
	if s.xml != "" {
		return s.xml
	}
	x := k.prefix
	var b strings.Builder
	fmt.Fprintf(&b, "<%[1]sworksheet%[2]s><%[1]sdimension ref=\"A1:B2\"/><%[1]ssheetData>", x, ns)
	for i, cells := range s.rows {
		if cells == nil {
			continue
		}
		fmt.Fprintf(&b, "<%srow", x)
		if !k.bare {
			fmt.Fprintf(&b, ` r="%d" spans="1:3"`, i+1)
		}
		b.WriteString(s.attributes[i+1] + ">")
		for j, v := range cells {
			if v == nil {
				if k.bare {
					fmt.Fprintf(&b, "<%sc/>", x)
				}
				continue
			}
			b.WriteString(k.xmlCell(fmt.Sprintf("%s%d", spreadsheet.ColumnName(j), i+1), v))
		}
		fmt.Fprintf(&b, "</%srow>", x)
	}
	fmt.Fprintf(&b, "</%ssheetData>", x)
	if len(s.merges) > 0 {
		fmt.Fprintf(&b, "<%smergeCells>", x)
		for _, m := range s.merges {
			fmt.Fprintf(&b, `<%smergeCell ref="%s"/>`, x, m)
		}
		fmt.Fprintf(&b, "</%smergeCells>", x)
	}
	fmt.Fprintf(&b, "</%sworksheet>", x)
	return b.String()
}

// inCells escapes what is a mark in XML.
var inCells = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;")

func (k book) xmlCell(ref string, v any) string {
	x, r := k.prefix, ` r="`+ref+`"`
	if k.bare {
		r = ""
	}
	switch v := v.(type) {
	case string:
		text := inCells.Replace(v)
		return fmt.Sprintf(`<%[1]sc%[2]s t="inlineStr"><%[1]sis><%[1]st xml:space="preserve">%[3]s</%[1]st></%[1]sis></%[1]sc>`, x, r, text)
	case raw:
		return fmt.Sprintf(`<%[1]sc%[2]s><%[1]sv>%[3]s</%[1]sv></%[1]sc>`, x, r, v)
	case styled:
		return fmt.Sprintf(`<%[1]sc%[2]s s="%[3]v"><%[1]sv>%[4]v</%[1]sv></%[1]sc>`, x, r, v.style, v.value)
	case inner:
		return fmt.Sprintf(`<%[1]sc%[2]s%[3]s</%[1]sc>`, x, r, v)
	}
	panic(fmt.Sprintf("no cell for %T", v))
}

// texts makes cells of a line of a delimited text.
func texts(line string) []any {
	var out []any
	for _, text := range strings.Split(line, ";") {
		if text == "" {
			out = append(out, nil)
		} else {
			out = append(out, text)
		}
	}
	return out
}

// readBook reads a workbook as orders.xlsx.
func readBook(t *testing.T, k book) *Report {
	t.Helper()
	return readPath(t, writeTemp(t, "orders.xlsx", k.build(t)))
}

// oneSheet is a workbook with one sheet of these rows.
func oneSheet(rows ...[]any) book { return book{sheets: []testSheet{{name: "Orders", rows: rows}}} }

// generic is the built-in template of that name.
func generic() (*ordertemplate.Template, error) {
	return ordertemplate.Load(templates.Open(""), "generic")
}

// textOf is a text that may be absent, "" where it is.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
