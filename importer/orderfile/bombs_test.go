package orderfile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// withStrings is a workbook of sheets of this XML, with a table of shared strings.
func withStrings(shared string, sheets ...string) book {
	k := book{drop: "xl/_rels/workbook.xml.rels", parts: map[string]string{"xl/sharedStrings.xml": shared}}
	links := `<Relationship Id="rIdS" Type="x/styles" Target="styles.xml"/><Relationship Id="rIdT" Type="x/sharedStrings" Target="sharedStrings.xml"/>`
	for i, xml := range sheets {
		k.sheets = append(k.sheets, testSheet{name: fmt.Sprint("Sheet", i), xml: xml})
		links += fmt.Sprintf(`<Relationship Id="rId%[1]d" Type="x/worksheet" Target="worksheets/sheet%[1]d.xml"/>`, i+1)
	}
	k.parts["xl/_rels/workbook.xml.rels"] = "<Relationships>" + links + "</Relationships>"
	return k
}

// sst is a table of shared strings: the headings of orders, and behind them the others.
func sst(others ...string) string {
	return "<sst><si><t>" + strings.Join(append(split(heads), others...), "</t></si><si><t>") + "</t></si></sst>"
}

func split(line string) []string { return strings.Split(line, ";") }

// sheetOf is a sheet of the headings and so many rows of one kind.
func sheetOf(rows int, row, after string) string {
	var b strings.Builder
	b.WriteString("<worksheet><sheetData><row>")
	for i := range split(heads) {
		fmt.Fprintf(&b, `<c t="s"><v>%d</v></c>`, i)
	}
	b.WriteString("</row>" + strings.Repeat(row, rows) + "</sheetData>" + after + "</worksheet>")
	return b.String()
}

// named is a row of so many cells that name the first string behind the headings.
func named(cells int) string {
	return "<row>" + strings.Repeat(fmt.Sprintf(`<c t="s"><v>%d</v></c>`, len(split(heads))), cells) + "</row>"
}

