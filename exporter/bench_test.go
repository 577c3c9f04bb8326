package exporter

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// madePages is a long list that takes no memory: one page over and over, with other ids.
type madePages struct {
	base    []supplier.Product
	pages   int64
	fetched atomic.Int64
}

func longList(products int) *madePages {
	base := catalogue(200)
	tidy(base) // the pages share its lists: nobody may find a reason to write to them
	return &madePages{base: base, pages: int64(products / 200)}
}

func (m *madePages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	page := m.fetched.Add(1) - 1
	if page >= m.pages {
		return nil, io.EOF
	}
	return &supplier.RawPage{Index: int(page)}, ctx.Err()
}

func (m *madePages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	into.Products = append(into.Products[:0], m.base...)
	ids := make([]byte, 0, 16*len(m.base))
	for i := range into.Products {
		start := len(ids)
		ids = strconv.AppendInt(append(ids, "id-"...), int64(raw.Index*len(m.base)+i), 10)
		into.Products[i].ID = encode.View(ids[start:])
	}
	return nil
}

func (m *madePages) Admit(*supplier.ProductPage) error { return nil }

func (m *madePages) Result() supplier.ListResult {
	return supplier.ListResult{Complete: true, Total: supplier.Some(m.pages * int64(len(m.base)))}
}

// BenchmarkBuild is the whole way from products in memory to a published file.
func BenchmarkBuild(b *testing.B) {
	const products = 20000
	for _, name := range []string{"csv", "xlsx", "yml"} {
		b.Run(name, func(b *testing.B) {
			feed := Feed{Name: name, Template: builtin(b, name), Out: filepath.Join(b.TempDir(), "feed"), Private: true}
			b.ReportAllocs()
			for b.Loop() {
				reports, err := Build(context.Background(), longList(products), []Feed{feed}, testOptions())
				require.NoError(b, err)
				b.SetBytes(reports[0].Bytes)
			}
			b.ReportMetric(float64(products)*float64(b.N)/b.Elapsed().Seconds(), "products/s")
		})
	}
}

// newTestPart opens a format on a file of the test's own.
func newTestPart(t testing.TB, name string) *part {
	opts := testOptions()
	f, err := openFeed(Feed{Name: name, Template: builtin(t, name), Out: filepath.Join(t.TempDir(), "feed"), Private: true}, &opts)
	require.NoError(t, err)
	t.Cleanup(f.abort)
	return f.newPart()
}

// pageOf is n offers of a private feed as a part takes them.
func pageOf(t testing.TB, n int) []*offer {
	products := catalogue(n)
	tidy(products)
	opts := testOptions()
	f, err := openFeed(Feed{Name: "page", Template: builtin(t, "csv"), Out: filepath.Join(t.TempDir(), "page"), Private: true}, &opts)
	require.NoError(t, err)
	t.Cleanup(f.abort)
	j := newJob(f)
	j.prepare(products, false, nil)
	require.NoError(t, j.choose(&arrivals{}, nil))
	require.Len(t, j.kept, n)
	return j.kept
}

// BenchmarkEncode sets each encoder beside the library that others would use.
func BenchmarkEncode(b *testing.B) {
	page := pageOf(b, 200)
	for _, name := range []string{"csv", "xlsx", "yml"} {
		b.Run(name, func(b *testing.B) {
			part := newTestPart(b, name)
			var n remark.Notes
			b.ReportAllocs()
			for b.Loop() {
				part.place(page)
				part.encode(page, &n)
			}
			b.ReportMetric(float64(len(page))*float64(b.N)/b.Elapsed().Seconds(), "products/s")
		})
		b.Run(name+"/library", func(b *testing.B) {
			shown := builtin(b, map[string]string{"csv": "csv", "xlsx": "xlsx", "yml": "csv"}[name])
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, libraries[name](shown, page))
			}
			b.ReportMetric(float64(len(page))*float64(b.N)/b.Elapsed().Seconds(), "products/s")
		})
	}
}

