package exporter

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// variables are what expressions can name: the paths of templates, as values of their
// kinds. A number that the supplier did not give is nil.
type variables struct {
	ID          string         `expr:"id"`
	SKU         string         `expr:"sku"`
	GroupID     string         `expr:"group_id"`
	Options     []itemFacts    `expr:"options"`
	Name        string         `expr:"name"`
	Names       texts          `expr:"names"`
	Description string         `expr:"description"`
	Texts       texts          `expr:"descriptions"`
	Brand       string         `expr:"brand"`
	Country     string         `expr:"country_of_origin"`
	Barcode     string         `expr:"barcode"`
	Category    categoryFacts  `expr:"category"`
	Currency    string         `expr:"currency"`
	Price       supplier.Money `expr:"price"`
	OldPrice    supplier.Money `expr:"old_price"`
	RRP         supplier.Money `expr:"rrp"`
	DropPrice   supplier.Money `expr:"drop_price"`
	Tiers       []tierFacts    `expr:"tiers"`
	MinOrder    int64          `expr:"min_order_quantity"`
	State       string         `expr:"availability"`
	Available   bool           `expr:"available"`
	Quantity    any            `expr:"quantity"`
	Images      []string       `expr:"images"`
	Attributes  []itemFacts    `expr:"attributes"`
	WeightG     any            `expr:"weight_g"`
	LengthMM    any            `expr:"length_mm"`
	WidthMM     any            `expr:"width_mm"`
	HeightMM    any            `expr:"height_mm"`
	URL         string         `expr:"url"`
	Variant     variantFacts   `expr:"variant"`
	Item        itemFacts      `expr:"item"` // of the list at hand
	Shop        shopFacts      `expr:"shop"`
	Feed        feedFacts      `expr:"feed"`

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
	Price       supplier.Money `expr:"price"`
	MinQuantity int64          `expr:"min_quantity"`
}

type variantFacts struct {
	Suffix string `expr:"suffix"`
	Number int64  `expr:"number"` // from 1, 0 for a product that stands alone
	Of     int64  `expr:"of"`
	Key    string `expr:"key"` // its values of the attributes in which the group differs
}

type itemFacts struct {
	Name        string         `expr:"name"`
	Value       string         `expr:"value"`
	Unit        string         `expr:"unit"`
	Values      []string       `expr:"values"` // of an option, over the whole group
	ID          string         `expr:"id"`
	URL         string         `expr:"url"`
	Price       supplier.Money `expr:"price"`
	MinQuantity int64          `expr:"min_quantity"`
	Position    int64          `expr:"position"` // from 1
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
}

// vars are the variables at this place.
func (s *scope) vars() *environment {
	if s.env == nil {
		s.env = &environment{}
	}
	e := s.env
	if !e.filled {
		e.variables = variables{}
		s.fillFeed(&e.variables)
		if s.offer != nil {
			s.fillOffer(&e.variables)
		}
		e.filled = true
	}
	s.fillItem(&e.Item)
	return e
}

// move brings the scope to another offer.
func (s *scope) move(o *offer) {
	s.offer, s.product = o, o.product
	if s.env != nil {
		s.env.filled = false
	}
}

func (s *scope) fillFeed(v *variables) {
	f := s.feed
	v.Shop = shopFacts{firstOf(f.ShopName, f.Name), f.ShopURL}
	v.Feed = feedFacts{f.Name, f.date.Format("2006-01-02 15:04")}
	v.Attribute = func(string) string { return "" }
	v.Target = v.Attribute
	v.Mapped = func(name, value, column string) string {
		return f.attributeTarget(&supplier.Attribute{Name: name, Value: value}, column)
	}
	v.Cut = s.shorten
}

