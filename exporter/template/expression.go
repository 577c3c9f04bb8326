package template

import (
	"cmp"
	"errors"
	"math"
	"reflect"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// vars are the variables at this place.
func (s *Scope) vars() *environment {
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
		e.filled, e.groupFilled, e.membersFilled = true, false, false
	}
	s.fillItem(&e.Item)
	return e
}

func (s *Scope) fillFeed(v *variables) {
	f := s.Facts
	v.Shop = shopFacts{cmp.Or(f.ShopName, f.Name), f.ShopURL}
	v.Feed = feedFacts{f.Name, f.Date.Format(wording.MinuteLayout)}
	v.Attribute = func(string) string { return "" }
	v.Target = v.Attribute
	v.Mapped = func(name, value, column string) string {
		return f.attributeTarget(&supplier.Attribute{Name: name, Value: value}, column)
	}
	v.Cut = s.shorten
}

func (s *Scope) fillOffer(v *variables) {
	p, o := s.product, s.offer
	v.OfferID, v.Labels = o.ID, o.labels()
	v.ID, v.SKU, v.GroupID, v.Name, v.Description = p.ID, p.SKU, p.GroupID, p.Name, p.Description
	v.Names, v.Texts = texts(p.Names), texts(p.Descriptions)
	v.Supplier, v.Brand, v.Country, v.Barcode, v.GTIN, v.URL = p.Supplier, p.Brand, p.Country, o.Barcode(), function.GTIN(o.Barcode()), o.Page
	v.Category = s.Facts.facts(&p.Category)
	v.Currency, v.Price, v.OldPrice, v.RRP, v.DropPrice = o.Prices.Currency, o.Prices.Price, o.Prices.OldPrice, o.Prices.RRP, o.Prices.Drop
	for _, t := range o.Prices.Tiers {
		v.Tiers = append(v.Tiers, tierFacts{t.Price, t.MinQuantity})
	}
	v.MinOrder, v.State, v.Available = p.MinOrder, p.Availability, o.Available
	v.Quantity, v.Stated, v.WeightG = knownNumber(o.Quantity), knownNumber(o.Stated), knownNumber(p.WeightG)
	v.LengthMM, v.WidthMM, v.HeightMM = knownNumber(p.LengthMM), knownNumber(p.WidthMM), knownNumber(p.HeightMM)
	v.Images = o.Images
	for i := range o.Attributes {
		a := &o.Attributes[i]
		v.Attributes = append(v.Attributes, itemFacts{Name: a.Name, Value: a.Value, Unit: a.Unit})
	}
	v.Variant = o.Variant.facts()
	v.Options = o.Variant.optionFacts()
	v.Attribute = func(name string) string {
		for i := range o.Attributes {
			if o.Attributes[i].Name == name {
				return o.Attributes[i].Value
			}
		}
		return ""
	}
	v.Target = o.target
}

// facts are what expressions can show of a category.
func (f *Facts) facts(c *supplier.Category) categoryFacts {
	return categoryFacts{c.ID, string(f.Keys.Append(nil, c)), c.Name, string(c.AppendWay(nil)), c.Path}
}

// fillGroup fills what is said of the offer's group.
func (s *Scope) fillGroup(v *variables) {
	o, p := s.offer, s.offer.groupProduct()
	v.Group = groupFacts{Name: p.Name, Names: texts(p.Names), Description: p.Description, Texts: texts(p.Descriptions), Brand: p.Brand, Country: p.Country, Images: o.Images}
	if o.Variant == nil {
		v.Group.Category = v.Category
	} else {
		v.Group.Category, v.Group.Images = s.Facts.facts(&p.Category), o.Variant.Group.Images
		for _, option := range o.Variant.Group.Options {
			v.Group.Options = append(v.Group.Options, itemFacts{Name: option.Name, Values: option.Values})
		}
	}
	for _, a := range o.namedAttributes() {
		v.Group.Attributes = append(v.Group.Attributes, itemFacts{Name: a.Name, Values: a.Values})
	}
}

// fillMembers fills what is said of the members of the offer's group.
func (s *Scope) fillMembers(v *variables) {
	if s.offer.Variant == nil {
		return
	}
	for _, o := range s.offer.Variant.Group.Members {
		v.Group.Members = append(v.Group.Members, memberFacts{SKU: o.Product.SKU, Price: o.Prices.Price, State: o.Product.Availability,
			Available: o.Available, Quantity: knownNumber(o.Quantity), WeightG: knownNumber(o.Product.WeightG), Key: o.Variant.facts().Key, Options: o.Variant.optionFacts()})
	}
}

