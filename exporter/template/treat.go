package template

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// form is what becomes of the HTML in a text.
type form int

const (
	formKeep  form = iota // the text as it is
	formPlain             // no tags, entities decoded
	formLine              // plain, on one line
	formHTML              // only the tags that the target allows
)

// treatment is what a template makes of a value before it is written. It counts what
// it repairs.
type treatment struct {
	from     []value // the first that is there counts
	each     *repeat // the items of a list, joined
	join     string
	total    int    // of the joined text, in unit; items that make it longer are left out
	fallback string // where nothing is there
	form     form
	policy   *markup.Policy // of formHTML
	drop     *regexp.Regexp // what keep does not name
	remove   *regexp.Regexp
	breaks   []byte // what stands for a line break, nil: the break
	max      int
	unit     markup.Unit
	pattern  *regexp.Regexp
	place    string // the heading or the name of the element or attribute
}

// compose appends the treated text.
func (t *treatment) compose(dst []byte, s *Scope) []byte {
	start := len(dst)
	if t.each == nil {
		dst = t.appendOne(dst, s)
	} else {
		dst = t.appendAll(dst, s)
	}
	if len(dst) == start {
		s.took("")
		dst = append(dst, t.fallback...)
	}
	return dst
}

// appendAll appends the treated texts of a list's items, joined. Those that find no place,
// or are no address where one is wanted, are named.
func (t *treatment) appendAll(dst []byte, s *Scope) []byte {
	start, before := len(dst), -1
	left, first := 0, ""
	for range t.each.items(s) {
		if before >= 0 {
			dst = append(dst, t.join...)
		}
		began := len(dst)
		if dst = t.appendOne(dst, s); len(dst) == began {
			dst = dst[:max(before, start)] // without its separator
			if given := t.givenAddress(s); !encode.Blank(given) {
				left, first = left+1, cmp.Or(first, given)
			}
			continue
		}
		if t.total > 0 && t.unit.Length(encode.View(dst[start:])) > t.total {
			left, first = left+1, cmp.Or(first, string(dst[began:]))
			dst = dst[:max(before, start)]
			continue
		}
		before = len(dst)
	}
	if left > 0 {
		code := t.each.list.leftOut()
		s.Notes.Repairs(code, left)
		if s.product != nil {
			s.Notes.LeaveOut(remark.Label(s.product), code, left, first)
		}
	}
	return dst
}

// givenAddress is the address that the item at hand gives; "" where none is wanted.
func (t *treatment) givenAddress(s *Scope) string {
	if len(t.from) != 1 || t.from[0].kind != addressKind {
		return ""
	}
	return t.from[0].text(s)
}

// appendOne appends the treated text of the first value that still says something after it. What
// was done to the others is not told: they are not shown.
func (t *treatment) appendOne(dst []byte, s *Scope) []byte {
	start := len(dst)
	var space [5]remark.Code // as many as a text can need
	done := repairs(space[:0])
	for i := range t.from {
		v := &t.from[i]
		if v.kind == addressKind {
			address, _ := markup.Address(v.text(s))
			dst = append(dst, address...)
		} else {
			dst = v.append(dst, s)
		}
		if encode.Blank(encode.View(dst[start:])) {
			dst = dst[:start]
			continue
		}
		done = done[:0]
		if dst = t.shape(dst, start, &done); markup.Shown(encode.View(dst[start:])) {
			s.took(v.source)
			break
		}
		dst = dst[:start]
	}
	for _, code := range done {
		s.Notes.Repair(code)
		if code == remark.ValueDropped {
			t.nameDropped(s)
		}
	}
	return dst
}

// nameDropped names the value that is left out because it does not fit: the last that is there.
func (t *treatment) nameDropped(s *Scope) {
	if s.Notes == nil || s.product == nil {
		return
	}
	var given []byte
	for i := range t.from {
		if text := t.from[i].append(nil, s); markup.Shown(encode.View(text)) {
			given = text
		}
	}
	if t.place == "" {
		s.Notes.Warn(remark.Label(s.product), remark.ValueDropped, "remark.value_dropped.unnamed", remark.Quote(string(given)), t.pattern)
		return
	}
	s.Notes.Warn(remark.Label(s.product), remark.ValueDropped, "remark.value_dropped", t.place, remark.Quote(string(given)), t.pattern)
}

