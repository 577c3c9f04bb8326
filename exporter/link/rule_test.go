package link

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func phrase(t *testing.T, text string) *template.Phrase {
	p, err := template.CompilePhrase("c.yaml", strictyaml.Scalar{Text: text, Set: true, Line: 3, Column: 5})
	require.NoError(t, err)
	return p
}

func scope(p *supplier.Product) *template.Scope {
	s := &template.Scope{Facts: &template.Facts{Name: "prom"}}
	var o template.Offer
	o.Begin(p, nil)
	s.Move(&o)
	return s
}

func TestOwnPages(t *testing.T) {
	p := &supplier.Product{ID: "7", SKU: "KB/01 б&в", Name: "Чайник", URL: "https://supplier.example/p/7", Category: supplier.Category{Name: "Дім"}}
	for page, want := range map[string]string{
		"https://my.example/p/{sku}":                 "https://my.example/p/KB%2F01%20%D0%B1%26%D0%B2",
		"https://my.example/?id={id}&n={slug(name)}": "https://my.example/?id=7&n=chainyk",
		"https://my.example/{{x}}/{ id }":            "https://my.example/{x}/7",
		`https://my.example/{id + "}"}`:              "https://my.example/7%7D",
	} {
		r := Rule{Page: phrase(t, page)}
		got, blank := r.Address(scope(p), p.URL)
		require.Equal(t, want, got, page)
		require.Empty(t, blank)
	}
	r := Rule{Page: phrase(t, "https://my.example/{brand}/{barcode}")}
	got, blank := r.Address(scope(p), p.URL)
	require.Empty(t, got, "never the supplier's, and never half an address")
	require.Equal(t, "brand", blank)
}

func TestMarks(t *testing.T) {
	p := &supplier.Product{ID: "7", URL: "https://supplier.example/p?utm_source=x&a=1#top", Category: supplier.Category{Name: "Дім і сад"}}
	r := Rule{Marks: []Mark{{"utm_source", phrase(t, "prom")}, {"utm_campaign", phrase(t, "{category.name}")}, {"utm_term", phrase(t, "{brand}")}}}
	got, _ := r.Address(scope(p), p.URL)
	require.Equal(t, "https://supplier.example/p?a=1&utm_source=prom&utm_campaign=%D0%94%D1%96%D0%BC%20%D1%96%20%D1%81%D0%B0%D0%B4#top", got)
	got, _ = r.Address(scope(p), "")
	require.Empty(t, got, "a product without a page has none")
	require.True(t, (&Rule{}).Neutral())
	require.False(t, r.Neutral())
}

func TestElsewhere(t *testing.T) {
	r := Rule{Shop: Host("https://www.My.example:8080/x")}
	for address, want := range map[string]string{
		"https://my.example/p": "", "https://m.my.example": "", "http://WWW.my.example:80?x": "", "": "", "/p": "",
		"https://supplier.example/p": "supplier.example", "https://notmy.example/": "notmy.example", "https://my.example.evil.example/": "my.example.evil.example",
	} {
		require.Equal(t, want, r.Elsewhere(address), address)
	}
	require.Empty(t, (&Rule{}).Elsewhere("https://supplier.example/"))
}

// TestMistakes are told with their place and the way out.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"https://my.example/{sku": `c.yaml:3:5: "https://my.example/{sku": a { without a } behind it: write {{ for the brace itself`,
		"a}":                      `c.yaml:3:5: "a}": a } without a { before it: write }} for the brace itself`,
		"{ }":                     `c.yaml:3:5: "{ }": nothing stands between the braces: name a field, such as {sku}`,
		"{skuu}":                  `c.yaml:3:5: unknown path "skuu"`,
		"{line(nme)}":             `c.yaml:3:5: expression "line(nme)": unknown name nme at character 6`,
	} {
		_, err := template.CompilePhrase("c.yaml", strictyaml.Scalar{Text: text, Set: true, Line: 3, Column: 5})
		require.EqualError(t, err, want)
	}
	require.True(t, phrase(t, "{drop_price}").Private())
	require.NotNil(t, (&Rule{Page: phrase(t, "{id}"), Marks: []Mark{{"x", phrase(t, "{text(drop_price)}")}}}).Private())
	require.Nil(t, (&Rule{Page: phrase(t, "{id}")}).Private())
}
