package exporter

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// fakePages is a product list in memory.
type fakePages struct {
	pages   [][]supplier.Product
	fetched atomic.Int64
	seen    map[string]bool
	result  supplier.ListResult
	// fault, where set, is asked before each step of a page.
	fault func(step string, page int) error
}

// listOf cuts products into pages of size.
func listOf(products []supplier.Product, size int) *fakePages {
	return &fakePages{
		pages:  slices.Collect(slices.Chunk(products, size)),
		seen:   map[string]bool{},
		result: supplier.ListResult{Complete: true, Total: supplier.Some(int64(len(products)))},
	}
}

func (f *fakePages) step(name string, page int) error {
	if f.fault == nil {
		return nil
	}
	return f.fault(name, page)
}

func (f *fakePages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	page := int(f.fetched.Add(1) - 1)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if page >= len(f.pages) {
		return nil, io.EOF
	}
	return &supplier.RawPage{Index: page}, f.step("fetch", page)
}

func (f *fakePages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	into.Products = append(into.Products[:0], f.pages[raw.Index]...)
	for i := range into.Products { // the exporter may change what it was given
		p := &into.Products[i]
		p.Images, p.Tiers = slices.Clone(p.Images), slices.Clone(p.Tiers)
	}
	return f.step("decode", raw.Index)
}

func (f *fakePages) Admit(page *supplier.ProductPage) error {
	kept := page.Products[:0]
	for _, p := range page.Products {
		if f.seen[p.ID] {
			f.result.Repeated++
			continue
		}
		f.seen[strings.Clone(p.ID)] = true // a page may be written over when it is done
		kept = append(kept, p)
	}
	page.Products = kept
	f.result.Items += len(kept)
	f.result.Pages++
	return f.step("admit", f.result.Pages-1)
}

func (f *fakePages) Result() supplier.ListResult { return f.result }

