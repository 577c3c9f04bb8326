package reading

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/snapshot"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// shelf is a supplier's product list in memory.
type shelf struct {
	products   []supplier.Product
	unreadable []supplier.Unreadable // of the first page
	away       error
	asked      int
}

func (s *shelf) TracksChanges() bool { return false }
func (s *shelf) Search(context.Context, supplier.SearchQuery) (supplier.SearchResult, error) {
	return supplier.SearchResult{}, errors.New("nobody searches")
}
func (s *shelf) SearchPages(supplier.SearchQuery) supplier.ProductPages { panic("nobody searches") }
func (s *shelf) ProductPages(supplier.ProductQuery) supplier.ProductPages {
	s.asked++
	return &shelfPages{shelf: s, seen: map[string]bool{}}
}

type shelfPages struct {
	*shelf
	page atomic.Int64
	seen map[string]bool
}

const shelfPage = 3

func (p *shelfPages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	n := int(p.page.Add(1) - 1)
	if p.away != nil && n > 0 { // in the middle of the list
		return nil, p.away
	}
	if n*shelfPage >= len(p.products) {
		return nil, io.EOF
	}
	return &supplier.RawPage{Index: n}, ctx.Err()
}

func (p *shelfPages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	first := raw.Index * shelfPage
	*into = supplier.ProductPage{Index: raw.Index, Products: slices.Clone(p.products[first:min(first+shelfPage, len(p.products))])}
	if raw.Index == 0 {
		into.Unreadable = slices.Clone(p.unreadable)
	}
	return nil
}

func (p *shelfPages) Admit(page *supplier.ProductPage) error {
	page.Products = slices.DeleteFunc(page.Products, func(one supplier.Product) bool {
		again := p.seen[one.ID]
		p.seen[one.ID] = true
		return again
	})
	return nil
}

func (p *shelfPages) Result() supplier.ListResult {
	return supplier.ListResult{Complete: true, Total: supplier.Some(int64(len(p.products)))}
}

// shop is two suppliers with a feed of both.
type shop struct {
	alpha, beta shelf
	several     Several
	now         time.Time
	dir         string
}

func lamp(id, barcode, drop string) supplier.Product {
	return supplier.Product{ID: id, SKU: "S" + id, Name: "Lamp " + id, Barcode: barcode, Currency: "UAH", DropPrice: money.Must(drop), RRP: money.Must("500"),
		Availability: supplier.InStock, Quantity: supplier.Some[int64](5), MinOrder: 1}
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{now: time.Date(2026, 11, 1, 9, 12, 0, 0, time.UTC), dir: t.TempDir()}
	for n := range 10 {
		s.alpha.products = append(s.alpha.products, lamp(fmt.Sprint(n), "", "100"))
		s.beta.products = append(s.beta.products, lamp(fmt.Sprint(n), "", "100"))
	}
	s.alpha.products[2] = lamp("2", "4820000000017", "135.00")
	s.beta.products[7] = lamp("7", "4820000000017", "120.00")
	for name, one := range map[string]*shelf{"alpha": &s.alpha, "beta": &s.beta} {
		dir := filepath.Join(s.dir, name)
		s.several.Suppliers = append(s.several.Suppliers, Supplier{Name: name, List: filepath.Join(dir, "products.last"), Products: &Products{
			Catalogue: one, Store: snapshot.Open(dir), Workers: 2, Now: func() time.Time { return s.now }, Logger: slog.New(slog.DiscardHandler)}})
	}
	return s
}

func builtin(t *testing.T, name string) *template.Template {
	t.Helper()
	data, file, err := templates.Open("").Read(templates.Feed, name)
	require.NoError(t, err)
	compiled, err := template.Compile(file, data)
	require.NoError(t, err)
	return compiled
}

