package exporter

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// answeredPages is a list as a service answers it, decoded as the program does; its answers
// take no request.
type answeredPages struct {
	supplier.ProductPages
	bodies  []string
	fetched atomic.Int64
}

// answered is a list of products, 200 a page, in the names of the contract.
func answered(t testing.TB, products int) *answeredPages {
	t.Helper()
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	program, err := mapping.Compile(file, data)
	require.NoError(t, err)
	c, err := client.New(client.Options{BaseURL: "http://127.0.0.1:1", Token: supplier.NewSecret("token"), Mapping: program})
	require.NoError(t, err)
	pages := &answeredPages{ProductPages: c.ProductPages(supplier.ProductQuery{})}
	const perPage = 200
	for first := 0; first < products; first += perPage {
		var body strings.Builder
		for i := first; i < first+perPage; i++ {
			fmt.Fprintf(&body, `,{"id":"%d","sku":"BN-%d","name":"Чайник електричний 1,7 л","description":"<p>Матеріал не боїться вологи та легко миється.</p>\n<ul><li>Підходить для щоденного користування.</li></ul>",`+
				`"brand":"Karpaty & Co","barcode":"48200%08d","category":{"id":"7","name":"Кухня","path":["Каталог","Кухня"]},"currency":"UAH","drop_price":"%d.50","rrp":"%d.00",`+
				`"wholesale_tiers":[{"min_quantity":10,"price":"9.50"},{"min_quantity":20,"price":"9.00"}],"min_order_quantity":1,"availability":"in_stock","quantity":%d,`+
				`"images":["https://img.example/%d/1.jpg?w=1200&v=2","https://img.example/%d/2.jpg"],"attributes":[{"name":"Колір","value":"білий","unit":null}],`+
				`"weight_g":1200,"url":"https://shop.example/p/%d?utm=feed","updated_at":"2026-09-07T11:22:30Z"}`, i, i, i, 10+i%900, 20+i%900, 1+i%50, i, i, i)
		}
		pages.bodies = append(pages.bodies, `{"data":[`+body.String()[1:]+`],"meta":{"page":1,"per_page":200,"total":200,"total_pages":1}}`)
	}
	return pages
}

func (p *answeredPages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	page := int(p.fetched.Add(1)) - 1
	if page >= len(p.bodies) {
		return nil, io.EOF
	}
	return supplier.NewRawPage(page, p.bodies[page]), ctx.Err()
}

func (p *answeredPages) Admit(*supplier.ProductPage) error { return nil }

func (p *answeredPages) Result() supplier.ListResult {
	return supplier.ListResult{Complete: true, Total: supplier.Some(int64(200 * len(p.bodies)))}
}

func privateFeed(t testing.TB, name string) Feed {
	return Feed{Name: name, Template: builtin(t, name), Out: filepath.Join(t.TempDir(), "feed"), Private: true}
}

// BenchmarkSeveralFeeds sets one pass for three feeds beside what it should cost: each of them
// alone, with the decoding counted once.
func BenchmarkSeveralFeeds(b *testing.B) {
	const products = 20000
	pages := answered(b, products)
	names := []string{"csv", "xlsx", "yml"}
	opts := testOptions()
	opts.Workers = 1 // elapsed is what is spent
	var parts, decoding time.Duration
	quickest := func(b *testing.B, do func()) time.Duration {
		best := time.Hour
		for b.Loop() {
			begin := time.Now()
			do()
			best = min(best, time.Since(begin))
		}
		return best
	}
	b.Run("decoding", func(b *testing.B) {
		var page supplier.ProductPage
		decoding = quickest(b, func() {
			for i, body := range pages.bodies {
				require.NoError(b, pages.Decode(supplier.NewRawPage(i, body), &page))
			}
		})
	})
	build := func(b *testing.B, feeds ...Feed) time.Duration {
		return quickest(b, func() {
			pages.fetched.Store(0)
			_, err := Build(context.Background(), pages, feeds, opts)
			require.NoError(b, err)
		})
	}
	var all []Feed
	for _, name := range names {
		all = append(all, privateFeed(b, name))
		b.Run(name, func(b *testing.B) { parts += build(b, privateFeed(b, name)) - decoding })
	}
	b.Run("together", func(b *testing.B) {
		if took := build(b, all...); decoding > 0 && parts > 0 {
			b.ReportMetric(float64(took)/float64(decoding+parts), "of-its-parts")
		}
	})
}

