package union

import (
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// kept is a list of these products on the disk, in pages of size.
func kept(t testing.TB, dir, name string, size int, products []supplier.Product) *lastlist.List {
	path := filepath.Join(dir, name, "products.last")
	w, err := lastlist.Create(path, time.Date(2026, 11, 1, 9, 12, 0, 0, time.UTC))
	require.NoError(t, err)
	for chunk := range slices.Chunk(products, size) {
		page := supplier.ProductPage{Products: chunk}
		packed, err := lastlist.Pack(&page)
		require.NoError(t, err)
		require.NoError(t, w.Add(packed, &page))
	}
	require.NoError(t, w.Commit())
	l, err := lastlist.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return l
}

// asIs is the drop price in the supplier's own currency.
func asIs(p *supplier.Product) (money.Amount, string) { return p.DropPrice, p.Currency }

// all reads the whole union: the products that stay, and those that are outdone.
func all(t testing.TB, l *List) (stay []supplier.Product, outdone []supplier.Outdone, err error) {
	pages := l.Pages()
	for {
		raw, err := pages.Fetch(t.Context())
		if err == io.EOF {
			require.True(t, pages.Result().Complete)
			return stay, outdone, nil
		}
		require.NoError(t, err)
		var page supplier.ProductPage
		require.NoError(t, pages.Decode(raw, &page))
		if err := pages.Admit(&page); err != nil {
			return nil, nil, err
		}
		stay, outdone = append(stay, page.Products...), append(outdone, page.Outdone...)
	}
}

func good(id, barcode, drop string, quantity int64) supplier.Product {
	return supplier.Product{ID: id, SKU: "S" + id, GroupID: "g" + id, Name: "Lamp " + id, Brand: "Lumo", Barcode: barcode, Currency: "UAH", DropPrice: money.Must(drop),
		Availability: supplier.InStock, Quantity: supplier.Some(quantity), Category: supplier.Category{ID: "7", Name: "Lamps"}}
}

const common, single = "4820000000017", "4820000000024"

func mustRule(t testing.TB, members string, choice *Choice) *Rule {
	var list []Member
	for name := range strings.FieldsSeq(members) {
		name, prefix, _ := strings.Cut(name, "=")
		list = append(list, Member{name, prefix})
	}
	rule, err := choice.Compile(list)
	require.NoError(t, err)
	return rule
}

func told(outdone []supplier.Outdone) (out []string) {
	for _, o := range outdone {
		out = append(out, fmt.Sprintf("%s<%s %s %s/%s %s", o.SKU, o.By, o.Reason, o.ByPrice, o.Price, o.Currency))
	}
	return out
}

// TestWhoWins: stock, price and the order of the suppliers, in the order in which they are preferred.
func TestWhoWins(t *testing.T) {
	for name, c := range map[string]struct {
		alpha, beta supplier.Product
		prefer      Words
		want        string // who loses, to whom and why; "" nobody
	}{
		"cheaper":                   {good("1", common, "135.00", 3), good("1", common, "120.00", 3), nil, "A-S1<beta price 120.00/135.00 UAH"},
		"stock goes first":          {good("1", common, "135.00", 3), good("1", common, "120.00", 0), nil, "B-S1<alpha stock / "},
		"price goes first":          {good("1", common, "135.00", 3), good("1", common, "120.00", 0), Words{"price"}, "A-S1<beta price 120.00/135.00 UAH"},
		"equal: the order":          {good("1", common, "120.0", 3), good("1", common, "120.00", 9), nil, "B-S1<alpha order / "},
		"the order goes first":      {good("1", common, "135.00", 3), good("1", common, "120.00", 3), Words{"alpha"}, "B-S1<alpha order / "},
		"beta goes first":           {good("1", common, "120.00", 3), good("1", common, "135.00", 0), Words{"beta", "alpha"}, "A-S1<beta order / "},
		"stock, then names":         {good("1", common, "120.00", 0), good("1", common, "135.00", 3), Words{"stock", "alpha"}, "A-S1<beta stock / "},
		"no price loses":            {supplier.Product{ID: "1", SKU: "S1", Barcode: common, Availability: supplier.InStock}, good("1", common, "9", 1), nil, "A-S1<beta price 9.00/ "},
		"UPC and EAN are one":       {good("1", "036000291452", "2", 1), good("1", " 0036000291452", "1", 1), nil, "A-S1<beta price 1.00/2.00 UAH"},
		"a wrong check digit":       {good("1", "4820000000018", "2", 1), good("1", "4820000000018", "1", 1), nil, ""},
		"a company's own numbers":   {good("1", "2000000000015", "2", 1), good("1", "2000000000015", "1", 1), nil, ""},
		"other articles":            {good("1", common, "2", 1), good("1", single, "1", 1), nil, ""},
		"finer than hundredths":     {good("1", common, "1.001", 1), good("1", common, "1.0009", 1), nil, "A-S1<beta price 1.0009/1.001 UAH"},
		"a quantity below minimum":  {good("1", common, "1", 1), good("1", common, "2", 9), nil, "A-S1<beta stock / "},
		"on order is not in stock":  {good("1", common, "1", 9), good("1", common, "2", 9), nil, "B-S1<alpha price 1.00/2.00 UAH"},
		"currencies of one's stock": {inDollars(good("1", common, "1", 9)), good("1", common, "2", 0), nil, "B-S1<alpha stock / "},
	} {
		t.Run(name, func(t *testing.T) {
			rule := mustRule(t, "alpha=A- beta=B-", &Choice{By: Words{"barcode"}, Prefer: c.prefer})
			if strings.Contains(name, "minimum") {
				rule.MinStock = 2
			}
			dir := t.TempDir()
			l, err := New(t.Context(), rule, []Source{{List: kept(t, dir, "alpha", 9, []supplier.Product{c.alpha})}, {List: kept(t, dir, "beta", 9, []supplier.Product{c.beta})}}, asIs)
			require.NoError(t, err)
			stay, outdone, err := all(t, l)
			require.NoError(t, err)
			require.Len(t, stay, 2-len(outdone))
			require.Equal(t, c.want, strings.Join(told(outdone), "; "))
		})
	}
}

func inDollars(p supplier.Product) supplier.Product {
	p.Currency = "USD"
	return p
}

// TestCodeAndBrand is asked of products without a barcode, where it is named second.
func TestCodeAndBrand(t *testing.T) {
	dir := t.TempDir()
	withCode := func(id, sku, brand, barcode, drop string) supplier.Product {
		p := good(id, barcode, drop, 5)
		p.SKU, p.Brand = sku, brand
		return p
	}
	alpha := []supplier.Product{withCode("1", "X 100", "Lumo", "", "10"), withCode("2", "X200", "Lumo", common, "10"), withCode("3", "X300", "", "", "10")}
	beta := []supplier.Product{withCode("1", "x100", "LUMO", "", "9"), withCode("2", "X200", "Lumo", "", "9"), withCode("3", "X300", "", "", "9")}
	rule := mustRule(t, "alpha=A- beta=B-", &Choice{By: Words{"barcode", "vendor_code+brand"}})
	l, err := New(t.Context(), rule, []Source{{List: kept(t, dir, "a", 2, alpha)}, {List: kept(t, dir, "b", 2, beta)}}, asIs)
	require.NoError(t, err)
	_, outdone, err := all(t, l)
	require.NoError(t, err)
	require.Equal(t, []string{"A-X 100<beta price 9.00/10.00 UAH"}, told(outdone), "who has a barcode is compared by that alone")
}

// TestPrefixes stand before ids, SKUs, groups and categories alike.
func TestPrefixes(t *testing.T) {
	dir := t.TempDir()
	alpha := kept(t, dir, "a", 2, []supplier.Product{good("1", "", "1", 1)})
	beta := kept(t, dir, "b", 2, []supplier.Product{good("2", "", "1", 1)})
	l, err := New(t.Context(), mustRule(t, "alpha=A- beta", nil), []Source{{List: alpha}, {List: beta, Note: "old"}}, asIs)
	require.NoError(t, err)
	stay, _, err := all(t, l)
	require.NoError(t, err)
	p, q := stay[0], stay[1]
	require.Equal(t, []string{"alpha", "A-1", "A-S1", "A-g1", "A-7"}, []string{p.Supplier, p.ID, p.SKU, p.GroupID, p.Category.ID})
	require.Equal(t, []string{"beta", "2", "S2", "g2", "beta-7"}, []string{q.Supplier, q.ID, q.SKU, q.GroupID, q.Category.ID})
	pages := l.Pages()
	_, err = pages.Fetch(t.Context())
	require.NoError(t, err)
	raw, err := pages.Fetch(t.Context())
	require.NoError(t, err)
	var page supplier.ProductPage
	require.NoError(t, pages.Decode(raw, &page))
	require.Equal(t, []supplier.Remark{{List: "beta", Text: "old"}}, page.Remarks)
}

// TestCollisions are refused by name: an order for the SKU would go to anybody.
func TestCollisions(t *testing.T) {
	dir := t.TempDir()
	alpha := kept(t, dir, "a", 2, []supplier.Product{good("1", common, "1", 1)})
	sameSKU := good("9", common, "2", 1)
	sameSKU.SKU = "S1"
	for name, c := range map[string]struct {
		beta    supplier.Product
		members string
		want    string
	}{
		"the same id":               {good("1", "", "1", 1), "alpha beta", `alpha and beta both have a product with the id "1"`},
		"the same SKU":              {sameSKU, "alpha beta", `alpha and beta both have a product with the SKU "S1"`},
		"prefixes that do not part": {func() supplier.Product { p := good("1", "", "1", 1); p.ID = "-1"; return p }(), "alpha=A- beta=A", `the id "A-1"`},
	} {
		t.Run(name, func(t *testing.T) {
			beta := kept(t, t.TempDir(), "b", 2, []supplier.Product{c.beta})
			l, err := New(t.Context(), mustRule(t, c.members, &Choice{By: Words{"barcode"}}), []Source{{List: alpha}, {List: beta}}, asIs)
			require.NoError(t, err)
			_, _, err = all(t, l)
			require.ErrorContains(t, err, c.want)
			require.Equal(t, failure.Config, failure.KindOf(err))
			require.Contains(t, failure.Hint(err), `prefix: "A-"`)
		})
	}
}

// TestTwoCurrencies are never compared.
func TestTwoCurrencies(t *testing.T) {
	dir := t.TempDir()
	sources := []Source{{List: kept(t, dir, "a", 2, []supplier.Product{good("1", common, "41", 1)})}, {List: kept(t, dir, "b", 2, []supplier.Product{inDollars(good("1", common, "1", 1))})}}
	rule := mustRule(t, "alpha=A- beta=B-", &Choice{By: Words{"barcode"}})
	_, err := New(t.Context(), rule, sources, asIs)
	require.ErrorContains(t, err, "the article with the barcode 4820000000017 of alpha is in UAH, of beta in USD")
	require.Contains(t, failure.Hint(err), "rates: {USD:")
	l, err := New(t.Context(), rule, sources, func(p *supplier.Product) (money.Amount, string) {
		if p.Currency == "USD" {
			return money.Must("40.50"), "UAH"
		}
		return p.DropPrice, p.Currency
	})
	require.NoError(t, err)
	_, outdone, err := all(t, l)
	require.NoError(t, err)
	require.Equal(t, []string{"A-S1<beta price 40.50/41.00 UAH"}, told(outdone))
}

// TestTold is how the choice went, for whoever asks.
func TestTold(t *testing.T) {
	dir := t.TempDir()
	sources := []Source{{List: kept(t, dir, "a", 2, []supplier.Product{good("1", common, "2", 1), good("2", single, "1", 1)})}, {List: kept(t, dir, "b", 2, []supplier.Product{good("1", common, "1", 1)})}}
	l, err := New(t.Context(), mustRule(t, "alpha=A- beta=B-", &Choice{By: Words{"barcode"}}), sources, asIs)
	require.NoError(t, err)
	l.Watch([]string{"A-S1", "A-2"})
	_, _, err = all(t, l)
	require.NoError(t, err)
	require.Equal(t, &Told{Supplier: "beta", Reason: "price", Offers: []ToldOffer{{"beta", true, money.Must("1.00"), "UAH"}, {"alpha", true, money.Must("2.00"), "UAH"}}}, l.ToldOf("A-1"))
	require.Nil(t, l.ToldOf("A-2"), "nobody else has it")
	require.Nil(t, l.ToldOf("B-1"), "nobody asked")
}

// reference is the choice as one would make it by hand: every pair is looked at.
func reference(rule *Rule, lists [][]supplier.Product) (stay []string) {
	type offer struct {
		member int
		p      supplier.Product
	}
	var offers []offer
	for m, list := range lists {
		for _, p := range list {
			offers = append(offers, offer{m, p})
		}
	}
	better := func(a, b offer) bool {
		for _, p := range rule.Prefer {
			inStock := func(o offer) bool { return o.p.Availability == supplier.InStock && o.p.Quantity.Value > 0 }
			switch p.Reason {
			case supplier.OutdoneByStock:
				if inStock(a) != inStock(b) {
					return inStock(a)
				}
			case supplier.OutdoneByPrice:
				if c := a.p.DropPrice.Cmp(b.p.DropPrice); c != 0 {
					return c < 0
				}
			default:
				place := func(o offer) int {
					if at := slices.Index(p.Names, rule.Members[o.member].Name); at >= 0 {
						return at
					}
					return 100 + o.member
				}
				if place(a) != place(b) {
					return place(a) < place(b)
				}
			}
		}
		return false
	}
	for _, o := range offers {
		best := o
		for _, other := range offers {
			if o.p.Barcode != "" && other.p.Barcode == o.p.Barcode && better(other, best) {
				best = other
			}
		}
		if best.member == o.member {
			stay = append(stay, rule.Members[o.member].Prefix+o.p.ID)
		}
	}
	return stay
}

// TestUnionIsTheReference whatever the suppliers have, and however it is cut into pages.
func TestUnionIsTheReference(t *testing.T) {
	dir := t.TempDir()
	for run := range long.Or(100, 20_000) {
		random := rand.New(rand.NewPCG(uint64(run), 1))
		prefer := []string{"stock", "price", "alpha", "gamma"}
		random.Shuffle(len(prefer), func(i, j int) { prefer[i], prefer[j] = prefer[j], prefer[i] })
		rule := mustRule(t, "alpha=A- beta=B- gamma=C-", &Choice{By: Words{"barcode"}, Prefer: prefer[:random.IntN(5)]})
		lists := make([][]supplier.Product, len(rule.Members))
		var sources []Source
		for m := range lists {
			for n := range random.IntN(13) {
				barcode := []string{"", common, single, "4820000000031", "40000138", "036000291452"}[random.IntN(6)]
				price := []string{"1", "1.00", "1.5", "20"}[random.IntN(4)]
				lists[m] = append(lists[m], good(fmt.Sprint(n), barcode, price, random.Int64N(2)))
			}
			sources = append(sources, Source{List: kept(t, dir, fmt.Sprint(m), 1+random.IntN(5), lists[m])})
		}
		l, err := New(t.Context(), rule, sources, asIs)
		require.NoError(t, err)
		stay, outdone, err := all(t, l)
		require.NoError(t, err)
		var ids []string
		for _, p := range stay {
			ids = append(ids, p.ID)
		}
		require.Equal(t, reference(rule, lists), ids, "run %d", run)
		require.Len(t, outdone, len(lists[0])+len(lists[1])+len(lists[2])-len(ids))
		for _, s := range sources {
			require.NoError(t, s.List.Close())
		}
	}
}

// TestMistakesInTheRule are named with the key.
func TestMistakesInTheRule(t *testing.T) {
	for want, c := range map[string]Choice{
		`choose.by: "ean" is not known`:               {By: Words{"ean"}},
		"choose.by is missing":                        {Prefer: Words{"price"}},
		"choose.by: barcode is named twice":           {By: Words{"barcode", "barcode"}},
		`choose.prefer: "gamma" is not known`:         {By: Words{"barcode"}, Prefer: Words{"gamma"}},
		"choose.prefer: price is named twice":         {By: Words{"barcode"}, Prefer: Words{"price", "price"}},
		"choose.prefer: alpha is named twice":         {By: Words{"barcode"}, Prefer: Words{"alpha", "stock", "alpha"}},
		"suppliers: alpha is named twice":             {By: Words{"double"}},
		`choose.prefer: "Price" is not known`:         {By: Words{"barcode"}, Prefer: Words{"Price"}},
		`choose.prefer: "stock,price" is not known`:   {By: Words{"barcode"}, Prefer: Words{"stock,price"}},
		`choose.by: "vendor_code" is not known`:       {By: Words{"vendor_code"}},
		`choose.prefer: "vendor_code" is not known`:   {By: Words{"barcode"}, Prefer: Words{"vendor_code"}},
		`choose.by: "barcode+brand" is not known`:     {By: Words{"barcode", "barcode+brand"}},
		"choose.prefer: stock is named twice":         {By: Words{"barcode"}, Prefer: Words{"stock", "beta", "stock"}},
		"choose.by: vendor_code+brand is named twice": {By: Words{"vendor_code+brand", "barcode", "vendor_code+brand"}},
	} {
		members := []Member{{Name: "alpha"}, {Name: "beta"}}
		if slices.Contains(c.By, "double") {
			members[1].Name = "alpha"
		}
		_, err := c.Compile(members)
		require.ErrorContains(t, err, want)
		require.NotEmpty(t, failure.Hint(err), want)
	}
}

// TestTradeNumbers are one whatever their length, and keep apart from hashes.
func TestTradeNumbers(t *testing.T) {
	for barcode, want := range map[string]uint64{
		common: 4820000000017, "04820000000017": 4820000000017, "036000291452": 36000291452, "0036000291452": 36000291452, "40000138": 40000138,
		"4820000-000017": 4820000000017, "": 0, "4820000000018": 0, "2000000000015": 0, "0212345678904": 0, "20000004": 0, "00000000": 0, "14820000000014": 14820000000014,
	} {
		require.Equal(t, want, tradeNumber(barcode), barcode)
		require.Zero(t, want&hashed)
	}
}
