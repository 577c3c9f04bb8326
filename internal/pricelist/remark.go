package pricelist

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// remarkOf is a note on a list in the language of its products.
func (s *surveyed) remarkOf(note listfile.Note) supplier.Remark {
	l := s.source.Hints.Language
	return supplier.Remark{List: s.name, Text: oneline.Unbroken(note.Message.In(l) + "; " + note.Way.In(l))}
}

// counted is a note on products of a list, where there are some.
func (s *surveyed) counted(into []supplier.Remark, key string, products form.Named) []supplier.Remark {
	if products.Count == 0 {
		return into
	}
	names := oneline.Clean(strings.Join(products.First, ", "), 400)
	return append(into, s.remarkOf(listfile.Notef(key, products.Count, names)))
}

// ofLists are the remarks on the lists as they were surveyed. Where none says what is in stock
// all of it is sold, and a column that might say it is named.
func ofLists(lists []*surveyed) (out []supplier.Remark) {
	stocked := slices.ContainsFunc(lists, func(one *surveyed) bool { return one.form.Stocked() })
	for _, one := range lists {
		if columns := one.form.Uncounted(); !stocked && len(columns) > 0 {
			out = append(out, one.remarkOf(listfile.Notef("uncounted", oneline.Clean(strings.Join(columns, ", "), 400), one.source.Hints.Key)))
		}
		for _, note := range append(one.doubts(), one.form.Notes...) {
			out = append(out, one.remarkOf(note))
		}
		out = one.counted(out, "circles", one.form.Circles)
		out = one.counted(out, "weightless", one.form.Weightless)
	}
	return out
}

// doubts are what speaks against how the list is read.
func (s *surveyed) doubts() (out []listfile.Note) {
	key := s.source.Hints.Key
	if said := s.form.Unfound(); len(said) > 0 {
		out = append(out, listfile.Notef("unfound", oneline.Clean(strings.Join(said, ", "), 400), key))
	}
	if less, compared := s.form.Below(); less > 0 {
		out = append(out, listfile.Notef("below", less, compared, key))
	}
	return out
}