// TestAProductLeavesNoGarbage: what a build allocates does not grow with the list, from the
// answers of the service to the published file.
func TestAProductLeavesNoGarbage(t *testing.T) {
	racing.Skip(t)
	opts := testOptions()
	opts.Workers = 1
	for name, perProduct := range map[string]float64{"csv": 0.1, "yml": 0.1, "xlsx": 0.1} {
		allocated := func(products int) float64 {
			pages, feed := answered(t, products), privateFeed(t, name)
			return testing.AllocsPerRun(1, func() {
				pages.fetched.Store(0)
				_, err := Build(context.Background(), pages, []Feed{feed}, opts)
				require.NoError(t, err)
			})
		}
		grown := (allocated(4000) - allocated(2000)) / 2000
		t.Logf("%s: %.3f allocations a product", name, grown)
		require.LessOrEqual(t, grown, perProduct, name)
	}
}

// BenchmarkMemory is the live heap of a build of 100,000 products and of 500,000.
func BenchmarkMemory(b *testing.B) {
	for _, name := range []string{"csv", "xlsx", "yml"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				small, large := liveHeap(b, name, 100_000), liveHeap(b, name, 500_000)
				b.ReportMetric(float64(small)/(1<<20), "MB-at-100k")
				b.ReportMetric(float64(large)/(1<<20), "MB-at-500k")
			}
		})
	}
}

// handCSV and handYML are templates for which row and offer of hand are what one would write
// by hand.
const (
	handCSV = `name: hand
kind: feed
format: csv
columns:
  - {heading: id, value: id}
  - {heading: sku, value: sku}
  - {heading: name, value: name}
  - {heading: description, value: description}
  - {heading: brand, value: brand}
  - {heading: barcode, value: barcode}
  - {heading: currency, value: currency}
  - {heading: price, value: price}
  - {heading: rrp, value: rrp}
  - {heading: quantity, value: stated_quantity}
  - {heading: image_1, value: 'images[0]'}
  - {heading: image_2, value: 'images[1]'}
  - {heading: url, value: url}
`
	handYML = `name: hand
kind: feed
format: yml
currencies:
  - {id: UAH, rate: '1'}
offer:
  attributes:
    - {name: id, value: id}
    - {name: available, value: available}
  elements:
    - {element: url, value: url}
    - {element: price, value: price}
    - {element: currencyId, value: currency}
    - {element: picture, each: images}
    - {element: name, value: name}
    - {element: vendor, value: brand}
    - {element: vendorCode, value: sku}
    - {element: description, value: description, cdata: true}
    - element: param
      each: attributes
      value: value
      attributes:
        - {name: name, value: name, required: true}
        - {name: unit, value: unit}
`
)

// handTags are those of hand's elements.
var handTags = func() map[string]*encode.Tag {
	tags := map[string]*encode.Tag{}
	for _, name := range []string{"offer", "url", "price", "currencyId", "picture", "name", "vendor", "vendorCode", "description", "param"} {
		tags[name] = encode.NewTag(name)
	}
	return tags
}()

// hand makes records without a template.
type hand struct {
	record     encode.Record
	attributes []encode.Attribute
	scratch    []byte
}

func (h *hand) cell(text string) {
	h.record.Cells = append(h.record.Cells, encode.Cell{Text: text, Proved: true})
}

func (h *hand) number(text string) {
	h.record.Cells = append(h.record.Cells, encode.Cell{Text: text, Number: true, Proved: true})
}

func (h *hand) amount(m money.Amount) string {
	from := len(h.scratch)
	h.scratch, _ = m.AppendText(h.scratch)
	return encode.View(h.scratch[from:])
}

func (h *hand) row(o *offer) *encode.Record {
	p := o.Product
	h.record.Cells, h.scratch = h.record.Cells[:0], h.scratch[:0]
	for _, text := range [...]string{p.ID, p.SKU, p.Name, p.Description, p.Brand, p.Barcode, o.Prices.Currency} {
		h.cell(text)
	}
	h.number(h.amount(o.Prices.Price))
	h.number(h.amount(p.RRP))
	from := len(h.scratch)
	h.scratch = strconv.AppendInt(h.scratch, o.Stated.Value, 10)
	h.number(encode.View(h.scratch[from:]))
	h.cell(o.Images[0])
	h.cell(o.Images[1])
	h.cell(o.Page)
	return &h.record
}

func (h *hand) element(e encode.Element) {
	e.Level, e.Proved = 1, true
	h.record.Elements = append(h.record.Elements, e)
}

func (h *hand) both(one, other encode.Attribute) []encode.Attribute {
	h.attributes = append(h.attributes, one, other)
	return h.attributes[len(h.attributes)-2:]
}

