package exporter

import (
	"slices"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
)

// categorise gives an offer the rows of the category maps. A category that the feed's own map
// lacks is no gap where the built-in one answers for all that the template asks.
func (f *feed) categorise(o *offer) {
	c := &o.Product.Category
	answered := false
	if len(f.usual) > 0 {
		o.Usual, answered = f.Usual.Peek(c)
	}
	switch {
	case f.Categories == nil:
	case answered && f.usualAlone:
		o.Target, _ = f.Categories.Peek(c)
	default:
		o.Target, _ = f.Categories.Lookup(c)
	}
}

// answeredUsually reports whether an offer shows something of the built-in category map.
func (f *feed) answeredUsually(o *offer) bool {
	return slices.ContainsFunc(f.usual, o.AnsweredUsually)
}

// explainUsual says at the fields of an offer which of them are from the built-in map.
func (f *feed) explainUsual(o *offer, fields []template.Explained) {
	for _, column := range f.usual {
		if !o.AnsweredUsually(column) {
			continue
		}
		for i := range fields {
			if fields[i].From == "target."+column {
				fields[i].From += ", the built-in category map"
				fields[i].Done = append(fields[i].Done, remark.CategoryUsual)
			}
		}
	}
}
