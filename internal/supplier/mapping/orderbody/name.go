package orderbody

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

const (
	lastPart   = "last"
	firstPart  = "first"
	middlePart = "middle"
)

// nameSplit reads a line such as "last first middle".
func (c *compiler) nameSplit(w strictyaml.Scalar) (nameSplit, error) {
	parts := strings.Fields(w.Text)
	for i, part := range parts {
		if err := c.Choice(strictyaml.Scalar{Text: part, Line: w.Line, Column: w.Column}, "part of a name", lastPart, firstPart, middlePart); err != nil {
			return nil, err
		}
		if slices.Contains(parts[:i], part) {
			return nil, c.Wrong(w, "create_order: split_name: %s stands there twice", part)
		}
	}
	if w.Set && (!slices.Contains(parts, lastPart) || !slices.Contains(parts, firstPart)) {
		return nil, c.Wrong(w, "create_order: split_name: want at least last and first, in the order of the full name, got %q", w.Text)
	}
	return parts, nil
}

// fill takes the parts that the recipient does not have from the full name. Where it has
// the last and the first name, nothing is guessed.
func (n nameSplit) fill(r *supplier.Recipient) error {
	if len(n) == 0 || textOf(r.LastName) != "" && textOf(r.FirstName) != "" {
		return nil
	}
	places := map[string]**string{lastPart: &r.LastName, firstPart: &r.FirstName, middlePart: &r.MiddleName}
	words := strings.Fields(r.Name)
	var open []string // the parts that are to come from the words
	for _, part := range n {
		if known := textOf(*places[part]); known == "" {
			open = append(open, part)
		} else if rest, ok := without(words, strings.Fields(known)); ok {
			words = rest
		} else {
			return &valueError{field: "recipient_name", what: fmt.Sprintf("%q does not hold the %s name %q: correct one of them in the file", oneline.Clean(r.Name, 80), part, oneline.Clean(known, 60))}
		}
	}
	if len(words) < len(open) { // a name need not have a middle one
		open = slices.DeleteFunc(open, func(part string) bool { return part == middlePart })
	}
	if len(words) < len(open) {
		return &valueError{field: "recipient_name", what: fmt.Sprintf("%q has too few words for a last and a first name, which the supplier needs: write both into the file", oneline.Clean(r.Name, 80))}
	}
	for i, part := range open {
		word := words[i]
		if i == len(open)-1 {
			word = strings.Join(words[i:], " ")
		}
		*places[part] = &word
	}
	return nil
}

// without is a list of words without some that stand together in it, false where they do not.
func without(words, some []string) ([]string, bool) {
	for i := 0; i+len(some) <= len(words); i++ {
		if slices.Equal(words[i:i+len(some)], some) {
			return slices.Concat(words[:i], words[i+len(some):]), true
		}
	}
	return nil, false
}

// names checks that the name has a place: as a whole, or its parts.
func (o *Body) names(c *compiler, key string, w *written.CreateOrder) error {
	placed := func(name string) bool {
		spec := w.Body.Find(name)
		return w.Body.Has(name) && !spec.Place.Skip
	}
	o.fullName = placed("recipient_name")
	o.parts = placed("recipient_last_name") && placed("recipient_first_name")
	switch {
	case !o.fullName && !o.parts:
		return c.Wrong(w.Body.First(), "%s: the place of recipient_name is missing, or those of recipient_last_name and recipient_first_name", key)
	case len(o.split) > 0 && !o.parts:
		return c.Wrong(w.SplitName, "create_order: split_name makes a last and a first name: give both a line in body")
	}
	return nil
}

// named checks that the recipient has the name that is sent.
func (o *Body) named(r *supplier.Recipient) error {
	switch {
	case o.fullName && r.Name == "":
		return &valueError{field: "recipient_name", what: "is missing"}
	case o.fullName:
		return nil
	case textOf(r.LastName) == "":
		return &valueError{field: "recipient_last_name", what: "is missing, and the supplier takes no whole name: write it into the file, or let the mapping split the name (create_order: split_name)"}
	case textOf(r.FirstName) == "":
		return &valueError{field: "recipient_first_name", what: "is missing, and the supplier takes no whole name: write it into the file, or let the mapping split the name (create_order: split_name)"}
	}
	return nil
}

// told reports whether a name without a line of its own goes with another one: the parts
// with the whole name that holds them, the whole name with parts that say all of it.
func (o *Body) told(field string, r *supplier.Recipient) bool {
	parts := map[string]*string{"recipient_last_name": r.LastName, "recipient_first_name": r.FirstName, "recipient_middle_name": r.MiddleName}
	whole := strings.Fields(r.Name)
	if part, ok := parts[field]; ok {
		_, held := without(whole, strings.Fields(textOf(part)))
		return o.fullName && held
	}
	for _, part := range []*string{r.LastName, r.FirstName, r.MiddleName} {
		if left, ok := without(whole, strings.Fields(textOf(part))); ok {
			whole = left
		}
	}
	return field == "recipient_name" && o.parts && len(whole) == 0
}
