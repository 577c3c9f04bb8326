package catalog

import (
	"time"

	"github.com/govalues/decimal"
)

// Availability values of the service's contract. A reader keeps unknown ones.
const (
	InStock      = "in_stock"
	OutOfStock   = "out_of_stock"
	OnOrder      = "on_order"
	Discontinued = "discontinued"
)

// Product is one sellable thing: a flat row, also where it is a variant. An absent
// text is "", an absent number nil; the JSON shows both as null.
type Product struct {
	ID           string            // stable, unique
	SKU          string            // unique; what orders name
	GroupID      string            // shared by the variants of one thing
	Name         string            // in the supplier's main language
	Names        map[string]string // by language: uk, ru, en
	Description  string            // may hold HTML
	Descriptions map[string]string // by language: uk, ru, en
	Brand        string
	Country      string // country of origin
	Barcode      string
	Category     *Category
	Currency     string           // ISO 4217, of all prices of the product
	DropPrice    decimal.Decimal  // what a reseller pays for one piece
	RRP          *decimal.Decimal // recommended retail price
	Tiers        []Tier           // wholesale prices, by rising MinQuantity
	MinOrder     int              // least quantity of an order
	Availability string           // see InStock
	Quantity     *int             // pieces in stock; nil: hidden
	Images       []string         // addresses; the first is the cover
	Attributes   []Attribute      // order and repeated names matter
	WeightG      *int             // grams
	LengthMM     *int             // millimetres
	WidthMM      *int
	HeightMM     *int
	URL          string
	CreatedAt    time.Time
	UpdatedAt    time.Time // changes on any change, stock and price included
}

// Category is where a product stands in the tree.
type Category struct {
	ID   string
	Name string
	Path []string // names from the root to this category, itself included
}

// Tier is a wholesale price: what one piece costs from MinQuantity pieces on.
type Tier struct {
	MinQuantity int // at least 2
	Price       decimal.Decimal
}

// Attribute is one property of a product, such as {"Вага", "450", "г"}.
type Attribute struct {
	Name, Value, Unit string
}

// CategoryNode is one category of the tree; a root has no ParentID.
type CategoryNode struct {
	ID, ParentID, Name string
}

// Catalog is a set of products with unique ids and unique SKUs. A product's
// category is one of Categories.
type Catalog struct {
	Products   []Product
	Categories []CategoryNode // parents before their children
	Notes      []string       // what was odd in a loaded file, one line each
}