func (s *scope) fillOffer(v *variables) {
	p, o := s.product, s.offer
	v.ID, v.SKU, v.GroupID, v.Name, v.Description = p.ID, p.SKU, p.GroupID, p.Name, p.Description
	v.Names, v.Texts = texts(p.Names), texts(p.Descriptions)
	v.Brand, v.Country, v.Barcode, v.URL = p.Brand, p.Country, o.barcode(), p.URL
	v.Category = categoryFacts{p.Category.ID, string(categoryKey(nil, &p.Category)), p.Category.Name, string(categoryPath(nil, s)), p.Category.Path}
	v.Currency, v.Price, v.OldPrice, v.RRP, v.DropPrice = o.prices.Currency, o.prices.Price, o.prices.OldPrice, o.prices.RRP, o.prices.Drop
	for _, t := range o.prices.Tiers {
		v.Tiers = append(v.Tiers, tierFacts{t.Price, t.MinQuantity})
	}
	v.MinOrder, v.State, v.Available = p.MinOrder, p.Availability, o.available
	v.Quantity, v.WeightG = known(o.quantity), known(p.WeightG)
	v.LengthMM, v.WidthMM, v.HeightMM = known(p.LengthMM), known(p.WidthMM), known(p.HeightMM)
	v.Images = o.images
	for i := range o.attributes {
		a := &o.attributes[i]
		v.Attributes = append(v.Attributes, itemFacts{Name: a.Name, Value: a.Value, Unit: a.Unit})
	}
	v.Variant = o.variant.facts()
	if o.variant != nil {
		for _, option := range o.variant.options {
			v.Options = append(v.Options, itemFacts{Name: option.name, Value: option.value, Values: option.values})
		}
	}
	v.Attribute = func(name string) string {
		for i := range o.attributes {
			if o.attributes[i].Name == name {
				return o.attributes[i].Value
			}
		}
		return ""
	}
	v.Target = o.target.Get
}

// shorten is the beginning of a text, and counts where that is not all of it.
func (s *scope) shorten(text string, limit int) string {
	text, cut := markup.Cut(text, limit, markup.Characters)
	if cut {
		s.notes.repair(TextCut)
	}
	return text
}

func known(n supplier.Opt[int64]) any {
	if !n.Known {
		return nil
	}
	return n.Value
}

func (s *scope) fillItem(item *itemFacts) {
	*item = itemFacts{Position: int64(s.index) + 1, URL: s.image}
	if s.attribute != nil {
		item.Name, item.Value, item.Unit = s.attribute.Name, s.attribute.Value, s.attribute.Unit
	}
	if s.mapped != nil {
		item.Name, item.Value = s.mapped.name, s.mapped.value
	}
	if s.option != nil {
		item.Name, item.Value, item.Values = s.option.name, s.option.value, s.option.values
	}
	if s.tier != nil {
		item.Price, item.MinQuantity = s.tier.Price, s.tier.MinQuantity
	}
	if s.category != nil {
		item.ID, item.Name = s.category.id, s.category.name
	}
	if s.currency != nil {
		item.ID = s.currency.id
	}
}

// expressionValue compiles an expression over an offer. Its kind is that of its result:
// money and whole numbers stay such.
func expressionValue(source string) (value, *vm.Program, error) {
	program, err := expr.Compile(source, expressionOptions...)
	if err != nil {
		return value{}, nil, err
	}
	v := compose(func(dst []byte, s *scope) []byte { return appendResult(dst, run(program, s)) })
	v.private = mentions(program, "drop_price")
	v.computed = v.private
	v.uses = uses{tiers: mentions(program, "tiers"), target: mentions(program, "target")}
	switch t := program.Node().Type(); {
	case t == reflect.TypeFor[supplier.Money]():
		v.kind = moneyKind
		v.money = func(s *scope) supplier.Money { m, _ := run(program, s).(supplier.Money); return m }
	case t != nil && t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		v.kind = integerKind
		v.integer = func(s *scope) (int64, bool) { return whole(run(program, s)) }
	}
	return v, program, nil
}

// run evaluates a program. An expression that fails, such as one that adds to a number
// that is not there, has no value; the product is named.
func run(program *vm.Program, s *scope) any {
	env := s.vars()
	out, err := env.machine.Run(program, &env.variables)
	if f, ok := out.(float64); err == nil && ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
		err = errors.New("the result is no number")
	}
	if err != nil {
		if s.notes != nil && s.product != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			s.notes.warn(label(s.product), ExpressionFailed, "%s has no value: %s", program.Source().String(), first)
		}
		return nil
	}
	return out
}

