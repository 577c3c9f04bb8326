package form

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// Mapping is what somebody says of the lists of one form: the language of list mappings, and
// the same keys in the config.
type Mapping struct {
	Format   string            `yaml:"format"`   // one of listfile.Formats
	Records  string            `yaml:"records"`  // the path of the records in XML and JSON
	Price    string            `yaml:"price"`    // drop or rrp: whose the one price is
	Currency string            `yaml:"currency"` // of prices that name none
	Fields   map[string]string `yaml:"fields"`   // paths or headings by the fields of a product
	Ignore   []string          `yaml:"ignore"`   // columns that are not read
	Words    map[string]string `yaml:"words"`    // availabilities by what cells of stock say

	Made *mapping.Records `yaml:"-"` // how products are made where the mapping says it in the language of services

	Attributes []string `yaml:"attributes"`   // columns that are attributes, called as they are
	Variants   string   `yaml:"variants"`     // the path of a product's variants in XML and JSON
	Mark       string   `yaml:"variant_mark"` // see Hints
	Sheets     []string `yaml:"sheets"`       // of a workbook: those that are read
	Sections   string   `yaml:"sections"`     // how rows that name sections stand to each other: see listfile.How
}

// file is a mapping's file.
type file struct {
	Name        string              `yaml:"name"`
	Kind        string              `yaml:"kind"`
	Description string              `yaml:"description"`
	Mapping     Mapping             `yaml:",inline"`
	Language    mapping.RecordsFile `yaml:",inline"`
}

// Compile reads a mapping's file; name is what messages call it.
func Compile(name string, data []byte) (Mapping, error) {
	var f file
	if err := strictyaml.Decode(name, data, &f); err != nil {
		return Mapping{}, err
	}
	records, err := mapping.CompileRecords(name, f.Language)
	if err != nil {
		return Mapping{}, err
	}
	if records != nil && (len(f.Mapping.Fields) > 0 || f.Mapping.Variants != "" || len(f.Mapping.Attributes) > 0) {
		return Mapping{}, failure.Mistake("say all of it under products:, whose fields: and variants: are those of services", "%s: fields, attributes and variants stand beside products", name)
	}
	f.Mapping.Made = records
	return f.Mapping, f.Mapping.Check(name)
}

// Check refuses words that nobody knows; at is where the mapping stands.
func (m *Mapping) Check(at string) error {
	if m.Format != "" && !slices.Contains(listfile.Formats(), m.Format) {
		return failure.Mistake("one of: "+strings.Join(listfile.Formats(), ", "), "%s: format: %q is not known", at, m.Format)
	}
	if m.Price != "" && m.Price != "drop" && m.Price != "rrp" {
		return failure.Mistake("drop: the price is what you pay; rrp: it is what your customer pays", "%s: price: %q is not known", at, m.Price)
	}
	if m.Currency != "" && (len(m.Currency) != 3 || strings.ToUpper(m.Currency) != m.Currency) {
		return failure.Mistake("write its code, such as UAH or USD", "%s: currency: %q is no currency", at, m.Currency)
	}
	if m.Sections != "" && m.Sections != listfile.NestedSections && m.Sections != listfile.FlatSections {
		return failure.Mistake("nested: one below the other is within it; flat: the last one counts", "%s: sections: %q is not known", at, m.Sections)
	}
	for field := range m.Fields {
		if !slices.Contains(Roles(), Role(field)) {
			return failure.Mistake(nearestRole(field), "%s: fields: %q is no field of a product", at, field)
		}
	}
	for word, state := range m.Words {
		if !slices.Contains(supplier.Availabilities(), state) {
			return failure.Mistake("one of: "+strings.Join(supplier.Availabilities(), ", "), "%s: words: %q: %q is not known", at, word, state)
		}
	}
	return nil
}

func nearestRole(field string) string {
	var known []string
	for _, role := range Roles() {
		known = append(known, string(role))
	}
	if near := strictyaml.Nearest(field, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "one of: " + strings.Join(known, ", ")
}

// Under is the mapping with what another one says laid over it.
func (m Mapping) Under(over Mapping) Mapping {
	out := Mapping{Made: m.Made, Format: m.Format, Records: m.Records, Price: m.Price, Currency: m.Currency, Variants: m.Variants, Mark: m.Mark, Sections: m.Sections, Fields: map[string]string{}, Words: map[string]string{}}
	for _, one := range []Mapping{m, over} {
		for field, path := range one.Fields {
			out.Fields[field] = path
		}
		for word, state := range one.Words {
			out.Words[word] = state
		}
		out.Ignore = append(out.Ignore, one.Ignore...)
		out.Attributes = append(out.Attributes, one.Attributes...)
		if len(one.Sheets) > 0 {
			out.Sheets = one.Sheets
		}
	}
	for _, pair := range [][2]*string{{&out.Format, &over.Format}, {&out.Records, &over.Records}, {&out.Price, &over.Price}, {&out.Currency, &over.Currency},
		{&out.Variants, &over.Variants}, {&out.Mark, &over.Mark}, {&out.Sections, &over.Sections}} {
		if *pair[1] != "" {
			*pair[0] = *pair[1]
		}
	}
	return out
}

// Hints are what the mapping says of a list that stands in the config under that key.
func (m Mapping) Hints(key string) Hints {
	hints := Hints{Made: m.Made, Key: key, Currency: m.Currency, Fields: map[Role]string{}, Ignored: m.Ignore, Words: m.Words, Own: m.Attributes, Apart: m.Variants, Mark: m.Mark, Sections: m.Sections}
	for field, path := range m.Fields {
		hints.Fields[Role(field)] = path
	}
	switch m.Price {
	case "drop":
		hints.Price = DropPrice
	case "rrp":
		hints.Price = RRP
	}
	return hints
}
