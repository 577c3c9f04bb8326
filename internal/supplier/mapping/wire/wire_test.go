package wire

import (
	"encoding/xml"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

func scalar(text string) strictyaml.Scalar { return strictyaml.Scalar{Text: text, Set: text != ""} }

func compiled(t *testing.T, encode, root string, asJSON ...string) Encoding {
	t.Helper()
	var names []strictyaml.Scalar
	for _, name := range asJSON {
		names = append(names, scalar(name))
	}
	out, err := Compile(written.Mistakes{File: "m.yaml"}, "create_order", scalar(encode), scalar(root), names)
	require.NoError(t, err)
	return out
}

func TestEncode(t *testing.T) {
	const body = `{"site":"shop","order":{"number":"A-1","items":[{"id":7,"qty":2},{"id":8,"qty":1}],"paid":true,"none":null},"note":"а & б<\n"}`
	for _, c := range []struct {
		encoding   Encoding
		kind, want string
	}{
		{Encoding{}, "application/json", body},
		{compiled(t, Form, ""), "application/x-www-form-urlencoded",
			"site=shop&order%5Bnumber%5D=A-1&order%5Bitems%5D%5B0%5D%5Bid%5D=7&order%5Bitems%5D%5B0%5D%5Bqty%5D=2&order%5Bitems%5D%5B1%5D%5Bid%5D=8&order%5Bitems%5D%5B1%5D%5Bqty%5D=1&order%5Bpaid%5D=true&note=%D0%B0+%26+%D0%B1%3C%0A"},
		{compiled(t, Form, "", "order"), "application/x-www-form-urlencoded",
			"site=shop&order=" + url.QueryEscape(`{"number":"A-1","items":[{"id":7,"qty":2},{"id":8,"qty":1}],"paid":true,"none":null}`) + "&note=%D0%B0+%26+%D0%B1%3C%0A"},
		{compiled(t, XML, "request"), "application/xml",
			`<?xml version="1.0" encoding="UTF-8"?><request><site>shop</site><order><number>A-1</number><items><id>7</id><qty>2</qty></items><items><id>8</id><qty>1</qty></items><paid>true</paid></order><note>а &amp; б&lt;&#10;</note></request>`},
	} {
		got, err := c.encoding.Encode(body)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
		require.Equal(t, c.kind, c.encoding.ContentType())
	}
	got, err := compiled(t, XML, "r").Encode(`{"item":{"@id":"7","@lang":null,"#":"two","sub":1}}`)
	require.NoError(t, err)
	require.Equal(t, `<?xml version="1.0" encoding="UTF-8"?><r><item id="7">two<sub>1</sub></item></r>`, got)
}

func TestWhatCannotBeEncoded(t *testing.T) {
	for body, want := range map[string]string{
		`{"a b":1}`:        `"a b" cannot be the name of an XML element`,
		`{"a":{"@1":1}}`:   `"1" cannot be the name of an XML attribute`,
		`{"a":{"@b":[1]}}`: "a text of XML cannot be an object or a list",
		`{"a":"\u0007"}`:   `the sign '\a' cannot stand in XML`,
		`[1]`:              "a body that is no object",
		`{"a":1`:           "a body that is no JSON",
	} {
		_, err := compiled(t, XML, "r").Encode(body)
		require.ErrorContains(t, err, want, body)
	}
}

func TestMistakes(t *testing.T) {
	m := written.Mistakes{File: "m.yaml"}
	for want, c := range map[string]struct {
		encode, root string
		json         []strictyaml.Scalar
	}{
		`unknown form of a body "forms"`:        {"forms", "", nil},
		"encode: xml needs root":                {"xml", "", nil},
		"root is the outermost element":         {"form", "r", nil},
		"json names the fields of encode: form": {"", "", []strictyaml.Scalar{scalar("a")}},
	} {
		_, err := Compile(m, "login", scalar(c.encode), scalar(c.root), c.json)
		require.ErrorContains(t, err, want)
	}
}

// FuzzTextsComeThrough: whatever text stands in a body, who reads the form or the XML finds it.
func FuzzTextsComeThrough(f *testing.F) {
	for _, seed := range []string{"", "а & б < \"в\"", "a\r\nb\tc", "]]>", "\x00", "\xff", "\uFFFE", "😀"} {
		f.Add(seed)
	}
	form, document := Encoding{kind: Form}, Encoding{kind: XML, root: "r"}
	f.Fuzz(func(t *testing.T, text string) {
		body := `{"a":{"b":[` + jsonread.Quote(text) + `]}}`
		want := strings.ToValidUTF8(text, "\uFFFD")
		sent, err := form.Encode(body)
		require.NoError(t, err)
		read, err := url.ParseQuery(sent)
		require.NoError(t, err)
		require.Equal(t, want, read.Get("a[b][0]"))
		sent, err = document.Encode(body)
		if err != nil {
			require.ErrorContains(t, err, "cannot stand in XML")
			return
		}
		var into struct {
			B string `xml:"a>b"`
		}
		require.NoError(t, xml.Unmarshal([]byte(sent), &into))
		require.Equal(t, want, into.B)
	})
}
