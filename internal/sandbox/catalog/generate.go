package catalog

import (
	"fmt"
	"strconv"
	"time"

	"github.com/govalues/decimal"
)

// Generate makes a believable catalogue of n products in hryvnias. The same n, seed
// and now give the same catalogue; a larger n only adds products behind. The first
// five have the SKUs KB-01 … KB-05, plenty of stock and an RRP.
func Generate(n int, seed int64, now time.Time) *Catalog {
	g := newGenerator(seed, now)
	products := make([]Product, 0, max(n, 0))
	for _, s := range starters() {
		products = append(products, g.starter(s, len(products)))
	}
	for len(products) < n {
		products = append(products, g.group(len(products))...)
	}
	return &Catalog{Products: products[:max(n, 0)], Categories: g.nodes}
}

func (g *generator) starter(s starter, row int) Product {
	p := g.base(row, s.kind)
	p.SKU, p.Name = s.sku, s.uk
	p.Names = map[string]string{"uk": s.uk, "ru": s.ru, "en": s.en}
	p.Description = "<p>" + s.uk + " — те, що замовляють найчастіше.</p>"
	p.Brand, p.Country = g.brands[0], g.countries[0]
	p.setPrices(s.drop, s.rrp)
	p.Tiers = []Tier{{10, kopecks(s.drop * 95 / 100)}, {50, kopecks(s.drop * 90 / 100)}}
	p.Availability, p.Quantity = InStock, &s.stock
	p.Images = g.images(p.ID, 2)
	p.Attributes = []Attribute{{Name: "Матеріал", Value: g.materials[row%len(g.materials)]}}
	return p
}

// group makes one thing: a single product, or the variants that share a group id.
func (g *generator) group(row int) []Product {
	kindIndex := g.IntN(len(g.kinds))
	lead := g.base(row, kindIndex)
	g.describe(&lead, kindIndex)
	g.price(&lead, g.kinds[kindIndex])
	size := 1
	if g.chance(30) {
		size = 2 + g.IntN(5)
		lead.GroupID = strconv.Itoa(500000 + row)
	}
	variants := make([]Product, 0, size)
	for i := range size {
		variants = append(variants, g.variant(lead, kindIndex, row+i, i))
	}
	return variants
}

// variant is the i-th row of a group: its own id, SKU, stock, pictures, and the
// attribute in which it differs.
func (g *generator) variant(lead Product, kindIndex, row, i int) Product {
	p := lead
	if i > 0 {
		p.ID, p.CreatedAt = productID(row), g.created(row)
		p.URL = productURL(p.ID)
	}
	p.UpdatedAt = g.updated(p.CreatedAt)
	p.SKU = g.sku(row)
	p.Barcode = g.barcode(row)
	g.stock(&p)
	p.Images = g.images(p.ID, g.imageCount())
	p.Attributes = g.attributes(g.kinds[kindIndex], i)
	return p
}

// base is what every product has, whatever its story.
func (g *generator) base(row, kindIndex int) Product {
	k, id := g.kinds[kindIndex], productID(row)
	category := g.categories[kindIndex]
	p := Product{
		ID: id, Category: &category, Currency: "UAH", MinOrder: 1,
		Barcode: g.barcode(row), URL: productURL(id),
		WeightG: g.around(k.grams), LengthMM: g.around(k.edgeMM),
		WidthMM: g.around(k.edgeMM * 2 / 3), HeightMM: g.around(k.edgeMM / 2),
		CreatedAt: g.created(row),
	}
	p.UpdatedAt = g.updated(p.CreatedAt)
	if g.chance(8) {
		p.MinOrder = 2 + g.IntN(9)
	}
	if g.chance(10) {
		p.WeightG, p.LengthMM, p.WidthMM, p.HeightMM = nil, nil, nil, nil
	}
	return p
}

// price sets drop price, RRP and up to three tiers below the drop price.
func (g *generator) price(p *Product, k kind) {
	drop := k.low*100 + g.Int64N((k.high-k.low)*100)
	rrp := drop * (120 + g.Int64N(60)) / 100
	rrp += 100 - rrp%100 - []int64{0, 1, 10, 50}[g.IntN(4)] // shops like .00, .99, .90 and .50
	p.setPrices(drop, rrp)
	if g.chance(1) {
		p.RRP = nil
	}
	percent := int64(100)
	for _, quantity := range []int{5 + g.IntN(6), 20 + g.IntN(31), 100 + 100*g.IntN(3)}[:g.IntN(4)] {
		percent -= 2 + g.Int64N(4)
		p.Tiers = append(p.Tiers, Tier{quantity, kopecks(drop * percent / 100)})
	}
}

func (p *Product) setPrices(drop, rrp int64) {
	retail := kopecks(rrp)
	p.DropPrice, p.RRP = kopecks(drop), &retail
}

// stock spreads the availabilities and quantities that real suppliers send.
func (g *generator) stock(p *Product) {
	quantity := 0
	switch roll := g.IntN(100); {
	case roll < 70:
		p.Availability, quantity = InStock, 1+g.IntN(400)
	case roll < 85:
		p.Availability = OutOfStock
	case roll < 96:
		p.Availability = OnOrder
	default:
		p.Availability = Discontinued
	}
	p.Quantity = &quantity
	if p.Availability == OnOrder || g.chance(6) {
		p.Quantity = nil
	}
}

// created puts about 250 products at a time on one instant, as a supplier's bulk
// imports do; all lie in the past.
func (g *generator) created(row int) time.Time {
	batch := row / 250 % 300
	return g.now.Add(-400 * 24 * time.Hour).Add(time.Duration(batch) * 24 * time.Hour)
}

func (g *generator) updated(created time.Time) time.Time {
	return created.Add(time.Duration(g.Int64N(int64(g.now.Sub(created)/time.Second))) * time.Second)
}

func kopecks(n int64) decimal.Decimal { return decimal.MustNew(n, 2) }

func productID(row int) string { return strconv.Itoa(100001 + row) }

func productURL(id string) string { return "https://shop.example/p/" + id + "?utm=feed&lang=uk" }

func (g *generator) imageCount() int {
	switch roll := g.IntN(100); {
	case roll < 8:
		return 0
	case roll < 90:
		return 1 + g.IntN(5)
	default:
		return 6 + g.IntN(7)
	}
}

func (g *generator) images(id string, count int) []string {
	var images []string
	for i := range count {
		images = append(images, fmt.Sprintf("https://img.example/%s/%d.jpg?w=1200&v=2", id, i+1))
	}
	if count > 2 && g.chance(2) {
		images[count-1] = images[0] // a repeat, as found
	}
	return images
}
