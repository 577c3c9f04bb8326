package revise

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// field is a value of a product that rules can change, in one place or in several: a name
// stands in each language.
type field struct {
	name   string
	places []place
}

// place is one text of a product. While its rule is read, the product says it under plain, so
// that {name} in a rule for names is the name of the language at hand.
type place struct {
	suffix string // of the field's name
	get    func(*supplier.Product) string
	set    func(*supplier.Product, string)
	plain  func(p *supplier.Product, text string) // nil: the field has one text
	main   bool                                   // it gets the default where no place has a text
}

// in gives a place the suffix of its language.
func (p place) in(suffix string) place {
	p.suffix = suffix
	return p
}

func textAt(at func(*supplier.Product) *string, plain func(*supplier.Product, string), main bool) place {
	return place{get: func(p *supplier.Product) string { return *at(p) }, set: func(p *supplier.Product, t string) { *at(p) = t }, plain: plain, main: main}
}

func asName(p *supplier.Product, t string)        { p.Name = t }
func asDescription(p *supplier.Product, t string) { p.Description = t }

// inLanguages are the fields of a text that stands in languages: that of all, then each alone.
func inLanguages(name string, plain func(*supplier.Product) *string, texts func(*supplier.Product) *supplier.Texts, as func(*supplier.Product, string)) (all, uk, ru, en *field) {
	ukrainian := textAt(func(p *supplier.Product) *string { return &texts(p).UK }, as, false).in("_uk")
	russian := textAt(func(p *supplier.Product) *string { return &texts(p).RU }, as, false).in("_ru")
	english := textAt(func(p *supplier.Product) *string { return &texts(p).EN }, as, false).in("_en")
	alone := func(at place) *field {
		at.main = true
		return &field{name, []place{at}}
	}
	all = &field{name, []place{textAt(plain, as, true), ukrainian, russian, english}}
	return all, alone(ukrainian), alone(russian), alone(english)
}

// fields are the spec's texts with their rules, in the order in which they apply: names and
// descriptions last, since they are made of the others.
func (s *Spec) fields() []struct {
	field *field
	specs Fields
} {
	name, nameUK, nameRU, nameEN := inLanguages("name", func(p *supplier.Product) *string { return &p.Name }, func(p *supplier.Product) *supplier.Texts { return &p.Names }, asName)
	text, textUK, textRU, textEN := inLanguages("description", func(p *supplier.Product) *string { return &p.Description }, func(p *supplier.Product) *supplier.Texts { return &p.Descriptions }, asDescription)
	one := func(name string, at func(*supplier.Product) *string) *field {
		return &field{name, []place{textAt(at, nil, true)}}
	}
	return []struct {
		field *field
		specs Fields
	}{
		{one("brand", func(p *supplier.Product) *string { return &p.Brand }), s.Brand},
		{one("country_of_origin", func(p *supplier.Product) *string { return &p.Country }), s.Country},
		{one("barcode", func(p *supplier.Product) *string { return &p.Barcode }), s.Barcode},
		{&field{"category", []place{{get: categoryPath, set: setCategoryPath, main: true}}}, s.Category},
		{name, s.Name}, {nameUK, s.NameUK}, {nameRU, s.NameRU}, {nameEN, s.NameEN},
		{text, s.Description}, {textUK, s.DescriptionUK}, {textRU, s.DescriptionRU}, {textEN, s.DescriptionEN},
	}
}

// numbers are the spec's whole numbers with their rules.
func (s *Spec) numbers() []struct {
	rule numberRule
	spec Number
} {
	return []struct {
		rule numberRule
		spec Number
	}{
		{numberRule{name: "weight_g", at: func(p *supplier.Product) *supplier.Opt[int64] { return &p.WeightG }}, s.WeightG},
		{numberRule{name: "length_mm", at: func(p *supplier.Product) *supplier.Opt[int64] { return &p.LengthMM }}, s.LengthMM},
		{numberRule{name: "width_mm", at: func(p *supplier.Product) *supplier.Opt[int64] { return &p.WidthMM }}, s.WidthMM},
		{numberRule{name: "height_mm", at: func(p *supplier.Product) *supplier.Opt[int64] { return &p.HeightMM }}, s.HeightMM},
	}
}

const level = " > "

// categoryPath is the way to a product's category, "" where it has none.
func categoryPath(p *supplier.Product) string {
	if len(p.Category.Path) > 0 {
		return strings.Join(p.Category.Path, level)
	}
	return p.Category.Name
}

// setCategoryPath makes another category of the way to it. It has no id of the supplier's.
func setCategoryPath(p *supplier.Product, way string) {
	var names []string
	for name := range strings.SplitSeq(way, strings.TrimSpace(level)) {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	p.Category = supplier.Category{Path: names}
	if len(names) > 0 {
		p.Category.Name = names[len(names)-1]
	}
}

type numberRule struct {
	name    string
	at      func(*supplier.Product) *supplier.Opt[int64]
	missing int64
}
