package template

import (
	"sync"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/exporter/template/names"
	"github.com/dropbridge/dropbridge/internal/money"
)

// variables are what expressions can name: the paths of templates, as values of their
// kinds. A number that the supplier did not give is nil.
type variables struct {
	ID          string        `expr:"id"`
	OfferID     string        `expr:"offer_id"`
	SKU         string        `expr:"sku"`
	GroupID     string        `expr:"group_id"`
	Options     []itemFacts   `expr:"options"`
	Name        string        `expr:"name"`
	Names       texts         `expr:"names"`
	Description string        `expr:"description"`
	Texts       texts         `expr:"descriptions"`
	Supplier    string        `expr:"supplier"` // by its name in the config, "" where there is but one
	Brand       string        `expr:"brand"`
	Country     string        `expr:"country_of_origin"`
	Barcode     string        `expr:"barcode"`
	GTIN        string        `expr:"gtin"`
	Category    categoryFacts `expr:"category"`
	Currency    string        `expr:"currency"`
	Price       money.Amount  `expr:"price"`
	OldPrice    money.Amount  `expr:"old_price"`
	RRP         money.Amount  `expr:"rrp"`
	DropPrice   money.Amount  `expr:"drop_price"`
	Margin      money.Amount  `expr:"margin"` // percent over the drop price
	Labels      []string      `expr:"labels"` // of the owner's rules
	Tiers       []tierFacts   `expr:"tiers"`
	MinOrder    int64         `expr:"min_order_quantity"`
	State       string        `expr:"availability"`
	Available   bool          `expr:"available"`
	Quantity    any           `expr:"quantity"`
	Stated      any           `expr:"stated_quantity"`
	Images      []string      `expr:"images"`
	Attributes  []itemFacts   `expr:"attributes"`
	WeightG     any           `expr:"weight_g"`
	LengthMM    any           `expr:"length_mm"`
	WidthMM     any           `expr:"width_mm"`
	HeightMM    any           `expr:"height_mm"`
	URL         string        `expr:"url"`
	Variant     variantFacts  `expr:"variant"`
	Group       groupFacts    `expr:"group"`
	Item        itemFacts     `expr:"item"` // of the list at hand
	Shop        shopFacts     `expr:"shop"`
	Feed        feedFacts     `expr:"feed"`

	Attribute func(name string) string                `expr:"attribute"` // the value of the first attribute with that name
	Target    func(column string) string              `expr:"target"`    // of the category map
	Mapped    func(name, value, column string) string `expr:"mapped"`    // of the attribute map
	Cut       func(text string, limit int) string     `expr:"cut"`       // at most so many characters, at a word
}

type texts struct {
	UK string `expr:"uk"`
	RU string `expr:"ru"`
	EN string `expr:"en"`
}

type categoryFacts struct {
	ID    string   `expr:"id"`
	Key   string   `expr:"key"`
	Name  string   `expr:"name"`
	Path  string   `expr:"path"`
	Names []string `expr:"names"`
}

type tierFacts struct {
	Price       money.Amount `expr:"price"`
	MinQuantity int64        `expr:"min_quantity"`
}

type variantFacts struct {
	Suffix string `expr:"suffix"`
	Number int64  `expr:"number"` // from 1, 0 for a product that stands alone
	Of     int64  `expr:"of"`
	Key    string `expr:"key"` // its values of the attributes in which the group differs
}

type itemFacts struct {
	Name        string       `expr:"name"`
	Value       string       `expr:"value"`
	Unit        string       `expr:"unit"`
	Values      []string     `expr:"values"` // of an option, over the whole group
	ID          string       `expr:"id"`
	URL         string       `expr:"url"`
	Price       money.Amount `expr:"price"`
	MinQuantity int64        `expr:"min_quantity"`
	Position    int64        `expr:"position"` // from 1
}

// groupFacts are what the product of a group says, or a product that stands alone.
type groupFacts struct {
	Name        string        `expr:"name"`
	Names       texts         `expr:"names"`
	Description string        `expr:"description"`
	Texts       texts         `expr:"descriptions"`
	Brand       string        `expr:"brand"`
	Country     string        `expr:"country_of_origin"`
	Category    categoryFacts `expr:"category"`
	Images      []string      `expr:"images"`
	Attributes  []itemFacts   `expr:"attributes"`
	Options     []itemFacts   `expr:"options"`
	Members     []memberFacts `expr:"members"`
}

// memberFacts are what rows of a group can say of its members that are in the feed.
type memberFacts struct {
	SKU       string       `expr:"sku"`
	Price     money.Amount `expr:"price"`
	State     string       `expr:"availability"`
	Available bool         `expr:"available"`
	Quantity  any          `expr:"quantity"`
	WeightG   any          `expr:"weight_g"`
	Key       string       `expr:"key"`
	Options   []itemFacts  `expr:"options"`
}

type shopFacts struct {
	Name string `expr:"name"`
	URL  string `expr:"url"`
}

type feedFacts struct {
	Name string `expr:"name"`
	Date string `expr:"date"`
}

// environment is one worker's memory for expressions.
type environment struct {
	variables
	machine vm.VM
	filled  bool // with the offer at hand

	groupFilled, membersFilled bool // with what is said of its group, which few expressions ask for
}

// expressionOptions are the names, functions and operators of expressions.
func expressionOptions() []expr.Option {
	return append([]expr.Option{expr.Env(&variables{})}, function.Options()...)
}

// checker knows the names that expressions can have.
var checker = sync.OnceValue(func() *names.Checker { return names.NewChecker(&variables{}, expressionOptions()) })
