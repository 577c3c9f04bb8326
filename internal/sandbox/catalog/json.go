package catalog

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/govalues/decimal"
)

// wireProduct is Product in the field names and the field order of the service.
type wireProduct struct {
	ID           string          `json:"id"`
	SKU          string          `json:"sku"`
	GroupID      *string         `json:"group_id"`
	Name         string          `json:"name"`
	Names        *wireTexts      `json:"names"`
	Description  *string         `json:"description"`
	Descriptions *wireTexts      `json:"descriptions"`
	Brand        *string         `json:"brand"`
	Country      *string         `json:"country_of_origin"`
	Barcode      *string         `json:"barcode"`
	Category     *wireCategory   `json:"category"`
	Currency     string          `json:"currency"`
	DropPrice    *wireMoney      `json:"drop_price"`
	RRP          *wireMoney      `json:"rrp"`
	Tiers        []wireTier      `json:"wholesale_tiers"`
	MinOrder     *int            `json:"min_order_quantity"`
	Availability string          `json:"availability"`
	Quantity     *int            `json:"quantity"`
	Images       []string        `json:"images"`
	Attributes   []wireAttribute `json:"attributes"`
	WeightG      *int            `json:"weight_g"`
	LengthMM     *int            `json:"length_mm"`
	WidthMM      *int            `json:"width_mm"`
	HeightMM     *int            `json:"height_mm"`
	URL          *string         `json:"url"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
}

type wireTexts struct {
	UK *string `json:"uk"`
	RU *string `json:"ru"`
	EN *string `json:"en"`
}

type wireCategory struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Path []string `json:"path"`
}

type wireTier struct {
	MinQuantity int       `json:"min_quantity"`
	Price       wireMoney `json:"price"`
}

type wireAttribute struct {
	Name  string  `json:"name"`
	Value string  `json:"value"`
	Unit  *string `json:"unit"`
}

// wireMoney is an amount as the service writes it: a decimal string with at least
// two decimals. It is read from such a string or from a number's literal text.
type wireMoney struct{ decimal.Decimal }

func (m wireMoney) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 24), '"')
	text, err := m.Pad(2).AppendText(text)
	return append(text, '"'), err
}

func (m *wireMoney) UnmarshalJSON(data []byte) error {
	text := string(data)
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	value, err := decimal.Parse(text)
	if err != nil {
		return fmt.Errorf("%q is not an amount of money, write it as \"450.10\": %w", text, err)
	}
	m.Decimal = value
	return nil
}

// MarshalJSON writes the canonical JSON of the service: snake_case names, absent
// values as null (lists as []), money as decimal strings, times in UTC.
func (p Product) MarshalJSON() ([]byte, error) {
	w := wireProduct{
		ID: p.ID, SKU: p.SKU, GroupID: text(p.GroupID),
		Name: p.Name, Names: texts(p.Names),
		Description: text(p.Description), Descriptions: texts(p.Descriptions),
		Brand: text(p.Brand), Country: text(p.Country), Barcode: text(p.Barcode),
		Category: (*wireCategory)(p.Category),
		Currency: p.Currency, DropPrice: &wireMoney{p.DropPrice},
		MinOrder: &p.MinOrder, Availability: p.Availability, Quantity: p.Quantity,
		Images:  p.Images,
		WeightG: p.WeightG, LengthMM: p.LengthMM, WidthMM: p.WidthMM, HeightMM: p.HeightMM,
		URL: text(p.URL), CreatedAt: p.CreatedAt.UTC(), UpdatedAt: p.UpdatedAt.UTC(),
	}
	if p.RRP != nil {
		w.RRP = &wireMoney{*p.RRP}
	}
	for _, tier := range p.Tiers {
		w.Tiers = append(w.Tiers, wireTier{tier.MinQuantity, wireMoney{tier.Price}})
	}
	for _, a := range p.Attributes {
		w.Attributes = append(w.Attributes, wireAttribute{a.Name, a.Value, text(a.Unit)})
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON writes. Money may also be a JSON number; a
// member that is left out counts as null; unknown members are ignored. It fails on
// a product without id, sku, name, currency, drop_price, availability or times.
func (p *Product) UnmarshalJSON(data []byte) error {
	var w wireProduct
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if missing := w.missing(); missing != "" {
		return fmt.Errorf("product %q (sku %q) has no %s: give it one", w.ID, w.SKU, missing)
	}
	*p = Product{
		ID: w.ID, SKU: w.SKU, GroupID: deref(w.GroupID),
		Name: w.Name, Names: w.Names.byLanguage(),
		Description: deref(w.Description), Descriptions: w.Descriptions.byLanguage(),
		Brand: deref(w.Brand), Country: deref(w.Country), Barcode: deref(w.Barcode),
		Category: (*Category)(w.Category),
		Currency: w.Currency, DropPrice: w.DropPrice.Decimal,
		MinOrder: 1, Availability: w.Availability, Quantity: w.Quantity,
		Images:  none(w.Images),
		WeightG: w.WeightG, LengthMM: w.LengthMM, WidthMM: w.WidthMM, HeightMM: w.HeightMM,
		URL: deref(w.URL), CreatedAt: w.CreatedAt.UTC(), UpdatedAt: w.UpdatedAt.UTC(),
	}
	if w.MinOrder != nil {
		p.MinOrder = *w.MinOrder
	}
	if w.RRP != nil {
		p.RRP = &w.RRP.Decimal
	}
	for _, tier := range w.Tiers {
		p.Tiers = append(p.Tiers, Tier{tier.MinQuantity, tier.Price.Decimal})
	}
	for _, a := range w.Attributes {
		p.Attributes = append(p.Attributes, Attribute{a.Name, a.Value, deref(a.Unit)})
	}
	return nil
}

// missing names the first required member that is absent, "" when all are there.
func (w *wireProduct) missing() string {
	switch {
	case w.ID == "":
		return "id"
	case w.SKU == "":
		return "sku"
	case w.Name == "":
		return "name"
	case w.Currency == "":
		return "currency"
	case w.DropPrice == nil:
		return "drop_price"
	case w.Availability == "":
		return "availability"
	case w.CreatedAt.IsZero():
		return "created_at"
	case w.UpdatedAt.IsZero():
		return "updated_at"
	}
	return ""
}

func texts(byLanguage map[string]string) *wireTexts {
	if len(byLanguage) == 0 {
		return nil
	}
	return &wireTexts{text(byLanguage["uk"]), text(byLanguage["ru"]), text(byLanguage["en"])}
}

func (w *wireTexts) byLanguage() map[string]string {
	if w == nil {
		return nil
	}
	m := make(map[string]string, 3)
	for language, value := range map[string]*string{"uk": w.UK, "ru": w.RU, "en": w.EN} {
		if s := deref(value); s != "" {
			m[language] = s
		}
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

// text is the pointer of an optional text: nil for "".
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// none makes an empty list nil, so that a product read back equals the one written.
func none(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}
