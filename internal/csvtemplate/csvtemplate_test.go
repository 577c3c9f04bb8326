package csvtemplate

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func scalar(text string) strictyaml.Scalar {
	return strictyaml.Scalar{Text: text, Set: true, Line: 3, Column: 7}
}

func TestChoose(t *testing.T) {
	c := Compiler{File: "t.yaml"}
	delimiters := []Choice{{",", ","}, {"tab", "\t"}, {"\t", "\t"}}
	means, err := c.Choose("delimiter", scalar("TAB"), delimiters, ",")
	require.NoError(t, err)
	require.Equal(t, "\t", means)
	means, err = c.Choose("delimiter", strictyaml.Scalar{}, delimiters, ",")
	require.NoError(t, err)
	require.Equal(t, ",", means)
	_, err = c.Choose("delimiter", scalar("tap"), delimiters, ",")
	requireMistake(t, err, `t.yaml:3:7: unknown delimiter "tap"`, "one of: ,, tab")
	requireMistake(t, c.Unknown(scalar("barcod"), "value", []string{"aa", "barcode", "cc", "dd", "ee"}), `t.yaml:3:7: unknown value "barcod"`, `did you mean "barcode"?`)
}

func requireMistake(t *testing.T, err error, message, hint string) {
	t.Helper()
	var located *strictyaml.Error
	require.ErrorAs(t, err, &located)
	require.EqualError(t, err, message)
	require.Equal(t, hint, located.Hint())
}

func TestColumns(t *testing.T) {
	c := Compiler{File: "t.yaml"}
	value := scalar("debit")
	value.Line = 9
	require.Equal(t, value, Column{Heading: scalar("Debit"), Value: value}.Place(scalar("else")))
	require.Equal(t, scalar("else"), Column{}.Place(scalar("else")))
	require.NoError(t, c.CheckColumn(Column{Value: value}, value))
	require.Error(t, c.CheckColumn(Column{Value: value, Constant: scalar("x")}, value))
	require.Error(t, c.CheckColumn(Column{}, value))
	headings := Headings{}
	require.NoError(t, headings.Add(c, value, "a", true))
	require.NoError(t, headings.Add(c, value, "a", false), "nobody sees it")
	require.EqualError(t, headings.Add(c, value, "a", true), `t.yaml:9:7: two columns have the heading "a"`)
}

func TestEncodings(t *testing.T) {
	for encoding, want := range map[Encoding]string{UTF8: "ї", UTF8BOM: "\uFEFFї", Windows1251: "\xbf", UTF16LE: "\xff\xfe\x57\x04"} {
		var out bytes.Buffer
		w := encoding.Writer(&out)
		_, err := io.WriteString(w, "ї")
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.Equal(t, want, out.String(), encoding)
		require.True(t, encoding.Has('ї'))
		require.Equal(t, encoding != Windows1251, encoding.Has('日'), encoding)
	}
}

func TestHeads(t *testing.T) {
	var spec struct {
		Name, Kind strictyaml.Scalar
	}
	c, err := Open("t.yaml", []byte("name: own\nkind: bank\n"), &spec)
	require.NoError(t, err)
	require.NoError(t, c.Named(spec.Name))
	require.NoError(t, c.OfKind(spec.Kind, "bank"))
	require.NoError(t, c.OfKind(spec.Kind, "ledger", "bank"))
	require.EqualError(t, c.OfKind(spec.Kind, "ledger", "sales"), `t.yaml:2:7: kind must be ledger, not "bank"`)
	require.EqualError(t, c.Named(strictyaml.Scalar{}), "t.yaml: a template needs a name")
	_, err = Open("t.yaml", []byte("other: 1\n"), &spec)
	require.Error(t, err)
	require.NoError(t, c.CheckBOM(spec.Name, true, UTF8))
	require.NoError(t, c.CheckBOM(spec.Name, false, Windows1251))
	require.Error(t, c.CheckBOM(spec.Name, true, Windows1251))
}

func TestNamesOfSheets(t *testing.T) {
	require.Equal(t, spreadsheet.MaxSheetName, mostSheetName)
	c := Compiler{File: "t.yaml"}
	for name, want := range map[string]bool{
		"Накладні": true, strings.Repeat("ї", 31): true, strings.Repeat("ї", 32): false, "": false, "a:b": false, "it's": false,
		strings.Repeat("📦", 15): true, strings.Repeat("📦", 16): false, // two UTF-16 units each
	} {
		require.Equal(t, want, c.CheckSheet(scalar(name), name) == nil, name)
	}
}

func TestDates(t *testing.T) {
	require.Equal(t, []Choice{{"yyyy-mm-dd", "2006-01-02"}, {"dd.mm.yyyy", "02.01.2006"}}, Dates("dd.mm.yyyy", "yyyy-mm-dd"))
	letters := strings.NewReplacer("2006", "yyyy", "01", "mm", "02", "dd", "15", "hh", "04", "mm")
	for _, one := range Dates() {
		if one.Name != "rfc3339" {
			require.Equal(t, one.Name, letters.Replace(one.Means))
		}
	}
	require.Len(t, Dates(), 10)
	require.Equal(t, []Choice{{",", ","}, {";", ";"}, {"tab", "\t"}}, Delimiters())
	require.Equal(t, []string{"crlf", "lf"}, names(LineEnds()))
}
