package exporter

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// described gives a product one text in every language.
func described(html string) func(*supplier.Product) {
	return func(p *supplier.Product) {
		p.Description, p.Descriptions = html, supplier.Texts{UK: html, RU: html}
	}
}

// requireWholeHTML: every tag that was opened is closed.
func requireWholeHTML(t *testing.T, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<d>" + html + "</d>"))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err, "…%s", html[max(0, len(html)-80):])
	}
}

// Control characters and half an emoji made a file unreadable; the first mend of that
// threw out whole emoji as well.
func TestFailureControlCharacters(t *testing.T) {
	racing.Skip(t)
	bad := "\x00\x03\x0b\x0c\x1a\x1f\ufffe\uffff\xed\xa0\xbd\xff"
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		described("Чай" + bad + "ник 😀𝒳")(p)
		for _, text := range []*string{&p.Name, &p.Names.UK, &p.Names.RU, &p.Brand, &p.Country} {
			*text = "Чай" + bad + "ник 😀𝒳"
		}
		p.Category.Name, p.Category.Path = "Розділ"+bad, []string{"Дім" + bad, "Розділ" + bad}
		p.Attributes = []supplier.Attribute{{Name: "Колір" + bad, Value: "синій 😀" + bad, Unit: "т" + bad}}
	}), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.EqualValues(t, 2, report.Offers)
		shown := shownBy(t, info.Name, data)
		a := ask(t, info.Name)
		if a.removes("😀") {
			require.NotEmpty(t, holding(shown, "ник"))
			require.Empty(t, holding(shown, "😀"))
			return
		}
		require.NotEmpty(t, holding(shown, "ник 😀𝒳"), "emoji stay")
		if a.asIs() {
			return
		}
		require.NotEmpty(t, holding(shown, "Чайник 😀𝒳"), "nothing stands in their place")
		if info.Format != "csv" && info.Format != "xlsx" { // those can hold any character
			require.Empty(t, holding(shown, "\ufffd"))
		}
	})
}

// Texts were cut by bytes, and ended with half a letter or half an entity; a cell that was
// cut at its limit ended within a tag.
func TestFailureCutTexts(t *testing.T) {
	racing.Skip(t)
	for shift := range 2 {
		long := strings.Repeat("x", shift) + strings.Repeat("Чудо дерево 👩‍👩‍👧‍👦 ", 30)
		html := "<p>" + strings.Repeat("y", shift) + strings.Repeat("Опис &amp; <b>👩‍👩‍👧‍👦</b> ", 4000) + "</p>"
		products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
			described(html)(p)
			p.Name, p.Names, p.Brand = long, supplier.Texts{UK: long, RU: long}, long
		})}
		eachTemplate(t, func(t *testing.T, info templates.Info) {
			asIs := ask(t, info.Name).asIs()
			data, _ := export(t, products, plainFeed(t, info.Name))
			for _, s := range shownBy(t, info.Name, data) {
				require.True(t, utf8.ValidString(s.text), s.field)
				require.NotContains(t, s.text, "\ufffd", s.field)
				if asIs { // cut between characters, at a cell's limit
					continue
				}
				require.Equal(t, strings.Count(s.text, "👩"), 2*strings.Count(s.text, "👦"), "%s ends within a family", s.field)
				if strings.HasPrefix(s.text, "<p>") {
					requireWholeHTML(t, s.text)
				}
			}
		})
	}
}

// An & made the offers unreadable or, mended in one place, was escaped twice in another.
func TestFailureAmpersands(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Name, p.Names = "Plug&Play \"q\" 'a'", supplier.Texts{UK: "Plug&Play LCD&TFT", RU: "Plug&Play LCD&TFT"}
		p.Brand, p.Attributes = "B&O", []supplier.Attribute{{Name: "R&D", Value: "b&w"}}
		p.Category.Name, p.Category.Path = "Home&Co", []string{"Дім", "Home&Co"}
	}), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.EqualValues(t, 2, report.Offers, "the offer and the one after it")
		shown := shownBy(t, info.Name, data)
		require.NotEmpty(t, holding(shown, "Plug&Play"))
		for _, s := range shown {
			require.NotContains(t, s.text, "&amp;amp;", s.field)
			if strings.Contains(s.text, "Plug") || strings.Contains(s.text, "Home") || strings.Contains(s.text, "B&") {
				require.NotContains(t, s.text, "&amp;", s.field)
			}
		}
	})
}

// A row with a table in its description was taken for an empty file; commas in HTML moved
// all columns; line breaks in it began new rows.
func TestFailureOneRowOfHTML(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", described("<p>Ціна, вага; \"розмір\"</p>\r\n<table>\n<tr><td>a, b</td>\r<td>\"c\"</td></tr></table>"))}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		if info.Format != "csv" {
			return
		}
		data, _ := export(t, products, plainFeed(t, info.Name))
		rows, err := ask(t, info.Name).reader(data).ReadAll() // refuses rows of other lengths
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.NotEmpty(t, holding(shownCells(rows), "a, b"))
		require.True(t, bytes.HasSuffix(data, []byte("\n")))
		if info.Name == "woocommerce" {
			require.Equal(t, 2, bytes.Count(data, []byte("\n")), "a row is a line")
		}
	})
}