// hardCases are products that hold what feeds break on.
func hardCases() []supplier.Product {
	at := time.Date(2026, 10, 3, 9, 8, 7, 0, time.UTC)
	full := supplier.Product{
		ID: "p-1", SKU: "KB-01", GroupID: "g-7", Name: "Чайник «Стежка», 1,7 л",
		Names:        supplier.Texts{UK: "Чайник «Стежка», 1,7 л", RU: "Чайник", EN: "Kettle"},
		Description:  "<p>Сталь &amp; скло &nbsp; <b>\"якість\"</b></p>\r\n<ul><li>a]]>b</li></ul>",
		Descriptions: supplier.Texts{UK: "<p>Українською</p>"},
		Brand:        "Стежка & Co", Country: "Україна", Barcode: "0482000000011",
		Category: supplier.Category{ID: "12", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}},
		Currency: "UAH", DropPrice: money.Must("450.1"), RRP: money.Must("799"),
		Tiers: []supplier.Tier{
			{MinQuantity: 50, Price: money.Must("400.125")}, {MinQuantity: 10, Price: money.Must("430")},
		},
		MinOrder: 2, Availability: supplier.InStock, Quantity: supplier.Some[int64](17),
		Images: []string{"https://img.example/a b.jpg?x=1&y=2", "https://img.example/чайник.jpg", "https://img.example/c%20d.jpg", "https://img.example/чайник.jpg"},
		Attributes: []supplier.Attribute{
			{Name: "Об'єм", Value: "1,7", Unit: "л"}, {Name: "Колір; тон", Value: `синій\чорний`}, {Name: "Колір; тон", Value: "<білий>"},
		},
		WeightG: supplier.Some[int64](1250), URL: "https://shop.example/товар/1", CreatedAt: at, UpdatedAt: at.Add(120 * time.Millisecond),
	}
	hostile := supplier.Product{
		ID: "p-2", SKU: "=1+1", Name: "nul\x00 bell\x07 bad\xff end\uFFFE _x0041_ \"q\" <i>&", Description: "  рядок 1\nрядок 2\t\x0b]]\x00>  ",
		Brand: "@SUM(A1)", Category: supplier.Category{ID: "12", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}},
		Currency: "UAH", DropPrice: money.Must("0.01"), RRP: money.Must("12345678901234567.89"),
		MinOrder: 1, Availability: supplier.InStock, Quantity: supplier.Some[int64](0), Images: []string{"https://img.example/1.jpg"},
	}
	bare := supplier.Product{ID: "p-3", SKU: "BARE", Name: "Голий", Currency: "USD", DropPrice: money.Must("5"),
		RRP: money.Must("9.99"), MinOrder: 1, Availability: "preorder"}
	parent := supplier.Product{ID: "p-4", SKU: "PARENT", Name: "У батьківській", Currency: "UAH", DropPrice: money.Must("1"),
		RRP: money.Must("2"), MinOrder: 1, Availability: supplier.OnOrder, Images: []string{"https://img.example/4.jpg"},
		Category: supplier.Category{ID: "5", Name: "Кухня", Path: []string{"Дім", "Кухня"}}}
	crowded := supplier.Product{ID: "p-5", SKU: "CROWDED", Name: "Багато всього", Currency: "UAH", DropPrice: money.Must("7"),
		RRP: money.Must("8"), MinOrder: 1, Availability: supplier.InStock,
		Category: supplier.Category{Name: "Без id", Path: []string{"Дім", "Без id"}}}
	for n := range 12 {
		crowded.Images = append(crowded.Images, fmt.Sprintf("https://img.example/5-%d.jpg", n))
	}
	for n := range 7 {
		crowded.Tiers = append(crowded.Tiers, supplier.Tier{MinQuantity: int64(n + 2), Price: money.Must("6")})
	}
	crowded.Tiers = append(crowded.Tiers, supplier.Tier{MinQuantity: 1000})
	crowded.Attributes = []supplier.Attribute{{Value: "без назви"}, {Name: "Порожня"}, {Name: "Вага", Value: "3", Unit: "кг"}}
	noPrice := supplier.Product{ID: "p-6", SKU: "NO-RRP", Name: "Без ціни", Currency: "UAH", DropPrice: money.Must("3"),
		MinOrder: 1, Availability: supplier.InStock, Category: supplier.Category{ID: "5", Name: "Кухня", Path: []string{"Дім", "Кухня"}},
		Images: []string{"https://img.example/6.jpg"}}
	zero := noPrice
	zero.ID, zero.SKU, zero.RRP = "p-7", "ZERO", money.Must("0.00")
	foreign := parent
	foreign.ID, foreign.SKU, foreign.Currency = "p-8", "CHF", "CHF"
	return []supplier.Product{full, hostile, bare, parent, crowded, noPrice, zero, foreign, parent}
}

// catalogue is n ordinary products.
func catalogue(n int) []supplier.Product {
	out := make([]supplier.Product, n)
	for i := range out {
		p := hardCases()[0]
		p.ID, p.SKU = fmt.Sprintf("id-%06d", i), fmt.Sprintf("SKU-%06d", i)
		p.Name = fmt.Sprintf("Чайник електричний «Стежка» модель %d", i)
		p.Images = p.Images[:3]
		p.Category = supplier.Category{ID: fmt.Sprint(100 + i%30), Name: "Розділ", Path: []string{"Дім", fmt.Sprint("Розділ ", i%30)}}
		out[i] = p
	}
	return out
}

func builtin(t testing.TB, name string) *template.Template {
	t.Helper()
	if kept, ok := builtins.Load(name); ok {
		return kept.(*template.Template)
	}
	data, file, err := templates.Open("").Read(templates.Feed, name)
	require.NoError(t, err)
	compiled, err := template.Compile(file, data)
	require.NoError(t, err)
	builtins.Store(name, compiled)
	return compiled
}

// builtins are the built-in templates that tests have compiled, by name: none of them changes.
var builtins sync.Map

// testOptions has a clock that stands still.
func testOptions() Options {
	at := time.Date(2026, 11, 27, 22, 30, 0, 0, time.UTC)
	return Options{Workers: 3, Now: func() time.Time { return at }, Location: time.FixedZone("Kyiv", 2*60*60)}
}