// feed is a feed of both suppliers.
func (s *shop) feed(t *testing.T, name string, change func(*Feed)) Feed {
	t.Helper()
	compiled := builtin(t, "csv")
	choice := union.Choice{By: union.Words{"barcode"}}
	rule, err := choice.Compile([]union.Member{{Name: "alpha", Prefix: "A-"}, {Name: "beta", Prefix: "B-"}})
	require.NoError(t, err)
	f := Feed{Feed: exporter.Feed{Name: name, Template: compiled, Out: filepath.Join(s.dir, "feeds", name+".csv"), Private: true, AcceptBy: wording.Literal("export --accept-change")}, Union: rule}
	if change != nil {
		change(&f)
	}
	return f
}

func (s *shop) build(t *testing.T, feeds ...Feed) []exporter.Report {
	t.Helper()
	return s.several.Build(t.Context(), feeds, nil)
}

// TestProgressOfSeveral: while pages of both lists are read side by side it is told how far they are.
func TestProgressOfSeveral(t *testing.T) {
	s := newShop(t)
	s.alpha.products, s.beta.products = nil, nil
	for n := range 40 * shelfPage {
		s.alpha.products = append(s.alpha.products, lamp(fmt.Sprint(n), "", "100"))
		s.beta.products = append(s.beta.products, lamp(fmt.Sprint(n), "", "100"))
	}
	for _, one := range s.several.Suppliers {
		one.Products.Workers = 4
	}
	var mu sync.Mutex
	var most [2]int64
	require.NoError(t, Joined(s.several.Build(t.Context(), []Feed{s.feed(t, "f", nil)}, func(done, total int64) {
		mu.Lock()
		defer mu.Unlock()
		most = [2]int64{max(most[0], done), max(most[1], total)}
	})))
	require.Equal(t, [2]int64{80 * shelfPage, 80 * shelfPage}, most)
}

// skus are those of a published feed, in its order.
func skus(t *testing.T, f Feed) string {
	t.Helper()
	data, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	var out []string
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(line, ","); cells[1] != "sku" {
			out = append(out, cells[1])
		}
	}
	return strings.Join(out, " ")
}

const both = "A-S0 A-S1 A-S3 A-S4 A-S5 A-S6 A-S7 A-S8 A-S9 B-S0 B-S1 B-S2 B-S3 B-S4 B-S5 B-S6 B-S7 B-S8 B-S9"

// TestAFeedOfTwoSuppliers has each supplier's products, and of an article the better offer; each
// list is read once for all feeds.
func TestAFeedOfTwoSuppliers(t *testing.T) {
	s := newShop(t)
	private, public := s.feed(t, "private", nil), s.feed(t, "public", func(f *Feed) { f.Private = false; f.Out += ".csv" })
	own := s.feed(t, "own", func(f *Feed) { f.Union, f.Supplier = nil, "beta" })
	reports := s.build(t, private, own, public)
	for i, r := range reports {
		require.NoError(t, r.Err)
		require.True(t, r.Published, i)
	}
	require.Equal(t, both, skus(t, private))
	require.Equal(t, []string{"private", "own", "public"}, []string{reports[0].Feed, reports[1].Feed, reports[2].Feed})
	require.Equal(t, int64(20), reports[0].Products)
	require.Equal(t, int64(19), reports[0].Offers)
	require.False(t, reports[0].Partial(), "what was chosen is no loss")
	require.Equal(t, "beta has it cheaper: 120.00 against 135.00 UAH", reports[0].Outdone[0].Message.String())
	require.Equal(t, "A-S2", reports[0].Outdone[0].SKU)
	require.Equal(t, "beta has it cheaper", reports[2].Outdone[0].Message.String(), "nobody is to learn what the shop pays")
	require.Equal(t, "S0 S1 S2 S3 S4 S5 S6 S7 S8 S9", skus(t, own))
	require.Equal(t, []int{1, 2}, []int{s.alpha.asked, s.beta.asked}, "beta's a second time for the feed of its own, which is built as it is read")
	listed, err := os.ReadFile(private.Out + ".report.csv")
	require.NoError(t, err)
	require.Contains(t, string(listed), "outdone,A-S2,other_supplier,beta has it cheaper: 120.00 against 135.00 UAH")
}

