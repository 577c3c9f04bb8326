package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/govalues/decimal"
)

// ymlOffer is an offer with the names of all dialects that are read.
type ymlOffer struct {
	ID             string     `xml:"id,attr"`
	Available      string     `xml:"available,attr"`
	AvailableChild string     `xml:"available"`
	GroupID        string     `xml:"group_id,attr"`
	GroupIDChild   string     `xml:"group_id"`
	URL            string     `xml:"url"`
	Price          string     `xml:"price"`
	DropPrice      string     `xml:"drop_price"`
	OldPrice       string     `xml:"oldprice"`
	PriceOld       string     `xml:"price_old"`
	OldPriceToo    string     `xml:"old_price"`
	Tiers          []ymlTier  `xml:"prices>price"`
	CurrencyID     string     `xml:"currencyId"`
	CategoryIDs    []string   `xml:"categoryId"`
	Pictures       []string   `xml:"picture"`
	Name           string     `xml:"name"`
	TypePrefix     string     `xml:"typePrefix"`
	Model          string     `xml:"model"`
	NameUA         string     `xml:"name_ua"`
	NameRU         string     `xml:"name_ru"`
	Description    richText   `xml:"description"`
	DescrUA        richText   `xml:"description_ua"`
	DescrRU        richText   `xml:"description_ru"`
	Vendor         string     `xml:"vendor"`
	VendorCode     string     `xml:"vendorCode"`
	Article        string     `xml:"article"`
	Barcode        string     `xml:"barcode"`
	GTIN           string     `xml:"gtin"`
	Country        string     `xml:"country_of_origin"`
	CountryShort   string     `xml:"country"`
	InStock        string     `xml:"quantity_in_stock"`
	Stock          string     `xml:"stock_quantity"`
	Quantity       string     `xml:"quantity"`
	MinOrder       string     `xml:"minimum_order_quantity"`
	Weight         string     `xml:"weight"`     // kilograms
	Dimensions     string     `xml:"dimensions"` // length/width/height, centimetres
	Params         []ymlParam `xml:"param"`
}

// ymlTier is one wholesale price.
type ymlTier struct {
	Value    string `xml:"value"`
	Quantity string `xml:"quantity"`
}

// product makes a product of the offer, without category and times. What is read
// otherwise than it stands is noted; an offer that cannot be sold is an error.
func (o *ymlOffer) product(note func(format string, args ...any)) (Product, error) {
	p := Product{
		ID: clean(o.ID), SKU: firstOf(o.VendorCode, o.Article, o.ID),
		GroupID: firstOf(o.GroupID, o.GroupIDChild),
		Name:    o.name(), Names: languages(o.NameUA, o.NameRU, o.Name),
		Description:  string(cmp.Or(o.Description, o.DescrUA, o.DescrRU)),
		Descriptions: languages(string(o.DescrUA), string(o.DescrRU), string(o.Description)),
		Brand:        clean(o.Vendor), Country: firstOf(o.Country, o.CountryShort),
		Barcode: firstOf(o.Barcode, o.GTIN), Currency: clean(o.CurrencyID),
		MinOrder: 1, URL: clean(o.URL),
	}
	switch {
	case p.ID == "":
		return p, errors.New("it has no id")
	case p.Name == "":
		return p, errors.New("it has no name")
	}
	if err := o.prices(&p, note); err != nil {
		return p, err
	}
	o.stock(&p, note)
	o.measures(&p, note)
	for _, picture := range o.Pictures {
		if address := clean(picture); address != "" {
			p.Images = append(p.Images, address)
		}
	}
	for _, param := range o.Params {
		if param.Name == "" || param.Value == "" {
			note("parameter %q with value %q is left out", param.Name, param.Value)
			continue
		}
		p.Attributes = append(p.Attributes, Attribute(param))
	}
	return p, nil
}

