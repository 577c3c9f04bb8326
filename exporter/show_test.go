package exporter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/link"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// show shows products of a feed, and requires that nothing is left where the feed would be.
func show(t *testing.T, products []supplier.Product, f Feed, skus ...string) ([]Shown, []string) {
	dir := t.TempDir()
	f.Out = filepath.Join(dir, "feed")
	shown, missing, err := Show(t.Context(), listOf(products, 3), f, skus, testOptions())
	require.NoError(t, err)
	require.Empty(t, filesIn(t, dir))
	return shown, missing
}

func field(t *testing.T, s Shown, place string) template.Explained {
	for _, f := range s.Fields {
		if f.Place == place {
			return f
		}
	}
	require.Fail(t, "no such place", "%s in %v", place, s.Fields)
	return template.Explained{}
}

func TestShow(t *testing.T) {
	products := targetCases()
	f := targetFeed(t, "google")
	f.Links = link.Rule{Page: phrase(t, "https://my.example/{sku}")}
	f.Values = valuesOf(t, "  brand: {default: Своя}")
	shown, missing := show(t, products, f, "LONG1", "nobrand1", "NOPE", "GONE")
	require.Equal(t, []string{"NOPE", "GONE"}, missing)
	require.Equal(t, []string{"LONG1", "NOBRAND1"}, []string{shown[0].SKU, shown[1].SKU}, "in the order of the list, by SKU or id")
	title := field(t, shown[0], "g:title")
	require.Equal(t, []remark.Code{remark.TextCut}, title.Done)
	require.Equal(t, "names.uk", title.From)
	require.Equal(t, "url, link https://my.example/{sku}", field(t, shown[0], "g:link").From)
	require.Equal(t, "https://my.example/LONG1", field(t, shown[0], "g:link").Value)
	require.Equal(t, template.Explained{Place: "g:condition", Value: "new", Done: []remark.Code{}, Notes: []wording.Text{}}, field(t, shown[0], "g:condition"))
	require.Equal(t, "images", field(t, shown[0], "g:image_link").From[:6])
	require.Len(t, shown[1].Changes, 1)
	require.Equal(t, "Своя", shown[1].Changes[0].After)
	require.Nil(t, shown[0].Refused)
}

// TestShowSaysWhyNot: what is left out, or not wanted, says so.
func TestShowSaysWhyNot(t *testing.T) {
	products := catalogue(30)
	products[3].RRP = products[3].DropPrice.Negated()
	shown, _ := show(t, products, Feed{Name: "shop", Template: builtin(t, "prom"), Selector: wanted(t, "SKU-000001", "SKU-000003")}, "SKU-000001", "SKU-000003", "SKU-000004")
	require.Nil(t, shown[0].Refused)
	require.Equal(t, remark.PriceZero, shown[1].Refused.Code)
	require.Equal(t, remark.NewSkip("SKU-000004", "not_selected", notSelectedMessage()), *shown[2].Refused)
	require.Empty(t, shown[2].Fields)
}

// TestShowTheFirst: without a name the first ten that are in the feed.
func TestShowTheFirst(t *testing.T) {
	shown, missing := show(t, catalogue(200), Feed{Name: "shop", Template: builtin(t, "csv")})
	require.Len(t, shown, 10)
	require.Empty(t, missing)
	require.Equal(t, "sku", field(t, shown[9], "sku").From)
}

// TestShowKnowsIDs: derived ids are those of the feed's memory, and stay as they are there.
func TestShowKnowsIDs(t *testing.T) {
	f := targetFeed(t, "rozetka")
	f.Out = filepath.Join(t.TempDir(), "r.xml")
	memory := filepath.Join(filepath.Dir(f.Out), ".r.xml.ids")
	require.NoError(t, os.WriteFile(memory, []byte("a-1,oldname\n"), 0o644))
	shown, _, err := Show(t.Context(), listOf([]supplier.Product{uaProduct("a-1", nil)}, 1), f, []string{"A-1"}, testOptions())
	require.NoError(t, err)
	require.Equal(t, "oldname", field(t, shown[0], "offer@id").Value)
	require.Equal(t, []string{".r.xml.ids"}, filesIn(t, filepath.Dir(f.Out)))
}
