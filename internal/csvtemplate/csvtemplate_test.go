package csvtemplate

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

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