func (h *hand) offer(o *offer) *encode.Record {
	p := o.Product
	h.record.Elements, h.attributes, h.scratch = h.record.Elements[:0], h.attributes[:0], h.scratch[:0]
	h.record.Elements = append(h.record.Elements, encode.Element{Tag: handTags["offer"], Holds: encode.Lines,
		Attributes: h.both(encode.Attribute{Name: "id", Text: o.ID, Proved: true}, encode.Attribute{Name: "available", Text: strconv.FormatBool(o.Available), Proved: true})})
	h.element(encode.Element{Tag: handTags["url"], Holds: encode.Address, Text: o.Page})
	h.element(encode.Element{Tag: handTags["price"], Holds: encode.Figure, Text: h.amount(o.Prices.Price)})
	h.element(encode.Element{Tag: handTags["currencyId"], Holds: encode.Words, Text: o.Prices.Currency})
	for _, image := range o.Images {
		h.element(encode.Element{Tag: handTags["picture"], Holds: encode.Address, Text: image})
	}
	h.element(encode.Element{Tag: handTags["name"], Holds: encode.Words, Text: p.Name})
	h.element(encode.Element{Tag: handTags["vendor"], Holds: encode.Words, Text: p.Brand})
	h.element(encode.Element{Tag: handTags["vendorCode"], Holds: encode.Words, Text: p.SKU})
	h.element(encode.Element{Tag: handTags["description"], Holds: encode.CDATA, Text: p.Description})
	for i := range o.Attributes {
		a := &o.Attributes[i]
		h.element(encode.Element{Tag: handTags["param"], Holds: encode.Words, Text: a.Value,
			Attributes: h.both(encode.Attribute{Name: "name", Text: a.Name, Proved: true}, encode.Attribute{Name: "unit", Text: a.Unit, Proved: true})[:1+min(len(a.Unit), 1)]})
	}
	return &h.record
}

// BenchmarkTemplate sets what a template makes beside an encoder that is written by hand for the
// same file. Both take turns: of-by-hand compares the quickest of each.
func BenchmarkTemplate(b *testing.B) {
	b.Run("csv", func(b *testing.B) { benchmarkTemplate(b, handCSV, (*hand).row) })
	b.Run("yml", func(b *testing.B) { benchmarkTemplate(b, handYML, (*hand).offer) })
}

func benchmarkTemplate(b *testing.B, source string, made func(*hand, *offer) *encode.Record) {
	j := handJob(b, source)
	var h hand
	var notes remark.Notes
	templated, written := filepath.Join(b.TempDir(), "templated"), filepath.Join(b.TempDir(), "written")
	byTemplate, byHand := pageInto(b, j.feed, templated), pageInto(b, j.feed, written)
	j.part.page = byTemplate
	both := [2]func(){func() {
		j.part.place(j.kept)
		j.part.encode(j.kept, &notes)
	}, func() {
		byHand.Place([]int{0})
		for _, o := range j.kept {
			byHand.Add(made(&h, o))
		}
		byHand.Seal()
	}}
	quickest := [2]time.Duration{time.Hour, time.Hour}
	b.ReportAllocs()
	for b.Loop() {
		for i, encodePage := range both {
			begin := time.Now()
			encodePage()
			quickest[i] = min(quickest[i], time.Since(begin))
		}
	}
	b.ReportMetric(float64(quickest[0])/float64(quickest[1]), "of-by-hand")
	require.NoError(b, byTemplate.Write())
	require.NoError(b, byHand.Write())
	one, err := os.ReadFile(templated)
	require.NoError(b, err)
	other, err := os.ReadFile(written)
	require.NoError(b, err)
	require.Equal(b, string(other), string(one), "both make the same file")
}

// handJob has the offers of a page for a template.
func handJob(b *testing.B, source string) *job {
	compiled, err := template.Compile("hand.yaml", []byte(source))
	require.NoError(b, err)
	opts := testOptions()
	f, err := openFeed(Feed{Name: "hand", Template: compiled, Out: filepath.Join(b.TempDir(), "feed"), Private: true}, &opts)
	require.NoError(b, err)
	b.Cleanup(f.abort)
	products := catalogue(200)
	tidy(products)
	j := newJob(f)
	j.prepare(products, true, nil)
	require.NoError(b, j.choose(&arrivals{}, nil))
	require.Len(b, j.kept, len(products))
	return j
}

// pageInto is a page of the feed's format that goes into a file of its own.
func pageInto(b *testing.B, f *feed, path string) encode.Page {
	file, err := os.Create(path)
	require.NoError(b, err)
	b.Cleanup(func() { file.Close() })
	out := encode.Output{Plain: file, Whole: file, Spool: func() (encode.File, error) { return file, nil }}
	w, err := f.kind.Open(out, f.template.Options(&f.facts))
	require.NoError(b, err)
	return w.NewPage()
}