// TestOneSupplierIsAway: half of a shop is not published; his last list stands in where it may.
func TestOneSupplierIsAway(t *testing.T) {
	s := newShop(t)
	f, with := s.feed(t, "f", nil), s.feed(t, "with", func(f *Feed) { f.Without.Last = 12 * time.Hour })
	for _, r := range s.build(t, f, with) {
		require.NoError(t, r.Err)
	}
	before, err := os.Stat(f.Out)
	require.NoError(t, err)
	s.beta.away = &supplier.Error{Kind: supplier.KindTransient, Op: "list products", Detail: "no answer", Mend: "try later"}
	s.now = s.now.Add(time.Hour)
	s.alpha.products[0].DropPrice = money.Must("90")
	reports := s.build(t, f, with)
	require.ErrorContains(t, reports[0].Err, "feed f: not published, since the products of beta cannot be read")
	require.Equal(t, failure.Supplier, failure.KindOf(reports[0].Err))
	require.Contains(t, failure.Hint(reports[0].Err), "try later; try again; with `without: last` under the feed")
	away, ok := errors.AsType[*AwayError](reports[0].Err)
	require.True(t, ok)
	kind := wording.NewMessage("hint.unreachable", "supplier").In(wording.Ukrainian)
	require.Equal(t, kind+"; "+wording.NewMessage("away.without").In(wording.Ukrainian), away.Way().In(wording.Ukrainian), "in one language")
	after, err := os.Stat(f.Out)
	require.NoError(t, err)
	require.Equal(t, before.ModTime(), after.ModTime())
	require.NoError(t, reports[1].Err)
	require.Equal(t, both, skus(t, with))
	require.Contains(t, strings.Join(lines(reports[1].Warnings), "\n"), "beta: list_remark: the products of beta are those of 2026-11-01 09:12: his list cannot be read: ")
	data, err := os.ReadFile(with.Out)
	require.NoError(t, err)
	require.Contains(t, string(data), ",90.00,", "the other one's list is new")

	s.now = s.now.Add(12 * time.Hour)
	reports = s.build(t, with)
	require.ErrorContains(t, reports[0].Err, "the products of beta cannot be read")
	require.Contains(t, failure.Hint(reports[0].Err), "the last list of beta, of 2026-11-01 09:12, is older than 12h0m0s")
	s.beta.away = nil
	require.NoError(t, s.build(t, with)[0].Err)
}

// TestAListThatFell is judged for each supplier: the other one's products do not hide it.
func TestAListThatFell(t *testing.T) {
	s := newShop(t)
	for n := range 90 {
		s.alpha.products = append(s.alpha.products, lamp(fmt.Sprint(n+10), "", "100"))
	}
	f, with := s.feed(t, "f", nil), s.feed(t, "with", func(f *Feed) { f.Without.Last = 12 * time.Hour })
	require.NoError(t, Joined(s.build(t, f, with)))
	whole := s.beta.products
	s.beta.products = whole[:6]
	reports := s.build(t, f, with)
	refused, ok := errors.AsType[*exporter.GuardError](reports[0].Err)
	require.True(t, ok, reports[0].Err)
	require.Equal(t, []history.Finding{{Code: "offers_fell", Message: wording.Text(wording.NewMessage("guard.in_list", "beta",
		wording.NewMessage("guard.offers_fell", int64(10), int64(6), "40", "30 %"))), Supplier: "beta"}}, refused.Findings)
	require.Equal(t, "in the list of beta offers fell from 10 to 6, by 40 %, more than 30 %", refused.Findings[0].Message.String())
	require.Contains(t, refused.Hint(), "export --accept-change")
	require.NoError(t, reports[1].Err)
	require.Contains(t, strings.Join(lines(reports[1].Warnings), "\n"), "the products of beta are those of 2026-11-01 09:12: in the list of beta offers fell")
	require.Equal(t, int64(110), reports[1].Products)

	f.Accept = true
	reports = s.build(t, f)
	require.NoError(t, reports[0].Err)
	require.Equal(t, int64(106), reports[0].Products)
	f.Accept = false
	require.NoError(t, s.build(t, f)[0].Err, "it is the list to compare with now")

	s.beta.products = nil
	require.ErrorContains(t, s.build(t, f)[0].Err, "the list of beta holds no products")
	s.beta.products = whole[:6]
	require.NoError(t, s.build(t, f)[0].Err, "what was refused left the last list")
}