func whole(v any) (int64, bool) {
	r := reflect.ValueOf(v)
	if !r.IsValid() || !r.CanInt() {
		return 0, false
	}
	return r.Int(), true
}

func appendResult(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return dst
	case string:
		return append(dst, strings.ToValidUTF8(v, "")...) // name[0:3] may have ended in a letter
	case bool:
		return strconv.AppendBool(dst, v)
	case float64:
		return appendDecimal(dst, v)
	case supplier.Money:
		return appendMoney(dst, v)
	}
	return fmt.Append(dst, v)
}

// appendDecimal appends a number as people would have computed it: 0.3 and not
// 0.30000000000000004.
func appendDecimal(dst []byte, v float64) []byte {
	if near, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
		v = near
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// mentions reports whether a program names a variable, or the environment as a whole,
// through which every variable can be reached.
func mentions(program *vm.Program, name string) bool {
	found, node := false, program.Node()
	ast.Walk(&node, visitor(func(n ast.Node) {
		if id, ok := n.(*ast.IdentifierNode); ok && (id.Value == name || id.Value == "$env") {
			found = true
		}
	}))
	return found
}

// visitor is called with every node of an expression.
type visitor func(ast.Node)

func (v visitor) Visit(node *ast.Node) { v(*node) }

// expressionOptions are the functions and operators of expressions. Amounts stay exact:
// a number beside one is taken by its decimal digits.
var expressionOptions = []expr.Option{
	expr.Env(&variables{}),
	expr.Function("money", func(p ...any) (any, error) { return toMoney(p[0]) }, new(func(string) supplier.Money), new(func(int) supplier.Money), new(func(float64) supplier.Money)),
	expr.Function("money_plus", arithmetic(supplier.Money.Add), new(func(supplier.Money, supplier.Money) supplier.Money), new(func(supplier.Money, int) supplier.Money), new(func(supplier.Money, float64) supplier.Money)),
	expr.Function("money_minus", arithmetic(supplier.Money.Sub), new(func(supplier.Money, supplier.Money) supplier.Money), new(func(supplier.Money, int) supplier.Money), new(func(supplier.Money, float64) supplier.Money)),
	expr.Function("money_times", arithmetic(times), new(func(supplier.Money, supplier.Money) supplier.Money), new(func(supplier.Money, int) supplier.Money), new(func(supplier.Money, float64) supplier.Money)),
	expr.Function("money_text", func(p ...any) (any, error) { return textOf(p[0]) + textOf(p[1]), nil }, new(func(supplier.Money, string) string), new(func(string, supplier.Money) string)),
	comparison("money_less", func(c int) bool { return c < 0 }), comparison("money_more", func(c int) bool { return c > 0 }),
	comparison("money_most", func(c int) bool { return c <= 0 }), comparison("money_least", func(c int) bool { return c >= 0 }),
	expr.Operator("+", "money_plus", "money_text"), expr.Operator("-", "money_minus"), expr.Operator("*", "money_times"),
	expr.Operator("<", "money_less"), expr.Operator(">", "money_more"), expr.Operator("<=", "money_most"), expr.Operator(">=", "money_least"),
	expr.Function("rounded", rounded, new(func(supplier.Money, int) supplier.Money)),
	expr.Function("present", func(p ...any) (any, error) { return !blank(textOf(p[0])), nil }, new(func(any) bool)),
	expr.Function("text", func(p ...any) (any, error) { return textOf(p[0]), nil }, new(func(any) string)),
	expr.Function("either", either, new(func(string, ...string) string), new(func(supplier.Money, ...supplier.Money) supplier.Money)),
	expr.Function("plain", func(p ...any) (any, error) { return markup.Plain(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("line", func(p ...any) (any, error) { return markup.Line(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("stable_number", func(p ...any) (any, error) { return stableNumber(p[0].(string)), nil }, new(func(string) int64)),
	expr.Function("file_name", func(p ...any) (any, error) { return fileName(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("file_path", func(p ...any) (any, error) { return filePath(p[0].(string)), nil }, new(func(string) string)),
	expr.Function("slug", func(p ...any) (any, error) { return slug(p[0].(string)), nil }, new(func(string) string)),
}

func textOf(v any) string { return string(appendResult(nil, v)) }

// either is the first of its arguments that is there.
func either(p ...any) (any, error) {
	for _, v := range p {
		if !blank(textOf(v)) {
			return v, nil
		}
	}
	return p[0], nil
}

func toMoney(v any) (supplier.Money, error) {
	switch v := v.(type) {
	case supplier.Money:
		return v, nil
	case string:
		return supplier.ParseMoney(v)
	}
	return supplier.ParseMoney(textOf(v))
}

// arithmetic is an operation on amounts. Where one is absent, so is the result.
func arithmetic(do func(a, b supplier.Money) (supplier.Money, error)) func(...any) (any, error) {
	return func(p ...any) (any, error) {
		a, err := toMoney(p[0])
		if err != nil {
			return nil, err
		}
		b, err := toMoney(p[1])
		if err != nil || !a.IsSet() || !b.IsSet() {
			return supplier.Money{}, err
		}
		return do(a, b)
	}
}

func times(a, b supplier.Money) (supplier.Money, error) { return a.MulAdd(b, supplier.Money{}) }

// rounded is an amount with so many decimals, a half up.
func rounded(p ...any) (any, error) {
	step, err := supplier.ParseMoney("1e" + strconv.Itoa(-p[1].(int)))
	if err != nil {
		return nil, err
	}
	return p[0].(supplier.Money).RoundTo(step, supplier.Money{}, supplier.Nearest)
}

func comparison(name string, holds func(int) bool) expr.Option {
	return expr.Function(name, func(p ...any) (any, error) {
		a, err := toMoney(p[0])
		if err != nil {
			return nil, err
		}
		b, err := toMoney(p[1])
		if err != nil {
			return nil, err
		}
		return a.IsSet() && b.IsSet() && holds(a.Cmp(b)), nil
	}, new(func(supplier.Money, supplier.Money) bool), new(func(supplier.Money, int) bool), new(func(supplier.Money, float64) bool))
}

// stableNumber is a number from 1 to 2,147,483,647 that a text always has: the text's own
// where it is one.
func stableNumber(s string) int64 {
	if n, err := strconv.ParseInt(s, 10, 32); err == nil && n > 0 && s[0] != '0' && s[0] != '+' {
		return n
	}
	sum := sha256.Sum256([]byte(s))
	return int64(binary.BigEndian.Uint32(sum[:])%(1<<31-1)) + 1
}

// fileName is the last part of an address, without what follows a question mark.
func fileName(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return path.Base(address)
}

// filePath is the path of an address as the name of a file below some folder: decoded,
// without host, without what follows a question mark, and never above that folder.
func filePath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return fileName(address)
	}
	return strings.TrimPrefix(path.Clean("/"+u.Path), "/")
}

// slug is a text as a part of an address: small Latin letters, digits and hyphens. Ukrainian
// letters are written as the Cabinet of Ministers' resolution 55 of 2010 has them.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		t := string(r)
		if latin, ok := transliteration[r]; ok {
			t = latin
		} else if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteString(t)
	}
	return b.String()
}

var transliteration = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "h", 'ґ': "g", 'д': "d", 'е': "e", 'є': "ie", 'ж': "zh", 'з': "z", 'и': "y", 'і': "i",
	'ї': "i", 'й': "i", 'к': "k", 'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u",
	'ф': "f", 'х': "kh", 'ц': "ts", 'ч': "ch", 'ш': "sh", 'щ': "shch", 'ь': "", 'ю': "iu", 'я': "ia", '\'': "", '’': "",
	'ё': "e", 'ы': "y", 'э': "e", 'ъ': "",
}
