package exporter

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestGroupsWhoseMembersAreRefused are whole without them: the product's own row is there,
// and its further pictures.
func TestGroupsWhoseMembersAreRefused(t *testing.T) {
	products := variantsOf("g", []string{"синій"}, []string{"чорний"}, []string{"білий"})
	single := worldProduct("single", func(p *supplier.Product) { p.SKU = products[0].SKU })
	list, report := tableOf(t, "woocommerce", append([]supplier.Product{single}, products...))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "G0"))
	var kinds []string
	for _, row := range list {
		kinds = append(kinds, row["Type"]+" "+row["SKU"])
	}
	require.Equal(t, []string{"simple G0", "variable group-g", "variation G1", "variation G2"}, kinds)

	twin := variantsOf("g", []string{"синій"}, []string{"чорний"}, []string{"чорний"})
	list, report = tableOf(t, "shopify", twin)
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "G2"))
	var rows []string
	for _, row := range list {
		rows = append(rows, strings.Join([]string{row["Handle"], row["Title"], row["Option1 Value"], row["Image Position"]}, "|"))
	}
	require.Equal(t, []string{"g-g|Товар g0|синій|1", "g-g||чорний|", "g-g|||2", "g-g|||3"}, rows)
}

// TestItemsAreOfTheListAtHand: an expression inside a list sees nothing of another list,
// of an earlier offer, or of a list inside the row that it stands in.
func TestItemsAreOfTheListAtHand(t *testing.T) {
	own, err := template.Compile("t.yaml", []byte(`name: x
kind: feed
format: csv
group: true
rows:
  - {row: picture, of: any, each: images}
columns:
  - {heading: option, value: 'options[0].value'}
  - {heading: attribute, value: 'attributes[0].value'}
  - {heading: other, value: 'images[1]'}
  - {heading: picture, value: .}
  - {heading: position, value: position}
  - {heading: item, value: 'item.url + item.value + item.name'}
  - repeat: attributes
    times: 1
    columns: [{heading: "a{n}", value: 'item.value + item.url'}]
  - {heading: all, each: attributes, value: 'item.name + item.url', join: ' '}
  - {heading: last, value: 'item.url + item.value'}
`))
	require.NoError(t, err)
	products := variantsOf("g", []string{"синій"}, []string{"чорний"})
	products[1].Images = []string{"1", "2"}
	products = append(products, worldProduct("alone", func(p *supplier.Product) { p.GroupID = "h"; p.Images = []string{"3"} }))
	data, _ := export(t, products, Feed{Name: "x", Template: own})
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"синій", "сталь", "", "https://img.example/g0.jpg", "1", "https://img.example/g0.jpg", "сталь", "Матеріал Колір", "https://img.example/g0.jpg"},
		{"чорний", "сталь", "2", "1", "1", "1", "сталь", "Матеріал Колір", "1"},
		{"чорний", "сталь", "2", "2", "2", "2", "сталь", "Матеріал Колір", "2"},
		{"", "сталь", "", "3", "1", "3", "сталь", "Матеріал", "3"},
	}, rows[1:])
}

// TestJoinedAddressesThatAreNone are left out and counted, also where the template sets no
// limit for its lists.
func TestJoinedAddressesThatAreNone(t *testing.T) {
	own, err := template.Compile("own.yaml", []byte(head+"columns: [{heading: a, each: images, join: ' '}]\n"))
	require.NoError(t, err)
	products := catalogue(1)
	products[0].Images = []string{"не адреса", "https://img.example/good.jpg", "ftp://img.example/f.jpg"}
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nhttps://img.example/good.jpg\r\n", string(data))
	require.EqualValues(t, 2, report.Repaired[remark.PicturesLeftOut])
}