// TestWhatIsLeftOutIsNamed as in a feed of one supplier: repeats, and what cannot be read.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	s := newShop(t)
	s.beta.products[1] = s.beta.products[0]
	s.beta.unreadable = []supplier.Unreadable{{ID: "99", Name: "S99", Before: 2, Problem: "no price", Mend: "ask"}}
	reports := s.build(t, s.feed(t, "f", nil))
	require.NoError(t, reports[0].Err)
	require.True(t, reports[0].Partial())
	require.Equal(t, int64(21), reports[0].Products)
	var left []string
	for _, skip := range reports[0].Skipped {
		left = append(left, skip.SKU+" "+string(skip.Code))
	}
	require.Equal(t, []string{"B-S0 id_duplicate", "B-S99 product_unreadable"}, left)

	s.beta.unreadable = append(s.beta.unreadable, supplier.Unreadable{ID: "98", Problem: "no price", Mend: "ask"})
	reports = s.build(t, s.feed(t, "f", nil))
	require.ErrorContains(t, reports[0].Err, "the products of beta cannot be read: list products: 2 of 11 products cannot be read, and 1 may be left out")
}

// TestCollisionsKeepFeedsBack that would have them, and no other.
func TestCollisionsKeepFeedsBack(t *testing.T) {
	s := newShop(t)
	bare := s.feed(t, "bare", func(f *Feed) {
		rule, err := (*union.Choice)(nil).Compile([]union.Member{{Name: "alpha"}, {Name: "beta"}})
		require.NoError(t, err)
		f.Union = rule
	})
	reports := s.build(t, bare, s.feed(t, "f", nil))
	require.ErrorContains(t, reports[0].Err, `alpha and beta both have a product with the id "0"`)
	require.Equal(t, failure.Config, failure.KindOf(reports[0].Err))
	require.NoFileExists(t, bare.Out)
	require.NoError(t, reports[1].Err)
}

// TestMarginsOfSuppliers: a price rule and a filter know whose a product is.
func TestMarginsOfSuppliers(t *testing.T) {
	s := newShop(t)
	f := s.feed(t, "f", func(f *Feed) {
		f.Template = builtin(t, "yml")
		f.Price = pricing.Rule{Base: pricing.Drop, Markup: pricing.Markup{Percent: "10"}, BelowRRP: true, Suppliers: map[string]pricing.Markup{"beta": {Percent: "50"}}}
	})
	shown, missing, err := s.several.Show(t.Context(), f, []string{"A-S2", "B-S7", "A-S1", "B-1", "S1"}, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"S1"}, missing)
	prices := map[string]string{}
	for _, one := range shown {
		for _, field := range one.Fields {
			if field.Place == "price" {
				prices[one.SKU] = one.Supplier + " " + field.Value
			}
		}
		switch one.SKU {
		case "A-S2":
			require.Equal(t, "beta has it cheaper: 120.00 against 135.00 UAH", one.Refused.Message.String())
			fallthrough
		case "B-S7":
			require.Equal(t, []exporter.ShownOffer{{Supplier: "beta", Chosen: true, Reason: "price", InStock: true, DropPrice: money.Must("120.00"), Currency: "UAH"},
				{Supplier: "alpha", InStock: true, DropPrice: money.Must("135.00"), Currency: "UAH"}}, one.Offers)
		default:
			require.Empty(t, one.Offers)
		}
	}
	require.Equal(t, map[string]string{"A-S1": "alpha 110.00", "B-S1": "beta 150.00", "B-S7": "beta 180.00"}, prices)
}

// lines are warnings as reports show them.
func lines(warnings []remark.Warning) (out []string) {
	for _, w := range warnings {
		out = append(out, w.String())
	}
	return out
}
