package template_test

import (
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// A mistake is named with its place, and with what was perhaps meant.
func ExampleCompile() {
	_, err := template.Compile("shop.yaml", []byte(`
name: shop
kind: feed
format: csv
columns:
  - {heading: code, value: barcod}
`))
	fmt.Println(err)
	if located, ok := errors.AsType[*strictyaml.Error](err); ok {
		fmt.Println(located.Hint())
	}
	// Output:
	// shop.yaml:6:28: unknown path "barcod"
	// did you mean "barcode"?
}

// The cells of a row, as a format takes them.
func ExampleRecords() {
	t, err := template.Compile("shop.yaml", []byte(`
name: shop
kind: feed
format: xlsx
columns:
  - {heading: Назва, value: name, text: line}
  - {heading: Залишок, value: quantity}
  - {heading: Наявність, value: 'available ? "так" : "ні"'}
`))
	if err != nil {
		panic(err)
	}
	var offer template.Offer
	offer.Begin(&supplier.Product{Name: "<b>Чайник</b>\n1,7 л"}, nil)
	offer.Available, offer.Quantity = true, supplier.Some[int64](17)
	scope := template.Scope{Facts: &template.Facts{Name: "shop"}}
	scope.Move(&offer)

	var records template.Records
	table := &t.Tables()[0]
	for _, cell := range records.Row(table, &table.Rows()[0], &scope).Cells {
		fmt.Printf("%q, a number: %v\n", cell.Text, cell.Number)
	}
	// Output:
	// "Чайник 1,7 л", a number: false
	// "17", a number: true
	// "так", a number: false
}