// TestSmallFilesThatUnfold: whatever a small file makes much of is refused at once, in
// little memory, and the reason says what to do. Each is over the limit that it is refused by. Those
// limits that take millions of cells, or many MB, to come to are a tenth of what they are for a
// user, as the files are: what is counted is the same, and TestUsualLimits holds the numbers. The long
// search has the user's limits, and files that are far over them.
func TestSmallFilesThatUnfold(t *testing.T) {
	racing.Skip(t)
	usual := cells.Limits{}.OrDefaults()
	less := cells.Limits{Cells: usual.Cells / 10, Merges: usual.Merges / 10, TextBytes: usual.TextBytes / 10}
	parts := cells.Limits{PartBytes: usual.PartBytes / 10}
	less, parts = long.Or(less, cells.Limits{}), long.Or(parts, cells.Limits{})
	endless := strings.Repeat("Дуже довгий текст ", 1800)
	names, merged, sheet := long.Or(500_000, 3_750_000), long.Or(36, 60), long.Or(70, 700)
	worksheet := func(body string) string { return "<worksheet>" + body + "</worksheet>" }
	merges := func(n int) string {
		var b strings.Builder
		b.WriteString("<mergeCells>")
		for i := range n {
			fmt.Fprintf(&b, `<mergeCell ref="%s3:%s1048576"/>`, columnName(i), columnName(i))
		}
		return b.String() + "</mergeCells>"
	}
	for name, c := range map[string]struct {
		file   []byte
		key    string
		limits cells.Limits // the others are the usual ones
	}{
		"a long text in very many cells":    {withStrings(sst(endless), sheetOf(long.Or(100, 20_000), named(200), "")).build(t), "text", less},
		"a short text in millions of cells": {withStrings(sst("x"), sheetOf(long.Or(2_510, 30_000), named(200), "")).build(t), "cells", less},
		"over several visible sheets":       {withStrings(sst(endless), sheetOf(sheet, named(1), ""), worksheet("<sheetData>"+strings.Repeat(named(1), sheet)+"</sheetData>"), worksheet("<sheetData>"+strings.Repeat(named(1), sheet)+"</sheetData>")).build(t), "text", less},
		"a text beyond what a cell holds":   {withStrings(sst(strings.Repeat("я", 60_000)), sheetOf(1, named(1), "")).build(t), "cell", cells.Limits{}},
		"an endless inline text":            {oneSheetXML(worksheet(`<sheetData><row><c t="inlineStr"><is>` + strings.Repeat("<r><t>a</t></r>", long.Or(150_000, 2_000_000)) + `</is></c></row></sheetData>`)).build(t), "cell", cells.Limits{}},
		"an endless value":                  {oneSheetXML(worksheet(`<sheetData><row><c><v>` + strings.Repeat("1<!-- -->", 200_000) + `</v></c></row></sheetData>`)).build(t), "cell", cells.Limits{}},
		"a tag without an end":              {oneSheetXML(worksheet(`<sheetData><row><c r="` + strings.Repeat("A", long.Or(2_000_000, 40_000_000)) + `"/></row></sheetData>`)).build(t), "part", cells.Limits{}},
		"a comment of megabytes":            {oneSheetXML(worksheet("<!--" + strings.Repeat(" ", long.Or(2_000_000, 40_000_000)) + "-->")).build(t), "part", cells.Limits{}},
		"much beside the text of a cell":    {oneSheetXML(worksheet(`<sheetData><row><c><f>1</f>` + strings.Repeat("<x/>", long.Or(410_000, 5_000_000)) + `<v>1</v></c></row></sheetData>`)).build(t), "part", parts},
		"a merged text over all rows":       {withStrings(sst("x"), strings.Replace(sheetOf(long.Or(15_000, 150_000), "<row><c><v>1</v></c></row>", merges(merged)), "</row>", "</row><row/><row>"+strings.Repeat(`<c><v>1</v></c>`, merged)+"</row>", 1)).build(t), "cells", less},
		"nothing but merged areas":          {withStrings(sst(), sheetOf(1, "", "<mergeCells>"+strings.Repeat(`<mergeCell ref="A3:A3"/>`, long.Or(101_000, 1_500_000))+"</mergeCells>")).build(t), "merges", less},
		"empty strings without number":      {withStrings("<sst>"+strings.Repeat("<si/>", long.Or(501_000, 6_000_000))+"</sst>", sheetOf(1, "", "")).build(t), "cells", less},
		"styles of many MB":                 {book{sheets: []testSheet{{name: "a"}}, drop: "xl/styles.xml", parts: map[string]string{"xl/styles.xml": "<styleSheet>" + strings.Repeat("<xf/>", long.Or(330_000, 12_000_000)) + "</styleSheet>"}}.build(t), "part", parts},
		"a list of links of many MB":        {book{sheets: []testSheet{{name: "a"}}, parts: map[string]string{"docProps/_rels/x.rels": strings.Repeat(" ", long.Or(17_000_000, 60_000_000))}}.build(t), "part", cells.Limits{}},
		"one sheet named a thousand times":  {manySheets(1000), "sheets", cells.Limits{}},
		"a text of a cell of many MB":       {[]byte(heads + "\n1;\"" + strings.Repeat("Коваль Олена\n", names) + "\";;;;;;\n"), "cell", cells.Limits{}},
		"the same without quotes":           {[]byte(heads + "\n1;" + strings.Repeat("Коваль Олена ", names) + ";;;;;;\n"), "cell", cells.Limits{}},
		"a row of a million delimiters":     {[]byte(heads + "\n" + one + strings.Repeat(";", 1_000_000) + "\n"), "width", cells.Limits{}},
		"headings of a million delimiters":  {[]byte(heads + strings.Repeat(";", 1_000_000) + "\n" + one), "width", cells.Limits{}},
		"a wide row over many rows":         {[]byte(heads + strings.Repeat(";", 5_000) + "\n" + strings.Repeat("\n", 20_000) + one), "grid", cells.Limits{}},
		"millions of line ends":             {[]byte(heads + strings.Repeat("\n", long.Or(2_000_000, 50_000_000)) + one), "lines", cells.Limits{}},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeTemp(t, "orders", c.file)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			began := worked(t)
			c.limits.Time = time.Hour // on a machine that does much else it takes long, and no more work
			r := readWith(t, path, Options{Limits: c.limits})
			took := worked(t) - began
			runtime.ReadMemStats(&after)
			t.Logf("%d KB: %v, %d MB allocated", len(c.file)>>10, took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
			require.Len(t, r.Problems, 1, "%.500s", r.Problems)
			require.Equal(t, problem.FileTooLarge, r.Problems[0].Code)
			require.Contains(t, r.Problems[0].Key(), problem.FileTooLarge+"."+c.key, r.Problems[0].Message)
			require.Less(t, took, long.Or(patience/10, patience))
			require.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(long.Or(150, 900)))
		})
	}
}

