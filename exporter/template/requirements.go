package template

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Requirements are what a template asks of products, in short: "price", "names.uk" among the
// needs, "title ≤ 150" among the limits.
type Requirements struct {
	Needs  []string `json:"needs"`  // without one of these a product is left out
	Limits []string `json:"limits"` // what does not fit is cut or left out, and named
}

// Said is the whole for people, empty where nothing is asked.
func (r Requirements) Said() (said wording.List) {
	if len(r.Needs) > 0 {
		said = append(said, wording.NewMessage("check_text.needs", strings.Join(r.Needs, ", ")))
	}
	if len(r.Limits) > 0 {
		said = append(said, wording.NewMessage("check_text.takes", strings.Join(r.Limits, ", ")))
	}
	return said
}

// Requirements are what the template asks of products.
func (t *Template) Requirements() Requirements {
	r := Requirements{Needs: []string{}, Limits: []string{}}
	for i := range t.needs {
		n := &t.needs[i]
		need := n.path
		if n.pattern != nil {
			need += " " + n.pattern.String()
		}
		if n.publicOnly {
			need += " (public)"
		}
		r.Needs = append(r.Needs, need)
	}
	for _, l := range []struct {
		name string
		of   listLimit
	}{{"images", t.lists.images}, {"attributes", t.lists.attributes}} {
		if l.of.min > 0 {
			r.Needs = append(r.Needs, l.name+" ≥ "+strconv.Itoa(l.of.min))
		}
	}
	r.Limits = append(r.Limits, t.listRequirements()...)
	if t.ids != nil {
		r.Limits = append(r.Limits, "id "+t.ids.String())
	}
	for _, u := range t.unique {
		r.Limits = append(r.Limits, u.path+" unique")
	}
	var currencies []string
	for _, c := range t.currencies {
		currencies = append(currencies, c.ID)
	}
	if len(currencies) > 0 {
		r.Limits = append(r.Limits, "currency "+strings.Join(currencies, ", "))
	}
	r.Limits = append(r.Limits, t.fieldLimits...)
	return r
}

func (t *Template) listRequirements() (out []string) {
	for _, l := range []struct {
		name, item string
		of         listLimit
	}{{"images", "address", t.lists.images}, {"attributes", "value", t.lists.attributes}, {"tiers", "", t.lists.tiers}} {
		if l.of.max > 0 {
			out = append(out, l.name+" ≤ "+strconv.Itoa(l.of.max))
		}
		if l.of.length > 0 {
			out = append(out, fmt.Sprintf("%s %s ≤ %d", l.name, l.item, l.of.length))
		}
		if l.of.pattern != nil {
			out = append(out, l.name+" "+l.of.pattern.String())
		}
	}
	return out
}

// noteLimits remembers what a field's place takes.
func (c *compiler) noteLimits(t *treatment) {
	if t.place == "" {
		return
	}
	note := func(limit string) {
		if limit = t.place + " " + limit; !slices.Contains(c.fieldLimits, limit) {
			c.fieldLimits = append(c.fieldLimits, limit)
		}
	}
	if t.max > 0 {
		note("≤ " + strconv.Itoa(t.max) + unitOf(t.unit))
	}
	if t.total > 0 {
		note("≤ " + strconv.Itoa(t.total) + unitOf(t.unit))
	}
	if t.pattern != nil {
		note(t.pattern.String())
	}
}

// unitOf is the unit of a length where it is not characters.
func unitOf(u markup.Unit) string {
	switch u {
	case markup.Bytes:
		return " bytes"
	case markup.UTF16:
		return " UTF-16"
	}
	return ""
}
