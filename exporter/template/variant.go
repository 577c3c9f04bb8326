package template

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Group is the variants of one thing, which some targets want beside each other and told
// apart by the attributes in which they differ.
type Group struct {
	Size       int               // how many members the catalogue has
	Options    []Option          // the attributes that differ, with all their values
	Product    *supplier.Product // what the product of the group says: texts, brand, category
	Images     []string          // of all members, each once
	Attributes []NamedAttribute  // of all members, the options among them
	Members    []*Offer          // those that are in the feed, in its order; none before the feed has chosen

	// What of the group found no place.
	PicturesLeftOut   int
	AttributesLeftOut []string // names
}

// Variant is a product's place in its group.
type Variant struct {
	Group   *Group
	Index   int      // from 0
	Leads   bool     // it is the first of those that are in the feed
	Ends    bool     // it is the last of them
	Options []Option // its own values of the attributes that differ
	Title   string   // what tells it from members of the same name, "" where none has it
}

// Option is an attribute in which variants differ.
type Option struct {
	Name   string
	Value  string   // of one variant
	Values []string // of the group, in the order of its members' ids
}

// suffix is what tells a variant from those of the same name.
func (v *Variant) suffix() string {
	if v == nil {
		return ""
	}
	return v.Title
}

// optionFacts are the variant's own values of what differs, none of a product that stands alone.
func (v *Variant) optionFacts() (out []itemFacts) {
	if v == nil {
		return nil
	}
	for _, o := range v.Options {
		out = append(out, itemFacts{Name: o.Name, Value: o.Value, Values: o.Values})
	}
	return out
}

func (v *Variant) facts() variantFacts {
	if v == nil {
		return variantFacts{}
	}
	var values []string
	for _, o := range v.Options {
		values = append(values, o.Value)
	}
	return variantFacts{v.Title, int64(v.Index) + 1, int64(v.Group.Size), strings.Join(values, " / ")}
}
