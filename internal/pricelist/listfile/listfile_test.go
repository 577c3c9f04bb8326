package listfile_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// read reads a list to its end: a line for each record, and the code of the fault.
func read(t testing.TB, data string, how listfile.How) (lines []string, format, code string) {
	t.Helper()
	if how.Headings == nil {
		how.Headings = &form.Hints{}
	}
	how.Name = "list"
	list, format, err := listfile.OpenAt(strings.NewReader(data), int64(len(data)), how)
	if err != nil {
		return nil, format, codeOf(t, err)
	}
	defer func() { require.NoError(t, list.Close()) }()
	var record listfile.Record
	for {
		err := list.Next(&record)
		if errors.Is(err, io.EOF) {
			return lines, format, ""
		}
		if err != nil {
			return lines, format, codeOf(t, err)
		}
		lines = append(lines, lineOf(&record))
	}
}

func codeOf(t testing.TB, err error) string {
	t.Helper()
	fault, ok := errors.AsType[*listfile.Fault](err)
	require.True(t, ok, "%v", err)
	require.NotEmpty(t, fault.Hint())
	return fault.Code
}

func lineOf(record *listfile.Record) string {
	line := fmt.Sprint(record.Number)
	if record.Section != "" {
		line += " in " + record.Section
	}
	for _, v := range record.Values {
		line += fmt.Sprintf(" %s=%s", v.Path, v.Text)
	}
	if record.Odd != listfile.Sound {
		line += " " + string(record.Odd)
	}
	return line
}

const yml = `<?xml version="1.0"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog><shop><categories><category id="1">Дім</category><category id="2" parentId="1">Кухня &amp; сад</category></categories>` +
	`<offers><offer id="7" available="true"><name lang="ua">Чай</name><price>5</price><prices><price><value>4</value><quantity>3</quantity></price></prices><param name="Колір" unit="x">білий</param><vendor/></offer></offers></shop></yml_catalog>`

func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		data, format string
		want         []string
	}{
		"yml": {yml, listfile.YML, []string{"1 @id=7 @available=true name_ua=Чай price=5 prices.price.value=4 prices.price.quantity=3 param.@name=Колір param.@unit=x param=білий vendor="}},
		"xml": {`<price_list><products count="2"><product><code>a</code></product><product code="b"/></products></price_list>`, listfile.XML,
			[]string{"1 code=a", "2 @code=b"}},
		"xml in data": {`<response><data><item><sku>a</sku></item></data></response>`, listfile.XML, []string{"1 sku=a"}},
		"json": {`{"ok":true,"categories":[{"id":1,"name":"x"}],"products":[{"sku":"a","price":{"drop":1.50},"images":["x","y"],"none":null,"no":false}, {"sku":"b"}],"more":[1]}`, listfile.JSON,
			[]string{"1 sku=a price.drop=1.50 images=x images=y none= no=false", "2 sku=b"}},
		"json list":  {`[{"sku":"a"}]`, listfile.JSON, []string{"1 sku=a"}},
		"semicolons": {"Прайс\n\nАртикул;Назва;Ціна\nа-1;\"Чай \"\"А\"\"\nдобрий\";5,5\n;;\nб;Кабель 5\";7\n", listfile.CSV, []string{"4 Артикул=а-1 Назва=Чай \"А\"\nдобрий Ціна=5,5", "6 Артикул=б Назва=Кабель 5\" Ціна=7"}},
		"commas":     {"sku,name\r\na,b\r\n", listfile.CSV, []string{"2 sku=a name=b"}},
		"tabs":       {"sku\tname\ra\tb", listfile.CSV, []string{"2 sku=a name=b"}},
		"a mark":     {"\xef\xbb\xbfsku;name\na;b\n", listfile.CSV, []string{"2 sku=a name=b"}},
		"sep":        {"sep=|\nsku|name\na|b\n", listfile.CSV, []string{"2 sku=a name=b"}},
		"sections":   {"Код;Назва;Ціна\nДім;;\na1;Чай;5\nСад\nb2;Кава;6\nКод;Назва;Ціна\nc3;;\n", listfile.CSV, []string{"3 in Дім Код=a1 Назва=Чай Ціна=5", "5 in Сад Код=b2 Назва=Кава Ціна=6", "7 in Сад Код=c3"}},
		"odd rows":   {"Код;Назва;Ціна\na;Чай;5;6\nb;Чай\nc;#N/A;5\n", listfile.CSV, []string{"2 Код=a Назва=Чай Ціна=5 row_wide", "3 Код=b Назва=Чай row_narrow", "4 Код=c Назва=#N/A Ціна=5 cell_failed"}},
	} {
		lines, format, code := read(t, c.data, listfile.How{})
		require.Empty(t, code, name)
		require.Equal(t, c.format, format, name)
		require.Equal(t, c.want, lines, name)
	}
}

func TestCategoriesStandBesideTheRecords(t *testing.T) {
	for _, data := range []string{yml,
		`{"products":[{"sku":"a"}],"categories":[{"id":1,"name":"Дім","parent_id":0},{"id":"2","title":"Кухня & сад","parentId":1}]}`} {
		path := filepath.Join(t.TempDir(), "list")
		require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
		list, _, err := listfile.Open(path, listfile.How{Headings: &form.Hints{}})
		require.NoError(t, err)
		var record listfile.Record
		require.NoError(t, list.Next(&record))
		require.ErrorIs(t, list.Next(&record), io.EOF)
		require.Equal(t, map[string]listfile.Category{"1": {Name: "Дім"}, "2": {Name: "Кухня & сад", Parent: "1"}}, list.Categories())
		require.NoError(t, list.Close())
	}
}