// shorten is the beginning of a text, and counts where that is not all of it.
func (s *Scope) shorten(text string, limit int) string {
	text, cut := markup.Cut(text, limit, markup.Characters)
	if cut {
		s.Notes.Repair(remark.TextCut)
	}
	return text
}

func knownNumber(n supplier.Opt[int64]) any {
	if !n.Known {
		return nil
	}
	return n.Value
}

func (s *Scope) fillItem(facts *itemFacts) {
	*facts = itemFacts{Position: int64(s.index) + 1, URL: s.image}
	if s.attribute != nil {
		facts.Name, facts.Value, facts.Unit = s.attribute.Name, s.attribute.Value, s.attribute.Unit
	}
	if s.mapped != nil {
		facts.Name, facts.Value = s.mapped.name, s.mapped.value
	}
	if s.named != nil {
		facts.Name, facts.Values = s.named.Name, s.named.Values
	}
	if s.option != nil {
		facts.Name, facts.Value, facts.Values = s.option.Name, s.option.Value, s.option.Values
	}
	if s.tier != nil {
		facts.Price, facts.MinQuantity = s.tier.Price, s.tier.MinQuantity
	}
	if s.category != nil {
		facts.ID, facts.Name = s.category.ID, s.category.Name
	}
	if s.currency != nil {
		facts.ID = s.currency.ID
	}
}

// expressionValue compiles an expression over an offer. Its kind is that of its result:
// money and whole numbers stay such.
func expressionValue(source string) (value, *vm.Program, error) {
	program, err := expr.Compile(source, expressionOptions()...)
	if err != nil {
		return value{}, nil, err
	}
	of := asks{mentions(program, "group"), mentionsMembers(program), mentions(program, "margin")}
	v := compose(func(dst []byte, s *Scope) []byte { return function.Append(dst, run(program, s, of)) })
	v.paid = mentions(program, "drop_price")
	v.private = v.paid || of.margin
	v.computed = v.private
	v.uses = Uses{Tiers: mentions(program, "tiers"), Target: mentions(program, "target"), GTIN: mentions(program, "gtin"), Page: mentions(program, "url")}
	v.ofMembers = of.members && of.group
	switch t := program.Node().Type(); {
	case t == reflect.TypeFor[money.Amount]():
		v.kind = moneyKind
		v.money = func(s *Scope) money.Amount { m, _ := run(program, s, of).(money.Amount); return m }
	case t != nil && t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		v.kind = integerKind
		v.integer = func(s *Scope) (int64, bool) { return whole(run(program, s, of)) }
	}
	return v, program, nil
}

// asks is what of a group an expression shows, beside the offer itself.
type asks struct{ group, members, margin bool }

// run evaluates a program. An expression that fails, such as one that adds to a number
// that is not there, has no value; the product is named.
func run(program *vm.Program, s *Scope, of asks) any {
	env := s.vars()
	if of.margin && s.offer != nil {
		env.Margin = s.offer.Prices.Margin()
	}
	if of.group && !env.groupFilled && s.offer != nil {
		s.fillGroup(&env.variables)
		env.groupFilled = true
	}
	if of.members && !env.membersFilled && s.offer != nil {
		s.fillMembers(&env.variables)
		env.membersFilled = true
	}
	out, err := env.machine.Run(program, &env.variables)
	if f, ok := out.(float64); err == nil && ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
		err = errors.New("the result is no number")
	}
	if err != nil {
		if s.Notes != nil && s.product != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			s.Notes.Warn(remark.Label(s.product), remark.ExpressionFailed, "remark.expression_failed", program.Source().String(), knownTypes(first))
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

// mentionsMembers reports whether a program names group.members, or can reach it by another way
// to the group.
func mentionsMembers(program *vm.Program) bool {
	groups, others, node := 0, 0, program.Node()
	found := false
	ast.Walk(&node, visitor(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.IdentifierNode:
			if n.Value == "group" {
				groups++
			}
			found = found || n.Value == "$env"
		case *ast.MemberNode:
			id, ofName := n.Node.(*ast.IdentifierNode)
			name, named := n.Property.(*ast.StringNode)
			if ofName && named && id.Value == "group" && name.Value != "members" {
				others++
			}
		}
	}))
	return found || groups > others
}

// visitor is called with every node of an expression.
type visitor func(ast.Node)

func (v visitor) Visit(node *ast.Node) { v(*node) }

// knownTypes keeps the name under which messages about expressions tell of amounts,
// wherever their type lives.
func knownTypes(message string) string {
	return strings.ReplaceAll(message, "money.Amount", "supplier.Money")
}