// patience is how much work of a processor a file may take that is refused for what it unfolds to: a
// third of the time that is allowed to any file.
const patience = 20 * time.Second

// TestUsualLimits: they are what is said of them.
func TestUsualLimits(t *testing.T) {
	require.Equal(t, cells.Limits{Bytes: 100_000_000, Rows: 200_000, Columns: 200, UnpackedBytes: 200_000_000, Parts: 1000, Sheets: 250, PartBytes: 16_000_000, CellBytes: 100_000,
		Cells: 5_000_000, Merges: 1_000_000, TextBytes: 100_000_000, Lines: 1_048_576, Width: 16_384, Grid: 50_000_000, Time: time.Minute}, cells.Limits{}.OrDefaults())
	var o Options
	require.NoError(t, o.complete())
	require.Equal(t, cells.Limits{}.OrDefaults(), o.Limits, "who sets none has these")
}

func columnName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return string(rune('A'+i/26-1)) + string(rune('A'+i%26))
}

func oneSheetXML(xml string) book { return book{sheets: []testSheet{{name: "a", xml: xml}}} }

func manySheets(n int) []byte {
	var t testing.T
	k := book{sheets: []testSheet{{name: "a", xml: sheetOf(1, "", "")}}, drop: "xl/workbook.xml", parts: map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="r"><sheets>` + strings.Repeat(`<sheet name="a" r:id="rId1"/>`, n) + `</sheets></workbook>`}}
	return k.build(&t)
}

// TestLongFormatsOfManyStyles: a format is understood once, however many styles name it.
func TestLongFormatsOfManyStyles(t *testing.T) {
	racing.Skip(t)
	styles := `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="` + strings.Repeat("#", 1_000_000) + `"/></numFmts><cellXfs>` +
		strings.Repeat(`<xf numFmtId="200"/>`, 300_000) + `</cellXfs></styleSheet>`
	k := oneSheet(texts(heads), texts(one))
	k.drop, k.parts = "xl/styles.xml", map[string]string{"xl/styles.xml": styles}
	began := worked(t)
	requireReading(t, readBook(t, k), VerdictOK, []string{one2}, nil)
	require.Less(t, worked(t)-began, patience)
}

// TestLimitsLetHonestFilesPass: the largest file of each kind that somebody may have.
func TestLimitsLetHonestFilesPass(t *testing.T) {
	comment := strings.Repeat("дуже важливо ", 2500) // 32,500 characters, what a cell holds
	k := withStrings(sst(append(split(one), comment)...), sheetOf(1, "<row>"+func() string {
		out := ""
		for i := range split(one) {
			out += fmt.Sprintf(`<c t="s"><v>%d</v></c>`, len(split(heads))+i)
		}
		return out + fmt.Sprintf(`<c t="s"><v>%d</v></c>`, len(split(heads))+len(split(one)))
	}()+"</row>", ""))
	requireReading(t, readBook(t, k), VerdictOK, []string{one2}, nil)
	requireReading(t, readText(t, heads+";Примітка продавця\n"+one+`;"`+comment+"\"\n"), VerdictOK, []string{one2}, nil)
	requireReading(t, readText(t, heads+strings.Repeat(";", 3000)+"\n"+one+strings.Repeat(";", 3000)+"\n"), VerdictOK, []string{one2}, nil)
}
