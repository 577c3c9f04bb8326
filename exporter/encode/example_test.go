package encode_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/dropbridge/dropbridge/exporter/encode"
)

// Two rows as CSV.
func ExampleNamed() {
	format, _ := encode.Named("csv")
	var file bytes.Buffer
	writer, err := format.Open(encode.Output{Plain: &file}, encode.Options{
		Tables: []encode.Table{{Columns: []encode.Column{{Heading: "sku"}, {Heading: "name"}, {Heading: "price"}}}},
		CSV:    encode.CSVStyle{Delimiter: ',', Newline: "\n"},
	})
	if err != nil {
		panic(err)
	}
	page := writer.NewPage()
	page.Place([]int{2})
	page.Add(&encode.Record{Cells: []encode.Cell{{Text: "KB-01"}, {Text: `Чайник "Стежка", 1,7 л`}, {Text: "799.00", Number: true}}})
	page.Add(&encode.Record{Cells: []encode.Cell{{Text: "KB-02"}, {Text: "Чашка"}, {}}})
	page.Seal()
	if err := page.Write(); err != nil {
		panic(err)
	}
	if err := writer.Close(); err != nil {
		panic(err)
	}
	fmt.Print(file.String())
	// Output:
	// sku,name,price
	// KB-01,"Чайник ""Стежка"", 1,7 л",799.00
	// KB-02,Чашка,
}

// An offer as XML: what is empty is left out, and what XML cannot hold is told.
func ExamplePage_Add() {
	format, _ := encode.Named("xml")
	var file bytes.Buffer
	spool, err := os.CreateTemp("", "offers")
	if err != nil {
		panic(err)
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	writer, err := format.Open(encode.Output{Plain: &file, Spool: func() (encode.File, error) { return spool, nil }}, encode.Options{
		Document: func() []encode.Element { return []encode.Element{{Tag: encode.NewTag("offers"), Holds: encode.Offers}} },
	})
	if err != nil {
		panic(err)
	}
	page := writer.NewPage()
	page.Place(nil)
	lost := page.Add(&encode.Record{Elements: []encode.Element{
		{Tag: encode.NewTag("offer"), Holds: encode.Lines, Attributes: []encode.Attribute{{Name: "id", Text: "1"}}},
		{Level: 1, Tag: encode.NewTag("name"), Holds: encode.Words, Text: "Чайник & \x07чашка"},
		{Level: 1, Tag: encode.NewTag("vendor"), Holds: encode.Words},
		{Level: 1, Tag: encode.NewTag("picture"), Holds: encode.Address, Text: "https://shop.example/a b.jpg"},
	}})
	page.Seal()
	if err := page.Write(); err != nil {
		panic(err)
	}
	if err := writer.Close(); err != nil {
		panic(err)
	}
	fmt.Print(file.String())
	fmt.Println("left out:", lost.Cleaned.Message())
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <offers>
	// <offer id="1">
	// <name>Чайник &amp; чашка</name>
	// <picture>https://shop.example/a%20b.jpg</picture>
	// </offer>
	// </offers>
	// left out: control characters and others that XML forbids
}