// name is the offer's name; an offer of the kind vendor.model is named by its parts.
func (o *ymlOffer) name() string {
	if name := firstOf(o.Name, o.NameUA, o.NameRU); name != "" || clean(o.Model) == "" {
		return name
	}
	return clean(strings.Join([]string{clean(o.TypePrefix), clean(o.Vendor), clean(o.Model)}, " "))
}

// languages holds a text by language. Where a Ukrainian one stands beside another
// plain one, the dialect means the plain one to be Russian.
func languages(uk, ru, plain string) map[string]string {
	uk, ru, plain = blank(uk), blank(ru), blank(plain)
	if ru == "" && uk != "" && plain != uk {
		ru = plain
	}
	m := make(map[string]string, 2)
	if uk != "" {
		m["uk"] = uk
	}
	if ru != "" {
		m["ru"] = ru
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

// prices reads <price> as the RRP. The drop price is <drop_price>, or 70 % of the
// RRP rounded down to the kopeck.
func (o *ymlOffer) prices(p *Product, note func(string, ...any)) error {
	rrp, err := optional(o.Price)
	if err != nil {
		return fmt.Errorf("its price %q cannot be read: %w", o.Price, err)
	}
	drop, err := optional(o.DropPrice)
	if err != nil {
		return fmt.Errorf("its drop_price %q cannot be read: %w", o.DropPrice, err)
	}
	switch {
	case drop != nil:
	case rrp == nil:
		return errors.New("it has no price")
	default:
		share, err := rrp.Mul(decimal.MustNew(70, 2))
		if err != nil {
			return fmt.Errorf("its price %s is out of range: %w", rrp, err)
		}
		share = share.Floor(2)
		drop = &share
	}
	if !drop.IsPos() || (rrp != nil && !rrp.IsPos()) {
		return errors.New("its price is 0")
	}
	p.DropPrice, p.RRP = *drop, rrp
	for _, tier := range o.Tiers {
		price, err := amount(tier.Value)
		quantity, errQuantity := whole(tier.Quantity)
		if err != nil || errQuantity != nil {
			note("a wholesale price %q from %q pieces is left out", tier.Value, tier.Quantity)
			continue
		}
		p.Tiers = append(p.Tiers, Tier{quantity, price})
	}
	return nil
}

// stock reads availability and quantity. Where the feed does not say whether a
// thing can be had, the quantity decides, and without one it is on order.
func (o *ymlOffer) stock(p *Product, note func(string, ...any)) {
	p.Quantity = noted(firstOf(o.InStock, o.Stock, o.Quantity), "quantity", note)
	if least := noted(o.MinOrder, "minimum_order_quantity", note); least != nil && *least > 1 {
		p.MinOrder = *least
	}
	switch available := strings.ToLower(firstOf(o.Available, o.AvailableChild)); {
	case available == "true" || available == "склад":
		p.Availability = InStock
	case available == "false":
		p.Availability = OutOfStock
	case p.Quantity == nil:
		p.Availability = OnOrder
	case *p.Quantity > 0:
		p.Availability = InStock
	default:
		p.Availability = OutOfStock
	}
}

// measures reads weight in kilograms and dimensions in centimetres.
func (o *ymlOffer) measures(p *Product, note func(string, ...any)) {
	if o.Weight != "" {
		p.WeightG = scaled(o.Weight, 1000)
		if p.WeightG == nil {
			note("weight %q cannot be read and is left out", o.Weight)
		}
	}
	if o.Dimensions == "" {
		return
	}
	sizes := strings.Split(o.Dimensions, "/")
	if len(sizes) == 3 {
		p.LengthMM, p.WidthMM, p.HeightMM = scaled(sizes[0], 10), scaled(sizes[1], 10), scaled(sizes[2], 10)
	}
	if p.LengthMM == nil || p.WidthMM == nil || p.HeightMM == nil {
		p.LengthMM, p.WidthMM, p.HeightMM = nil, nil, nil
		note("dimensions %q cannot be read and are left out, write them as 20/15/10", o.Dimensions)
	}
}
