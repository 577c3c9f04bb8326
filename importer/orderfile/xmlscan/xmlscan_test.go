package xmlscan

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// scanAll lists the tokens of our scanner, texts that touch joined.
func scanAll(r io.Reader) ([]string, error) {
	s := New(r)
	var out tokenList
	for {
		err := s.Next()
		if errors.Is(err, io.EOF) {
			return out.done(), nil
		}
		if err != nil {
			return nil, err
		}
		switch s.Kind {
		case Start:
			text := "<" + s.Name
			for _, a := range s.attributes {
				value, err := unescapeXML(nil, a.value, false)
				if err != nil {
					return nil, err
				}
				text += fmt.Sprintf(" %s=%q", a.name, value)
			}
			out.add(text)
		case End:
			out.add("</" + s.Name)
		default:
			out.text += string(s.Text)
		}
	}
}

// decodeAll lists the tokens of the standard library's decoder in the same way.
func decodeAll(text string) ([]string, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var out tokenList
	spelled := func(n xml.Name) string { return strings.TrimPrefix(n.Space+":"+n.Local, ":") }
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return out.done(), nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			text := "<" + spelled(t.Name)
			for _, a := range t.Attr {
				text += fmt.Sprintf(" %s=%q", spelled(a.Name), a.Value)
			}
			out.add(text)
		case xml.EndElement:
			out.add("</" + spelled(t.Name))
		case xml.CharData:
			out.text += string(t)
		}
	}
}

type tokenList struct {
	tokens []string
	text   string
}

func (l *tokenList) add(token string) { l.tokens = append(l.done(), token) }

func (l *tokenList) done() []string {
	if l.text != "" {
		l.tokens, l.text = append(l.tokens, "text "+l.text), ""
	}
	return l.tokens
}

const sampleXML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- a > b --><x:a r='1>2' x:s = \"&lt;&#1103;&#x44F;\">\r\ntext &amp; <b/><![CDATA[<raw>&amp;]]>\r<c\n></c ></x:a>\n"

func TestXMLScanner(t *testing.T) {
	want := []string{"text \n", `<x:a r="1>2" x:s="<яя"`, "text \ntext & ", "<b", "</b", "text <raw>&amp;\n", "<c", "</c", "</x:a", "text \n"}
	for _, r := range []io.Reader{strings.NewReader(sampleXML), iotest.OneByteReader(strings.NewReader(sampleXML)), iotest.DataErrReader(strings.NewReader(sampleXML))} {
		got, err := scanAll(r)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	std, err := decodeAll(sampleXML)
	require.NoError(t, err)
	require.Equal(t, want, std)
	long := "<a>" + strings.Repeat("<b>"+strings.Repeat("я", 5000)+"</b>", 50) + "</a>"
	std, err = decodeAll(long)
	require.NoError(t, err)
	got, err := scanAll(strings.NewReader(long))
	require.NoError(t, err)
	require.Equal(t, std, got)
}

func TestXMLScannerRefuses(t *testing.T) {
	for _, text := range []string{
		"", "text", "<a>", "<a></b>", "</a>", "<a", "<a b>", "<a b=c/>", "<a b='c/>", "<a>&nope;</a>", "<a>&lt</a>", "<a>&#0;</a>", "<a>\xff</a>",
		"<!DOCTYPE a><a/>", "<?xml version='1.0' encoding='utf-16'?><a/>", "<a><![CDATA[</a>", "<a><!-- </a>", "<a <b/></a>", "< a/>", "<a/><", "<?xml",
	} {
		_, err := scanAll(strings.NewReader(text))
		require.Error(t, err, text)
	}
	broken := errors.New("broken disk")
	_, err := scanAll(io.MultiReader(strings.NewReader("<a>"), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
}

// FuzzXMLScanner: what our scanner and the standard library's both read, they read alike.
func FuzzXMLScanner(f *testing.F) {
	f.Add(sampleXML)
	f.Add(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1</v></c></row></sheetData></worksheet>`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := scanAll(strings.NewReader(text))
		if err != nil {
			return
		}
		if want, err := decodeAll(text); err == nil {
			require.Equal(t, want, got)
		}
	})
}

func TestLenientReadsWhatListsHold(t *testing.T) {
	const text = `<?xml version="1.0" encoding="windows-1251"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><a b="?x=1&y=2">1&nbsp;2 &amp; 3 & 4 &none; &#1110;</a>`
	s := New(strings.NewReader(text))
	s.Lenient = true
	require.NoError(t, s.Next())
	found := map[string]string{}
	s.EachAttribute(func(name, value string) { found[name] = value })
	require.Equal(t, map[string]string{"b": "?x=1&y=2"}, found)
	require.NoError(t, s.Next())
	require.Equal(t, "1\u00a02 & 3 & 4 &none; \u0456", string(s.Text))
	require.Error(t, New(strings.NewReader(text)).Next(), "a workbook's part has none of these")

	declares := New(strings.NewReader(`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`))
	declares.Lenient = true
	require.ErrorContains(t, declares.Next(), "declares")
}

func TestCutIsToldFromBroken(t *testing.T) {
	for text, cut := range map[string]bool{"<a><b>1": true, "<a><b": true, "<a>": true, "<a><!-- ": true, "<a></b></a>": false, "<a b></a>": false} {
		s := New(strings.NewReader(text))
		err := s.Next()
		for err == nil {
			err = s.Next()
		}
		require.Equal(t, cut, errors.Is(err, ErrCut), "%s: %v", text, err)
	}
}
