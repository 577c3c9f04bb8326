package revise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Memory is what a worker needs for one offer at a time.
type Memory struct {
	own   supplier.Product // the product as the feed shows it
	asked supplier.Product // the product as a rule reads it
}

// Change is what a rule did to a value.
type Change struct {
	Field  string `json:"field"`
	Rule   string `json:"rule"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Minus is how many pieces of each product are kept back.
func (r *Rules) Minus() int64 {
	if r == nil {
		return 0
	}
	return r.minus
}

// Apply changes the offer's product into the feed's own, which lies in the memory, and gives it
// its labels. Conditions and fields in braces read the names and descriptions of the supplier
// and what the rules made of everything else, so that {brand} may be a default; replacements
// read what the rules before them made of their text. Changes are told to note, nil: to nobody.
func (r *Rules) Apply(o *template.Offer, s *template.Scope, m *Memory, note func(Change)) {
	if r == nil {
		return
	}
	given := o.Product
	m.own = *given
	w := work{rules: r, given: given, offer: o, scope: s, memory: m, note: note}
	for i := range r.numbers {
		n := &r.numbers[i]
		if at := n.at(&m.own); !at.Known || at.Value <= 0 {
			*at = supplier.Some(n.missing)
			w.tell(n.name, "default", "", fmt.Sprint(n.missing))
		}
	}
	for i := range r.texts {
		w.text(&r.texts[i])
	}
	w.read(&place{})
	w.labels()
	o.Product = &m.own
	s.Move(o)
}

// work is the rules at work on one offer.
type work struct {
	rules  *Rules
	given  *supplier.Product
	offer  *template.Offer
	scope  *template.Scope
	memory *Memory
	note   func(Change)
}

func (w *work) tell(field, rule, before, after string) {
	if w.note != nil && before != after {
		w.note(Change{field, rule, before, after})
	}
}

// read lets conditions and phrases see the product as the supplier has it, with the text of
// the place at hand as the plain one.
func (w *work) read(at *place) {
	asked := &w.memory.asked
	*asked = w.memory.own
	asked.Name, asked.Names, asked.Description, asked.Descriptions = w.given.Name, w.given.Names, w.given.Description, w.given.Descriptions
	if at.plain != nil {
		if text := at.get(w.given); markup.Shown(text) {
			at.plain(&w.memory.asked, text)
		}
	}
	w.offer.Product = &w.memory.asked
	w.scope.Move(w.offer)
}

// text applies a rule to each place of its field that has a text.
func (w *work) text(r *textRule) {
	there := false
	for i := range r.field.places {
		at := &r.field.places[i]
		before := at.get(&w.memory.own)
		if !markup.Shown(before) && (r.from == nil || !at.main) {
			continue
		}
		if r.when != nil || r.from != nil {
			if w.read(at); !r.when.Holds(w.scope) {
				continue
			}
		}
		after := w.rewritten(r, r.field.name+at.suffix, before)
		if after != before {
			at.set(&w.memory.own, after)
		}
		there = there || markup.Shown(after)
	}
	if there || r.missing == nil {
		return
	}
	for i := range r.field.places {
		at := &r.field.places[i]
		if before := at.get(&w.memory.own); at.main && !markup.Shown(before) {
			if w.read(at); !r.when.Holds(w.scope) {
				continue
			}
			if text, blank := r.missing.Append(nil, w.scope, nil); blank == "" {
				at.set(&w.memory.own, string(text))
				w.tell(r.field.name+at.suffix, "default", before, string(text))
			}
		}
	}
}

// rewritten is a text as a rule has it.
func (w *work) rewritten(r *textRule, field, text string) string {
	if r.from != nil {
		made, blank := r.from.Append(nil, w.scope, nil)
		after := string(made)
		if blank != "" {
			after = tidied(after)
		}
		if markup.Shown(after) { // parts that are all blank make no text
			w.tell(field, "from "+r.from.String(), text, after)
			text = after
		}
	}
	for i := range r.replace {
		one := r.replace[i]
		after := text
		if one.pattern != nil {
			after = one.pattern.ReplaceAllString(text, one.with)
		} else {
			after = strings.ReplaceAll(text, one.find, one.with)
		}
		if after == text {
			continue
		}
		if !one.used.Load() {
			one.used.Store(true)
		}
		w.tell(field, one.name, text, after)
		text = after
	}
	return text
}

// tidied is a text of parts without what a blank part leaves: blanks at its ends and two in a
// row, and commas before nothing.
func tidied(text string) string {
	text = strings.TrimSpace(text)
	for strings.Contains(text, "  ") {
		text = strings.ReplaceAll(text, "  ", " ")
	}
	return strings.Trim(strings.ReplaceAll(text, " ,", ","), ", ")
}

// labels gives the offer its labels.
func (w *work) labels() {
	for i := range w.rules.labels {
		l := w.rules.labels[i]
		if w.offer.Labels[l.place] != "" || !l.when.Holds(w.scope) {
			continue
		}
		text, blank := l.value.Append(nil, w.scope, nil)
		if blank != "" {
			continue
		}
		if !l.used.Load() {
			l.used.Store(true)
		}
		w.offer.Labels[l.place] = string(text)
		rule := "label"
		if l.when != nil {
			rule += " where " + l.when.String()
		}
		w.tell(fmt.Sprintf("label_%d", l.place), rule, "", string(text))
	}
}

// Unused names the replacements and labels that no product had a use for.
func (r *Rules) Unused() (out []wording.Message) {
	if r == nil {
		return nil
	}
	for i := range r.texts {
		for k := range r.texts[i].replace {
			if one := r.texts[i].replace[k]; !one.used.Load() {
				out = append(out, wording.NewMessage("remark.rule_unused.text", r.texts[i].field.name, one.name))
			}
		}
	}
	for i := range r.labels {
		if l := r.labels[i]; !l.used.Load() {
			out = append(out, wording.NewMessage("remark.rule_unused.label", l.value.String()))
		}
	}
	return out
}

// Paid is the first part of the rules that shows what the client pays, as it is written; ""
// where there is none. Conditions may look at the margin, since only a word comes of it.
func (r *Rules) Paid() string {
	if r == nil {
		return ""
	}
	for i := range r.texts {
		t := &r.texts[i]
		for _, phrase := range []*template.Phrase{t.from, t.missing} {
			if phrase != nil && phrase.Private() {
				return phrase.String()
			}
		}
		if t.when != nil && t.when.Private() {
			return t.when.String()
		}
	}
	for i := range r.labels {
		l := r.labels[i]
		if l.value.Private() {
			return l.value.String()
		}
		if l.when != nil && l.when.Private() {
			return l.when.String()
		}
	}
	return ""
}

// Attributes are the names of the attributes that the rules ask for, each once.
func (r *Rules) Attributes() []string {
	if r == nil {
		return nil
	}
	var names []string
	for i := range r.texts {
		t := &r.texts[i]
		for _, phrase := range []*template.Phrase{t.from, t.missing} {
			if phrase != nil {
				names = append(names, phrase.Attributes()...)
			}
		}
		if t.when != nil {
			names = append(names, t.when.Attributes()...)
		}
	}
	for _, l := range r.labels {
		names = append(names, l.value.Attributes()...)
		if l.when != nil {
			names = append(names, l.when.Attributes()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