// TestRecordsByTheirPath: where no name tells, the path says where the records are.
func TestRecordsByTheirPath(t *testing.T) {
	const xml, json = `<a><b><x><sku>1</sku></x><x><sku>2</sku></x></b></a>`, `{"a":{"b":[{"sku":1},{"sku":2}]}}`
	for _, c := range [][2]string{{xml, "b.x"}, {xml, "a.b.x"}, {json, "a.b"}, {json, "a.b[]"}} {
		lines, _, code := read(t, c[0], listfile.How{Records: c[1]})
		require.Empty(t, code)
		require.Equal(t, []string{"1 sku=1", "2 sku=2"}, lines, c[1])
	}
	for _, data := range []string{xml, json} {
		_, _, code := read(t, data, listfile.How{})
		require.Equal(t, listfile.Unreadable, code)
	}
}

func packed(t testing.TB, data string) (gz, archive string) {
	t.Helper()
	var a, b bytes.Buffer
	out := gzip.NewWriter(&a)
	_, err := io.WriteString(out, data)
	require.NoError(t, errors.Join(err, out.Close()))
	files := zip.NewWriter(&b)
	entry, err := files.Create("export/list.csv")
	require.NoError(t, err)
	_, err = io.WriteString(entry, data)
	require.NoError(t, errors.Join(err, files.Close()))
	return a.String(), b.String()
}

func TestEncodingsAndArchives(t *testing.T) {
	const table = "Артикул;Назва\nа;б\n"
	want := []string{"2 Артикул=а Назва=б"}
	old, err := charmap.Windows1251.NewEncoder().String(table)
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(table)
	require.NoError(t, err)
	gz, archive := packed(t, table)
	for _, data := range []string{table, old, wide, gz, archive} {
		lines, _, code := read(t, data, listfile.How{})
		require.Empty(t, code)
		require.Equal(t, want, lines)
	}
	oldXML, err := charmap.Windows1251.NewEncoder().String(`<?xml version="1.0" encoding="windows-1251"?><shop><offer><name>Чай</name></offer></shop>`)
	require.NoError(t, err)
	lines, _, code := read(t, oldXML, listfile.How{})
	require.Empty(t, code)
	require.Equal(t, []string{"1 name=Чай"}, lines)
}

// TestHalfAListIsNone: wherever a list is cut, it is refused as cut, and never taken for a
// short one.
func TestHalfAListIsNone(t *testing.T) {
	const table = "Код;Назва;Ціна\nа1;\"Чай\";5\nб2;\"Кава добра\";6\n"
	gz, _ := packed(t, strings.Repeat(table, 100))
	for name, data := range map[string]string{"yml": yml, "json": `{"products":[{"sku":"a","name":"b"},{"sku":"c"}]}`, "gzip": gz} {
		for at := 60; at < len(data); at += 7 {
			_, _, code := read(t, data[:at], listfile.How{})
			require.Contains(t, []string{listfile.Incomplete, listfile.Unreadable}, code, "%s cut at %d", name, at)
		}
		_, _, code := read(t, data[:len(data)-1], listfile.How{})
		require.Equal(t, listfile.Incomplete, code, name)
	}
	for _, rest := range []string{"в3", "в3;", "в3;\"Цукор", "в3;\"Цукор\""} {
		_, _, code := read(t, table+rest, listfile.How{})
		require.Equal(t, listfile.Incomplete, code, rest)
	}
	_, _, code := read(t, table+"в3;Цукор;7", listfile.How{})
	require.Empty(t, code, "a last row without a line end may be whole")
}

func TestWhatIsNoList(t *testing.T) {
	for data, want := range map[string]string{
		"": listfile.Empty, " \n": listfile.Empty, "Код;Назва\n": listfile.Empty, `[]`: listfile.Empty, `{"products":[]}`: listfile.Empty,
		"<yml_catalog><shop><offers></offers></shop></yml_catalog>":      listfile.Empty,
		"<!DOCTYPE html><html><form></form></html>":                      listfile.Unreadable,
		"<html><body><table><tr><td>Код</td></tr></table></body></html>": listfile.Unreadable,
		"\n<html><body>Код;Назва</body></html>":                          listfile.Unreadable,
		`{"error":"key"}`: listfile.Unreadable, "<error>key</error>": listfile.Unreadable, "\x00\x01\x02": listfile.Unreadable,
		"one;two\nthree;four\n":                          listfile.FormUnknown,
		"Код;Назва\nа;\"б\"в\n":                          listfile.Unreadable,
		"Код;Назва\nа;б\nв;\xff\n":                       listfile.Unreadable,
		"<shop><offer><a></b></offer></shop>":            listfile.Unreadable,
		`<?xml version="1.0" encoding="ebcdic"?><shop/>`: listfile.Unreadable,
	} {
		for _, format := range append(listfile.Formats(), "") {
			if format == listfile.XML && want == listfile.FormUnknown {
				continue
			}
			_, _, code := read(t, data, listfile.How{Format: format})
			require.Equal(t, want, code, "%q as %q", data, format)
		}
	}
}
