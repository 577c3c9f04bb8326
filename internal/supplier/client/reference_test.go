package client

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// refProduct is a product as a general JSON library reads it: the reference for the
// decoder's values and speed, which knows nothing of the mapping.
type refProduct struct {
	ID           string            `json:"id"`
	SKU          string            `json:"sku"`
	GroupID      string            `json:"group_id"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"names"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"descriptions"`
	Brand        string            `json:"brand"`
	Country      string            `json:"country_of_origin"`
	Barcode      string            `json:"barcode"`
	Category     *refCategory      `json:"category"`
	Currency     string            `json:"currency"`
	DropPrice    money.Amount      `json:"drop_price"`
	RRP          money.Amount      `json:"rrp"`
	Tiers        []refTier         `json:"wholesale_tiers"`
	MinOrder     int64             `json:"min_order_quantity"`
	Availability string            `json:"availability"`
	Quantity     *int64            `json:"quantity"`
	Images       []string          `json:"images"`
	Attributes   []refAttribute    `json:"attributes"`
	WeightG      *int64            `json:"weight_g"`
	LengthMM     *int64            `json:"length_mm"`
	WidthMM      *int64            `json:"width_mm"`
	HeightMM     *int64            `json:"height_mm"`
	URL          string            `json:"url"`
	CreatedAt    time.Time         `json:"created_at"`
	UpdatedAt    time.Time         `json:"updated_at"`
}

type refCategory struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Path []string `json:"path"`
}

type refTier struct {
	MinQuantity int64        `json:"min_quantity"`
	Price       money.Amount `json:"price"`
}

type refAttribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Unit  string `json:"unit"`
}

type refPage struct {
	Data []refProduct `json:"data"`
	Meta struct {
		Page       int64 `json:"page"`
		PerPage    int64 `json:"per_page"`
		Total      int64 `json:"total"`
		TotalPages int64 `json:"total_pages"`
	} `json:"meta"`
	Links struct {
		Next string `json:"next"`
	} `json:"links"`
}

// product is the reference's product in the model's form.
func (r refProduct) product() supplier.Product {
	p := supplier.Product{ID: r.ID, SKU: r.SKU, GroupID: r.GroupID, Name: r.Name, Description: r.Description, Brand: r.Brand,
		Names:        supplier.Texts{UK: r.Names["uk"], RU: r.Names["ru"], EN: r.Names["en"]},
		Descriptions: supplier.Texts{UK: r.Descriptions["uk"], RU: r.Descriptions["ru"], EN: r.Descriptions["en"]},
		Country:      r.Country, Barcode: r.Barcode, Currency: r.Currency, DropPrice: r.DropPrice, RRP: r.RRP,
		MinOrder: max(r.MinOrder, 1), Availability: r.Availability, Quantity: opt(r.Quantity), Images: r.Images,
		WeightG: opt(r.WeightG), LengthMM: opt(r.LengthMM), WidthMM: opt(r.WidthMM), HeightMM: opt(r.HeightMM), URL: r.URL,
		CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC()}
	if r.Category != nil {
		p.Category = supplier.Category(*r.Category)
	}
	for _, t := range r.Tiers {
		p.Tiers = append(p.Tiers, supplier.Tier(t))
	}
	for _, a := range r.Attributes {
		p.Attributes = append(p.Attributes, supplier.Attribute(a))
	}
	return p
}

func opt(v *int64) supplier.Opt[int64] {
	if v == nil {
		return supplier.Opt[int64]{}
	}
	return supplier.Some(*v)
}

// makePage makes a page of believable products, about 1.2 KB each.
func makePage(t testing.TB, n int, seed uint64, escapeHTML bool) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	words := []string{"чайник", "скляний", "лампа", "настільна", "килимок", "для", "йоги", "плед", "Kettle", "2.0", "«Ранок»", "ємність"}
	text := func(n int) string {
		var b bytes.Buffer
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[random.IntN(len(words))])
		}
		return b.String()
	}
	at := time.Date(2026, 10, 1, 8, 30, 0, 0, time.UTC)
	page := refPage{}
	for i := range n {
		quantity, weight := int64(random.IntN(500)), int64(100+random.IntN(5000))
		drop := 5000 + random.IntN(100_000)
		money := func(kopecks int) money.Amount { return money.Must(fmt.Sprintf("%d.%02d", kopecks/100, kopecks%100)) }
		page.Data = append(page.Data, refProduct{
			ID: fmt.Sprintf("p%d-%06d", seed, i), SKU: fmt.Sprintf("KB-%05d", i), Name: text(6), Names: map[string]string{"uk": text(6)},
			Description: "<p>" + text(14) + "</p>\n<ul><li>\"" + text(4) + "\"</li></ul>", Brand: "Світанок", Country: "Україна",
			Barcode: fmt.Sprintf("482%010d", i), Category: &refCategory{ID: "77", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}},
			Currency: "UAH", DropPrice: money(drop), RRP: money(drop * 3 / 2), MinOrder: 1, Availability: supplier.InStock, Quantity: &quantity,
			Tiers:      []refTier{{5, money(drop * 95 / 100)}, {20, money(drop * 9 / 10)}, {100, money(drop * 8 / 10)}},
			Images:     []string{fmt.Sprintf("https://img.example/%06d-1.jpg", i), fmt.Sprintf("https://img.example/%06d-2.jpg", i), fmt.Sprintf("https://img.example/%06d-3.jpg", i)},
			Attributes: []refAttribute{{"Колір", "білий", ""}, {"Об’єм", "1.7", "л"}, {"Матеріал", "скло", ""}, {"Потужність", "2200", "Вт"}},
			WeightG:    &weight, URL: fmt.Sprintf("https://shop.example/p/%06d", i), CreatedAt: at, UpdatedAt: at.Add(time.Duration(i) * time.Second),
		})
	}
	page.Meta.Page, page.Meta.PerPage, page.Meta.Total, page.Meta.TotalPages = 1, int64(n), int64(n), 1
	data, err := json.Marshal(page, jsonEscapeHTML(escapeHTML), json.Deterministic(true))
	require.NoError(t, err)
	return data
}