// repairs are what was done to one text.
type repairs []remark.Code

func (r *repairs) add(code remark.Code) { *r = append(*r, code) }

// shape treats the text that dst has from start on. Each step stops at a text that it
// would not change, so that most texts are not copied.
func (t *treatment) shape(dst []byte, start int, done *repairs) []byte {
	text, changed := string(dst[start:]), false
	switch t.form {
	case formPlain:
		text = markup.Plain(text)
	case formLine:
		text = markup.Line(text)
	case formHTML:
		if text, changed = t.policy.Clean(text); changed {
			done.add(remark.HTMLCleaned)
		}
	}
	for _, out := range [...]*regexp.Regexp{t.remove, t.drop} {
		if out != nil && out.MatchString(text) {
			text = out.ReplaceAllString(text, "")
			done.add(remark.TextReduced)
			if t.form == formLine || t.form == formPlain {
				text = strings.TrimSpace(text) // "🎁 Чайник" without its picture
			}
		}
	}
	if t.max > 0 {
		cut := markup.Cut
		if t.form == formHTML {
			cut = markup.CutHTML
		}
		if text, changed = cut(text, t.max, t.unit); changed {
			done.add(remark.TextCut)
		}
	}
	if t.form == formHTML && !markup.Shown(text) {
		return dst[:start]
	}
	if t.pattern != nil && !t.pattern.MatchString(text) {
		done.add(remark.ValueDropped)
		return dst[:start]
	}
	dst = append(dst[:start], text...)
	if t.breaks != nil {
		dst = append(dst[:start], lineBreaks().ReplaceAllLiteral(bytes.Clone(dst[start:]), t.breaks)...)
	}
	return dst
}

var lineBreaks = pattern.Lazy(`\r\n|\r|\n`)

// plainly reports whether nothing is done to the values but choosing one.
func (t *treatment) plainly() bool {
	return t.each == nil && t.fallback == "" && t.form == formKeep && t.drop == nil && t.remove == nil && t.breaks == nil && t.max == 0 && t.pattern == nil
}

// asValue is the treatment as a value. Values of one kind that are only chosen from keep
// their kind, so that numbers stay numbers in a workbook.
func (t *treatment) asValue() value {
	v := compose(t.compose)
	if t.each != nil { // as far as reach is concerned, a column for each of them
		v.list, v.index = t.each.list.name, t.each.from+t.each.first-1
		if t.each.first == 0 {
			v.index = wholeList
		}
	}
	if t.plainly() && len(t.from) == 1 {
		return t.from[0]
	}
	same := t.plainly()
	for i := range t.from {
		v.private = v.private || t.from[i].private
		v.computed = v.computed || t.from[i].computed
		same = same && t.from[i].kind == t.from[0].kind
	}
	if !same {
		return v
	}
	v.kind = t.from[0].kind
	t.choose(&v)
	return v
}

// choose gives a value of several, all of its kind, the first that is there.
func (t *treatment) choose(v *value) {
	switch v.kind {
	case moneyKind:
		v.money = func(s *Scope) (m money.Amount) {
			for i := range t.from {
				if m = t.from[i].amount(s); m.IsSet() {
					s.took(t.from[i].source)
					break
				}
			}
			return m
		}
	case integerKind:
		v.integer = func(s *Scope) (n int64, known bool) {
			for i := range t.from {
				if n, known = t.from[i].integer(s); known {
					s.took(t.from[i].source)
					break
				}
			}
			return n, known
		}
	case textKind, addressKind:
		v.text = func(s *Scope) (text string) {
			for i := range t.from {
				if text = t.from[i].text(s); markup.Shown(text) {
					s.took(t.from[i].source)
					return text
				}
			}
			return ""
		}
	}
}

// wholeList is the index of the last item of a list that has no end.
const wholeList = 1 << 30
