package exporter_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// onePage is a product list of one page.
type onePage struct {
	products []supplier.Product
	read     bool
}

func (l *onePage) Fetch(context.Context) (*supplier.RawPage, error) {
	if l.read {
		return nil, io.EOF
	}
	l.read = true
	return &supplier.RawPage{}, nil
}

func (l *onePage) Decode(_ *supplier.RawPage, into *supplier.ProductPage) error {
	into.Products = append(into.Products[:0], l.products...)
	return nil
}

func (l *onePage) Admit(*supplier.ProductPage) error { return nil }

func (l *onePage) Result() supplier.ListResult { return supplier.ListResult{Complete: true} }

// A feed of two products, one of which cannot be sold.
func ExampleBuild() {
	priceList, err := template.Compile("price-list.yaml", []byte(`
name: price-list
kind: feed
format: csv
csv: {newline: lf}
needs: [{value: price}]
columns:
  - {heading: Артикул, value: sku}
  - {heading: Назва, value: name}
  - {heading: Ціна, value: price}
`))
	if err != nil {
		panic(err)
	}
	folder, err := os.MkdirTemp("", "feeds")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	list := &onePage{products: []supplier.Product{
		{ID: "1", SKU: "KB-01", Name: "Чайник", Currency: "UAH", RRP: money.Must("799"), Availability: supplier.InStock},
		{ID: "2", SKU: "KB-02", Name: "Чашка", Currency: "UAH", Availability: supplier.InStock},
	}}
	feed := exporter.Feed{Name: "shop", Template: priceList, Out: filepath.Join(folder, "shop.csv")}
	reports, err := exporter.Build(context.Background(), list, []exporter.Feed{feed}, exporter.Options{Workers: 1, Now: time.Now})
	if err != nil {
		panic(err)
	}
	data, err := os.ReadFile(feed.Out)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", data)
	for _, skipped := range reports[0].Skipped {
		fmt.Println("left out:", skipped.SKU, skipped.Code)
	}
	// Output:
	// Артикул,Назва,Ціна
	// KB-01,Чайник,799.00
	// left out: KB-02 price_missing
}