// BenchmarkRow sets a row of a book, of as many cells as a ledger's line, beside one of a feed's
// workbook: both are encoded and compressed.
func BenchmarkRow(b *testing.B) {
	page := pageOf(b, 200)
	var ofFeed float64 // nanoseconds
	perRow := func(b *testing.B) float64 {
		row := float64(b.Elapsed().Nanoseconds()) / float64(b.N*len(page))
		b.ReportMetric(row, "ns/row")
		return row
	}
	b.Run("feed", func(b *testing.B) {
		part := newTestPart(b, "xlsx")
		var n remark.Notes
		b.ReportAllocs()
		for b.Loop() {
			part.place(page)
			part.encode(page, &n)
		}
		ofFeed = perRow(b)
	})
	b.Run("book", func(b *testing.B) {
		file, err := book.Create(filepath.Join(b.TempDir(), "book.xlsx"), book.Properties{})
		require.NoError(b, err)
		defer file.Abort()
		sheet, err := file.Sheet(book.Layout{Name: "S", Columns: make([]book.Column, 23), Long: true})
		require.NoError(b, err)
		b.ReportAllocs()
		for b.Loop() {
			for _, o := range page {
				require.NoError(b, sheet.Append(ledgerLine(o.Product)...))
			}
		}
		if ofFeed > 0 {
			b.ReportMetric(perRow(b)/ofFeed, "feed-rows")
		}
	})
}

// ledgerLine has texts, amounts and moments as a line of the ledger has them.
func ledgerLine(p *supplier.Product) []book.Cell {
	sum, at, text := book.Amount(p.RRP), book.Moment(p.UpdatedAt), book.Text
	return []book.Cell{book.Whole(1), at, text(p.SKU), book.Day(p.UpdatedAt), text(p.Brand), text("00000000"), text("hold"), text("hold_placed"),
		text(p.ID), text(p.ID), text("20450000000017"), sum, {}, sum, sum, text(p.Currency), sum, sum, sum, {}, text(p.Name), text(p.ID), text(p.ID)}
}

var libraries = map[string]func(*template.Template, []*offer) error{
	"csv":  libraryCSV,
	"xlsx": libraryXLSX,
	"yml":  libraryYML,
}

func cellsOf(records *template.Records, shown *template.Template, o *offer) (row []string) {
	s := template.Scope{Facts: &template.Facts{}}
	s.Move(&o.Offer)
	table := &shown.Tables()[0]
	for _, cell := range records.Row(table, &table.Rows()[0], &s).Cells {
		row = append(row, strings.Clone(cell.Text))
	}
	return row
}

func libraryCSV(shown *template.Template, page []*offer) error {
	var out bytes.Buffer
	var records template.Records
	w := csv.NewWriter(&out)
	for _, p := range page {
		if err := w.Write(cellsOf(&records, shown, p)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func libraryXLSX(shown *template.Template, page []*offer) error {
	f := excelize.NewFile()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	var records template.Records
	for i, p := range page {
		var row []any
		for _, cell := range cellsOf(&records, shown, p) {
			row = append(row, cell)
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+2), row); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Write(io.Discard)
}

// plainOffer is an offer as encoding/xml would write it.
type plainOffer struct {
	XMLName     xml.Name `xml:"offer"`
	ID          string   `xml:"id,attr"`
	Available   string   `xml:"available,attr"`
	URL         string   `xml:"url"`
	Price       string   `xml:"price"`
	CurrencyID  string   `xml:"currencyId"`
	CategoryID  string   `xml:"categoryId"`
	Pictures    []string `xml:"picture"`
	Name        string   `xml:"name"`
	NameUA      string   `xml:"name_ua"`
	Vendor      string   `xml:"vendor"`
	VendorCode  string   `xml:"vendorCode"`
	Description struct {
		Text string `xml:",cdata"`
	} `xml:"description"`
	Params []plainParam `xml:"param"`
}

type plainParam struct {
	Name string `xml:"name,attr"`
	Text string `xml:",chardata"`
}

func libraryYML(_ *template.Template, page []*offer) error {
	e := xml.NewEncoder(io.Discard)
	for _, offer := range page {
		p := offer.Product
		o := plainOffer{ID: p.ID, Available: "true", URL: p.URL, Price: p.RRP.String(), CurrencyID: p.Currency, CategoryID: p.Category.ID,
			Pictures: p.Images, Name: p.Name, NameUA: p.Names.UK, Vendor: p.Brand, VendorCode: p.SKU}
		o.Description.Text = p.Description
		for _, a := range p.Attributes {
			o.Params = append(o.Params, plainParam{a.Name, a.Value})
		}
		if err := e.Encode(o); err != nil {
			return err
		}
	}
	return e.Close()
}
