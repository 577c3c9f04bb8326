package exporter

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// The tests of failures_each*_test.go hold against every built-in template what went wrong
// in other exporters. What other tests hold already is not repeated:
//
//	theme                                           held by
//	characters that XML forbids, in text and CDATA  FuzzXML, markup's FuzzSanitary, TestPromHardTexts
//	names with entities, shown twice                TestGoogleRules, markup's TestPlain
//	elements in another order or another case       TestXMLLintAccepts, with the ordered grammar
//	lost offers or prices, an empty source          history's TestPublicFailures, requireAccounted
//	a list that ends too soon                       TestFailedBuilds, TestEveryPageIsInTheFeed
//	memory that grows with the catalogue            TestMemoryDoesNotGrowWithTheCatalogue, TestMoreRowsThanASheetHolds
//	what another build left in the file             TestOneDocument
//	line breaks and commas in one importer's table  TestWooCommerceRules, TestPicturesAreSeparatedByCommas
//	an output that cannot be written                TestFolderThatCannotBeMade, TestPlaceThatIsTaken
//	encodings of tables, and of files of maps       TestByteOrderMark, selection's TestDecode
//	any product at all                              TestAnyProductInEveryTemplate

// eachTemplate runs a test with every built-in template of a feed. What the test has to know
// of one it asks the template (ask), so that a new one needs no word in a test.
func eachTemplate(t *testing.T, test func(*testing.T, templates.Info)) {
	t.Helper()
	for _, info := range feedTemplates(t) {
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			test(t, info)
		})
	}
}

// shownText is one text of a feed: of an element, an attribute or a cell.
type shownText struct {
	field string // the element's or attribute's name, or the column's heading
	text  string
}

// shownBy reads a template's feed with a reader that is not ours.
func shownBy(t *testing.T, name string, data []byte) (out []shownText) {
	t.Helper()
	a := ask(t, name)
	switch a.Format {
	case "xml", "yml":
		var root node
		require.NoError(t, xml.Unmarshal(data, &root))
		return shownIn(&root, nil)
	case "xlsx":
		book := openBook(t, data)
		for _, sheet := range book.GetSheetList() {
			out = append(out, shownCells(rowsIn(t, book, sheet))...)
		}
		return out
	}
	rows, err := a.reader(data).ReadAll()
	require.NoError(t, err)
	return shownCells(rows)
}

func shownIn(n *node, out []shownText) []shownText {
	out = append(out, shownText{n.XMLName.Local, n.Text})
	for _, a := range n.Attrs {
		out = append(out, shownText{a.Name.Local, a.Value})
	}
	for i := range n.Children {
		out = shownIn(&n.Children[i], out)
	}
	return out
}

func shownCells(rows [][]string) (out []shownText) {
	for _, row := range rows[1:] {
		for i, cell := range row {
			out = append(out, shownText{rows[0][i], cell})
		}
	}
	return out
}

// of are the texts of one field, where there is any text.
func of(all []shownText, field string) (out []string) {
	for _, s := range all {
		if s.field == field && s.text != "" {
			out = append(out, s.text)
		}
	}
	return out
}

// holding are the texts in which a piece of text stands.
func holding(all []shownText, piece string) (out []string) {
	for _, s := range all {
		if strings.Contains(s.text, piece) {
			out = append(out, s.text)
		}
	}
	return out
}

// plainFeed is a target's feed without old prices and tiers.
func plainFeed(t *testing.T, name string) Feed {
	f := targetFeed(t, name)
	f.Price.OldPrice, f.Price.Tiers = pricing.OldPrice{}, nil
	return f
}

// Goods without a brand, or without a category, were left out without a word, or the
// program's own warning of it was printed into the feed.
func TestFailureNoBrandNoCategory(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.Brand = "" }),
		uaProduct("x2", func(p *supplier.Product) { p.Category = supplier.Category{} }), uaProduct("x3", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		a := ask(t, info.Name)
		require.Equal(t, a.needs("brand"), slices.Equal(skipped(report, "X1"), []string{"value_missing"}))
		require.Equal(t, a.needs("category.", "target."), slices.Equal(skipped(report, "X2"), []string{"value_missing"}))
		require.EqualValues(t, 3, report.Offers+int64(len(report.Skipped)))
		for _, word := range []string{"category_missing", "no category", "nil", "%!"} {
			require.Empty(t, holding(shownBy(t, info.Name, data), word), word)
		}
	})
}
