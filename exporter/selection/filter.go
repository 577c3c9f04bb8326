package selection

import (
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Filter says which products a feed takes: those that pass every condition that is set.
// The zero Filter takes all. What a not_ list names is out, whatever else names it.
type Filter struct {
	// Categories, by the supplier's id, by path ("Дім > Кухня") or by a name that may stand
	// anywhere ("* > Чайники"), with all that lies below them. An id reaches what lies below it only as far as Selector.Learn knows it.
	Categories    Names `yaml:"categories"`
	NotCategories Names `yaml:"not_categories"`

	Brands    Names `yaml:"brands"`
	NotBrands Names `yaml:"not_brands"`

	// Suppliers, by their names in the config, of a feed that has several.
	Suppliers    Names `yaml:"suppliers"`
	NotSuppliers Names `yaml:"not_suppliers"`

	InStock    bool `yaml:"in_stock"` // only what can be sent now
	HasPicture bool `yaml:"has_picture"`

	// PriceFrom and PriceTo bound the feed's own price, in its currency, both inclusive. A
	// product without a price lies within no bounds.
	PriceFrom Amount `yaml:"price_from"`
	PriceTo   Amount `yaml:"price_to"`

	// SKUs and NotSKUs name files: one SKU a line, or a CSV with its SKUs in the column
	// headed sku (or артикул, код and the like), in the first one where none is.
	SKUs    string `yaml:"skus"`
	NotSKUs string `yaml:"not_skus"`
}

// Names is a list of names or ids. From YAML each keeps its letters: 0120 is an id and
// not a number.
type Names []string

// Amount is a plain decimal number such as 99.50, kept letter by letter; "" is none.
type Amount string

// UnmarshalYAML refuses keys without a value: an emptied list would otherwise be no
// condition at all, and the feed would take everything. Feeds may share a filter by an
// alias, but not a part of one: the library does not tell a part of anchors outside it.
func (f *Filter) UnmarshalYAML(node ast.Node) error {
	if mapping, ok := node.(*ast.MappingNode); ok {
		for _, entry := range mapping.Values {
			if _, null := entry.Value.(*ast.NullNode); null {
				return strictyaml.Mistake(entry.Key, "%s has no value: give it one, or remove the key", entry.Key.GetToken().Value)
			}
		}
	}
	type plain Filter // without this method
	return yaml.NodeToValue(node, (*plain)(f), yaml.Strict())
}

// UnmarshalYAML reads a list of scalars by their letters.
func (n *Names) UnmarshalYAML(node ast.Node) error {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		return strictyaml.Mistake(node, "want a list, such as [%s]", node.GetToken().Value)
	}
	if len(list.Values) == 0 {
		return strictyaml.Mistake(node, "the list is empty: fill it, or remove the key")
	}
	*n = (*n)[:0]
	for _, item := range list.Values {
		text, err := letters(item)
		if err != nil {
			return err
		}
		if strings.TrimSpace(text) == "" {
			return strictyaml.Mistake(item, "the list has a blank entry: fill it, or remove it")
		}
		*n = append(*n, text)
	}
	return nil
}

// UnmarshalYAML reads a number or a text by its letters.
func (a *Amount) UnmarshalYAML(node ast.Node) error {
	text, err := letters(node)
	*a = Amount(text)
	return err
}

// letters is a scalar as it is written, without quotes.
func letters(node ast.Node) (string, error) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, nil
	}
	return "", strictyaml.Mistake(node, "want a text or a number")
}

// Compile checks the filter, reads its lists of SKUs and makes the Selector. What is
// wrong is an *Error, or wraps that of read. A nil Filter has a nil Selector, which
// takes all.
func (f *Filter) Compile(read func(name string) ([]byte, error)) (*Selector, error) {
	if f == nil {
		return nil, nil
	}
	s := &Selector{inStock: f.InStock, hasPicture: f.HasPicture}
	s.categories.seen = newCategoryMemo[bool]()
	var err error
	if s.from, s.to, err = f.band(); err != nil {
		return nil, err
	}
	if err := f.emptyList(); err != nil {
		return nil, err
	}
	if err := f.contradiction(); err != nil {
		return nil, err
	}
	if s.categories.only, err = newCategorySet("categories", f.Categories); err != nil {
		return nil, err
	}
	if s.categories.not, err = newCategorySet("not_categories", f.NotCategories); err != nil {
		return nil, err
	}
	if s.brands.only, err = brandSet("brands", f.Brands); err != nil {
		return nil, err
	}
	if s.brands.not, err = brandSet("not_brands", f.NotBrands); err != nil {
		return nil, err
	}
	s.suppliers.only, s.suppliers.not = supplierSet("suppliers", f.Suppliers), supplierSet("not_suppliers", f.NotSuppliers)
	if s.skus.only, err = skuList("skus", f.SKUs, read); err != nil {
		return nil, err
	}
	if s.skus.not, err = skuList("not_skus", f.NotSKUs, read); err != nil {
		return nil, err
	}
	return s, nil
}

// emptyList is an error for a list that is there and names nothing: it would be no
// condition, or keep everything out.
func (f *Filter) emptyList() error {
	for _, list := range []struct {
		key   string
		names Names
	}{
		{"categories", f.Categories}, {"not_categories", f.NotCategories},
		{"brands", f.Brands}, {"not_brands", f.NotBrands},
		{"suppliers", f.Suppliers}, {"not_suppliers", f.NotSuppliers},
	} {
		if list.names != nil && len(list.names) == 0 {
			return filterError("fill the list, or remove it", "%s is an empty list", list.key)
		}
	}
	return nil
}

// band reads the bounds of the price.
func (f *Filter) band() (from, to money.Amount, err error) {
	bound := func(key string, text Amount) (money.Amount, error) {
		if text == "" {
			return money.Amount{}, nil
		}
		m, err := money.Parse(string(text))
		if err != nil || m.Sign() < 0 {
			return m, filterError("write a number such as 99.50, without a sign, blanks or a currency", "%s is %s, which is no price", key, shown([]string{string(text)}))
		}
		return m, nil
	}
	if from, err = bound("price_from", f.PriceFrom); err != nil {
		return from, to, err
	}
	if to, err = bound("price_to", f.PriceTo); err != nil {
		return from, to, err
	}
	if from.IsSet() && to.IsSet() && from.Cmp(to) > 0 {
		return from, to, filterError("swap them", "price_from %s is above price_to %s, so that no product is within", f.PriceFrom, f.PriceTo)
	}
	return from, to, nil
}

// contradiction is an error for what is wanted and not wanted at once.
func (f *Filter) contradiction() error {
	for _, pair := range []struct {
		key       string
		only, not Names
		fold      func(string) string
	}{
		{"categories", f.Categories, f.NotCategories, foldPath},
		{"brands", f.Brands, f.NotBrands, fold},
		{"suppliers", f.Suppliers, f.NotSuppliers, strings.TrimSpace},
	} {
		refused := map[string]bool{}
		for _, name := range pair.not {
			refused[pair.fold(name)] = true
		}
		for _, name := range pair.only {
			if refused[pair.fold(name)] {
				return filterError("remove it from one of them", "%s stands in %s and in not_%s", shown([]string{name}), pair.key, pair.key)
			}
		}
	}
	return nil
}
