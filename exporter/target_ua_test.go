package exporter

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// uaProduct is a product that every Ukrainian marketplace takes, as change makes it.
func uaProduct(id string, change func(*supplier.Product)) supplier.Product {
	p := hardCases()[0]
	p.ID, p.SKU, p.GroupID = id, strings.ToUpper(id), ""
	p.Name = "Товар " + id
	p.Names = supplier.Texts{UK: p.Name, RU: "Товар-ру " + id}
	p.Description = "<p>Опис " + id + "</p>"
	p.Descriptions = supplier.Texts{UK: p.Description, RU: "<p>Описание " + id + "</p>"}
	p.Images = []string{"https://img.example/" + id + ".jpg"}
	if change != nil {
		change(&p)
	}
	return p
}

// xmlTarget builds a feed, has xmllint read it, and gives its document and its offers in
// their order.
func xmlTarget(t *testing.T, f Feed, products []supplier.Product, dtd string, path ...string) (root node, offers []*node, report Report) {
	t.Helper()
	data, report := export(t, products, f)
	file := filepath.Join(t.TempDir(), "feed.xml")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	args := []string{"--noout", "--nonet", file}
	if dtd != "" {
		args = append([]string{"--dtdvalid", filepath.Join("testdata", dtd)}, args...)
	}
	out, err := exec.CommandContext(t.Context(), office.Program(t, "xmllint"), args...).CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, xml.Unmarshal(data, &root))
	at := &root
	for _, name := range path[:len(path)-1] {
		require.Len(t, at.all(name), 1, name)
		at = at.all(name)[0]
	}
	offers = at.all(path[len(path)-1])
	require.EqualValues(t, report.Offers, len(offers))
	require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected)
	return root, offers, report
}

func (n *node) texts(name string) (out []string) {
	for _, child := range n.all(name) {
		out = append(out, child.Text)
	}
	return out
}

func (n *node) has(attr string) bool {
	for _, a := range n.Attrs {
		if a.Name.Local == attr {
			return true
		}
	}
	return false
}

func byID(t *testing.T, offers []*node) map[string]*node {
	t.Helper()
	out := map[string]*node{}
	for _, o := range offers {
		id := o.attr("id")
		if id == "" {
			id = o.text("id")
		}
		require.NotContains(t, out, id)
		out[id] = o
	}
	return out
}

// TestUkrainianFeedsHoldTogether: categories are declared once, parents first, and each
// offer stands in one of them; prices are in hryvnias; nothing shows what the shop pays.
func TestUkrainianFeedsHoldTogether(t *testing.T) {
	for _, c := range []struct {
		name, dtd string
		path      []string
	}{
		{"prom", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"rozetka", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"maudau", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"yml-classic", "yml-simple-ordered.dtd", []string{"shop", "offers", "offer"}},
		{"hotline", "", []string{"items", "item"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			products := targetCases()
			for i := range products {
				products[i].DropPrice = money.Must("1.2345")
			}
			root, offers, report := xmlTarget(t, targetFeed(t, c.name), products, c.dtd, c.path...)
			require.NotEmpty(t, offers)
			at := &root
			if shops := root.all("shop"); len(shops) > 0 {
				at = shops[0]
				require.Equal(t, "UAH", at.all("currencies")[0].all("currency")[0].attr("id"))
			}
			declared := map[string]bool{"": true}
			for _, category := range at.all("categories")[0].all("category") {
				id, parent, name := category.attr("id"), category.attr("parentId"), category.Text
				if c.name == "hotline" {
					id, parent, name = category.text("id"), category.text("parentId"), category.text("name")
				}
				require.NotEmpty(t, strings.TrimSpace(name))
				require.NotEqual(t, "0", id)
				require.False(t, declared[id], id)
				require.True(t, declared[parent], "%s stands before its parent %s", id, parent)
				declared[id] = true
			}
			for _, o := range offers {
				require.True(t, declared[o.text("categoryId")] && o.text("categoryId") != "")
				require.Contains(t, []string{"", "UAH"}, o.text("currencyId"))
				require.NotContains(t, strings.Join(o.texts("price"), " "), "1.23")
			}
			requireAccounted(t, report)
		})
	}
}
