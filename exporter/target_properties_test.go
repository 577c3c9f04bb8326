package exporter

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// record is what a feed says of one product: the texts of its fields by their names.
type record struct {
	first  string // of a table the first cell, by which targets know a row
	fields map[string]string
}

// feedRead is a feed as readers that are not ours find it.
type feedRead struct {
	root   *node        // of a document
	tables [][][]string // the sheets of a workbook, or the one of a text table
}

func readFeed(t *testing.T, a *asked, data []byte) (read feedRead) {
	t.Helper()
	switch a.Format {
	case "xml", "yml":
		read.root = &node{}
		require.NoError(t, xml.Unmarshal(data, read.root))
	case "xlsx":
		for _, sheet := range openBook(t, data).GetSheetList() {
			read.tables = append(read.tables, rowsOf(t, data, sheet))
		}
	default:
		rows, err := a.reader(data).ReadAll()
		require.NoError(t, err)
		read.tables = [][][]string{rows}
	}
	return read
}

// records are what the feed says of a product that shows one of these texts: of a table the
// rows with such a cell, of a document the innermost element of several parts.
func (read feedRead) records(texts ...string) (out []record) {
	is := func(text string) bool { return slices.Contains(texts, strings.TrimSpace(text)) }
	if read.root != nil {
		for _, n := range innermost(read.root, is) {
			r := record{fields: map[string]string{}}
			for _, shown := range shownIn(n, nil) {
				r.fields[shown.field] += shown.text + "\n"
			}
			out = append(out, r)
		}
	}
	for _, rows := range read.tables {
		for _, row := range rows[1:] {
			if !slices.ContainsFunc(row, is) {
				continue
			}
			r := record{first: row[0], fields: map[string]string{}}
			for i, cell := range row {
				r.fields[rows[0][i]] += cell
			}
			out = append(out, r)
		}
	}
	return out
}

// innermost are the elements that show a text and have at least three children, without
// those around them.
func innermost(n *node, is func(string) bool) (out []*node) {
	for i := range n.Children {
		out = append(out, innermost(&n.Children[i], is)...)
	}
	if len(out) == 0 && len(n.Children) > 2 && slices.ContainsFunc(shownIn(n, nil), func(s shownText) bool { return is(s.text) }) {
		return []*node{n}
	}
	return out
}

// TestFiltersLeaveOffersAsTheyAre: what a filter leaves of a group says the same of itself as
// in the feed of everything: its kind, its options, its parent and all else. Where one row
// stands for the whole group the target goes on knowing it by the same number.
func TestFiltersLeaveOffersAsTheyAre(t *testing.T) {
	racing.Skip(t)
	products := variantsOf("g", []string{"синій", "S"}, []string{"синій", "M"}, []string{"чорний", "M"})
	products[0].Availability, products[0].Quantity = supplier.OutOfStock, supplier.Some[int64](0)
	products[2].Brand = "Інша"
	products = append(products, worldProduct("alone", nil), worldProduct("lone", func(p *supplier.Product) { p.GroupID = "h" }))
	filters := []struct {
		filter selection.Filter
		left   []int
	}{
		{selection.Filter{InStock: true}, []int{1, 2, 3, 4}},
		{selection.Filter{Brands: selection.Names{"Інша"}}, []int{2}},
		{selection.Filter{SKUs: "skus.txt"}, []int{1}},
	}
	of := func(read feedRead, p *supplier.Product) []record { return read.records(p.ID, p.SKU) }
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		f := targetFeed(t, info.Name)
		a := ask(t, info.Name)
		data, _ := export(t, products, f)
		whole := readFeed(t, a, data)
		require.NotEmpty(t, of(whole, &products[3]))
		for _, c := range filters {
			selector, err := c.filter.Compile(func(string) ([]byte, error) { return []byte("G1\n"), nil })
			require.NoError(t, err)
			f.Selector, f.Out = selector, filepath.Join(t.TempDir(), "feed")
			data, report := export(t, products, f)
			require.EqualValues(t, len(c.left), report.Offers)
			part := readFeed(t, a, data)
			for _, i := range c.left {
				requireSameOffer(t, of(whole, &products[i]), of(part, &products[i]), of(whole, &products[0]))
			}
			requireSameParent(t, whole.records("group-g"), part.records("group-g"))
		}
	})
}

// requireSameOffer compares what two feeds say of an offer. A row that leaves to the first
// one of its group what all share says it where it has become the first.
func requireSameOffer(t *testing.T, want, got, first []record) {
	t.Helper()
	if len(want) == 0 && len(got) > 0 { // the row of the first one stands for the whole group
		require.Equal(t, first[0].first, got[0].first)
		return
	}
	require.Len(t, got, len(want))
	for i := range want {
		for field, text := range want[i].fields {
			if text == "" && len(first) > i {
				require.Contains(t, []string{"", first[i].fields[field]}, got[i].fields[field], field)
				continue
			}
			require.Equal(t, text, got[i].fields[field], field)
		}
	}
}

// requireSameParent: every row of the group in the feed of a part says of its name, its kind
// and its options what one in the whole does. What lists the variants themselves is not asked.
func requireSameParent(t *testing.T, want, got []record) {
	t.Helper()
	require.Equal(t, len(want) > 0, len(got) > 0)
	for _, r := range got {
		require.True(t, slices.ContainsFunc(want, func(w record) bool {
			for field, text := range r.fields {
				if w.fields[field] != text && !strings.HasSuffix(field, "variations") {
					return false
				}
			}
			return true
		}), "%v", r.fields)
	}
}

// TestOfferIDsStay: each id has the form that the template says, and whoever shuffles the list
// and publishes again finds every offer as it was, also where several ids had to be derived
// from such as differ only in what the target does not take.
func TestOfferIDsStay(t *testing.T) {
	racing.Skip(t)
	ids := []string{"a-1", "a_1", "a1", "а-1", "товар №1", "100001-1", "1000011", "A1", strings.Repeat("long-", 40), strings.Repeat("long_", 40), "10.5", "0042"}
	var products []supplier.Product
	for i, id := range ids {
		products = append(products, worldProduct(id, func(p *supplier.Product) {
			p.SKU, p.Images = fmt.Sprint("SKU", i), []string{fmt.Sprintf("https://img.example/%d.jpg", i)}
		}))
	}
	shuffled := slices.Clone(products)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		f := targetFeed(t, info.Name)
		f.Out = filepath.Join(t.TempDir(), "feed")
		a := ask(t, info.Name)
		data, report := export(t, products, f)
		before := readFeed(t, a, data)
		require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped)))
		data, again := export(t, shuffled, f)
		after := readFeed(t, a, data)
		require.Equal(t, report.Offers, again.Offers)
		taken := map[string]string{}
		for i := range products {
			sku, picture := products[i].SKU, products[i].Images[0]
			want := before.records(sku, picture)
			require.Equal(t, want, after.records(sku, picture), sku)
			require.True(t, len(want) > 0 || len(skipped(report, sku)) > 0, sku)
			for _, field := range a.showing("offer_id") {
				id := strings.TrimSpace(want[0].fields[field])
				require.NotEmpty(t, id)
				if rule := a.IDs(); rule != nil {
					require.True(t, rule.Max == 0 || utf8.RuneCountInString(id) <= rule.Max, id)
					require.True(t, rule.Drop == nil || !rule.Drop.MatchString(id), id)
				}
				require.Contains(t, []string{"", sku}, taken[field+id], "two offers have the id %s", id)
				taken[field+id] = sku
			}
		}
	})
}
