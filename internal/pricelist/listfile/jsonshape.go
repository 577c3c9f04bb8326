package listfile

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// surveyed is how many bytes at the beginning of JSON tell where the goods stand.
const surveyed = 1 << 20

// anyKey is the step of a place that a key makes: a SKU, or the name of a category.
const anyKey = "*"

// shape is where the goods of a JSON document stand. A place is the names of the members on
// the way there, in small letters, with points between; a key is anyKey, a list adds nothing,
// and a name that comes again at once, as categories in categories do, is one step.
type shape struct {
	goods map[string]bool
	lone  map[string]bool // of goods: an object of no list is one
	open  bool            // nothing tells: the first list that is called like one of goods is
}

// below is the place of a member.
func below(place, name string) string {
	name = strings.ToLower(name)
	if place == "" {
		return name
	}
	if last := place[strings.LastIndexByte(place, '.')+1:]; last == name && name != anyKey {
		return place
	}
	return place + "." + name
}

// leads reports whether goods stand below a place.
func (s *shape) leads(place string) bool {
	if s.open {
		return true
	}
	for at := range s.goods {
		if place == "" && at != "" || strings.HasPrefix(at, place+".") {
			return true
		}
	}
	return false
}

// keyedAt reports whether the members of an object are called by keys.
func (s *shape) keyedAt(place string) bool {
	for at := range s.goods {
		rest := at
		if place != "" {
			var is bool
			if rest, is = strings.CutPrefix(at, place+"."); !is {
				continue
			}
		}
		if rest == anyKey || strings.HasPrefix(rest, anyKey+".") {
			return true
		}
	}
	return false
}

// holds reports whether a list holds goods, or leads to them.
func (s *shape) holds(place string, headings Headings) bool {
	if !s.open {
		return s.goods[place] || s.leads(place)
	}
	if place == "" || headings.Container(place[strings.LastIndexByte(place, '.')+1:]) {
		s.open, s.goods = false, map[string]bool{place: true}
		return true
	}
	return false
}

// shapeOf finds where the goods stand, by what was said or else by the beginning of the
// document. Goods at several places are a fault.
func shapeOf(head []byte, how How) (shape, *Fault) {
	out := shape{goods: map[string]bool{}, lone: map[string]bool{}}
	if how.Records != "" {
		for path := range strings.SplitSeq(how.Records, "|") {
			place := ""
			for step := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ""), ".") {
				if step = strings.TrimSpace(step); step != "" {
					place = below(place, step)
				}
			}
			out.goods[place], out.lone[place] = true, true
		}
		return out, nil
	}
	seen := placesOf(head, how.Headings)
	out.open = len(seen) == 0
	called := map[string]bool{}
	for at, one := range seen {
		if last := lastName(at); len(seen) == 1 || last == "" || how.Headings.Container(last) {
			out.goods[at], out.lone[at] = true, one.lone
			called[last] = true
		}
	}
	if len(seen) > 1 && len(called) != 1 {
		places := slices.Sorted(maps.Keys(seen))
		return out, Faultf(Unreadable, "several", how.Name, strings.Join(places[:min(8, len(places))], ", "), places[0])
	}
	return out, nil
}

// HoldsGoods reports whether the beginning of a JSON document shows goods.
func HoldsGoods(head []byte, headings Headings) bool { return len(placesOf(head, headings)) > 0 }

// lastName is the last step of a place that is no key.
func lastName(place string) string {
	steps := strings.Split(place, ".")
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i] != anyKey {
			return steps[i]
		}
	}
	return ""
}

// goodsPlace is a place where goods were seen.
type goodsPlace struct{ lone bool }

// placesOf are the places of goods in the beginning of a document.
func placesOf(head []byte, headings Headings) map[string]goodsPlace {
	s := &shapeScan{in: decoderOf(bytes.NewReader(head)), headings: headings}
	for s.value(nil, false) {
	}
	return s.places()
}

// shapeScan looks for goods in the beginning of a document, which may be cut anywhere.
type shapeScan struct {
	in       *jsontext.Decoder
	headings Headings
	found    []seenGoods
}

// seenGoods is an object that is one of goods.
type seenGoods struct {
	steps []string // names of members
	lone  bool
}

// value looks at the next value, and reports whether it came to its end.
func (s *shapeScan) value(steps []string, inList bool) bool {
	if len(steps) > mostNested {
		return s.in.SkipValue() == nil
	}
	switch s.in.PeekKind() {
	case '{':
		return s.object(steps, inList)
	case '[':
		if _, err := s.in.ReadToken(); err != nil {
			return false
		}
		for kind := s.in.PeekKind(); kind != ']'; kind = s.in.PeekKind() {
			if kind == 0 || !s.value(steps, true) {
				return false
			}
		}
	}
	_, err := s.in.ReadToken()
	return err == nil
}

// object looks at an object. What it holds is of no interest where it is a product itself.
func (s *shapeScan) object(steps []string, inList bool) bool {
	from, known, telling, foreign := len(s.found), 0, false, false
	defer func() {
		switch {
		case foreign:
			s.found = s.found[:from]
		case telling && known > 1:
			s.found = append(s.found[:from], seenGoods{slices.Clone(steps), !inList})
		}
	}()
	if _, err := s.in.ReadToken(); err != nil {
		return false
	}
	for s.in.PeekKind() == '"' {
		token, err := s.in.ReadToken()
		if err != nil {
			return false
		}
		name := token.String()
		foreign = foreign || s.headings.Foreign(strings.ToLower(name))
		if kind := s.in.PeekKind(); kind != '[' && s.headings.Known(name) || kind == '{' && s.headings.Telling(name) {
			known++
			telling = telling || s.headings.Telling(name)
		}
		before := len(s.found)
		if !s.value(append(steps[:len(steps):len(steps)], name), false) {
			return false
		}
		if lower := strings.ToLower(name); len(s.found) > before && s.headings.Variants(lower) && !s.headings.Container(lower) {
			telling = true // the goods are its variants
		}
	}
	_, err := s.in.ReadToken()
	return err == nil
}

// places are the places of what was found: a step that several siblings make, or that stands
// below a list of goods by its name, is a key, unless its name tells that it is none.
func (s *shapeScan) places() map[string]goodsPlace {
	objects := map[string]*siblings{}
	for _, one := range s.found {
		for i, step := range one.steps {
			around := strings.Join(one.steps[:i], "\x00")
			if objects[around] == nil {
				objects[around] = &siblings{names: map[string]bool{}, depths: map[int]bool{}}
			}
			objects[around].names[step], objects[around].depths[len(one.steps)] = true, true
		}
	}
	out := map[string]goodsPlace{}
	for _, one := range s.found {
		place, around := "", ""
		for i, step := range one.steps {
			if s.areKeys(objects[strings.Join(one.steps[:i], "\x00")], around) {
				step = anyKey
			}
			place, around = below(place, step), step
		}
		out[place] = goodsPlace{out[place].lone || one.lone}
	}
	return out
}

// siblings are the members of one object that lead to goods, and how deep these stand.
type siblings struct {
	names  map[string]bool
	depths map[int]bool
}

// areKeys reports whether the names of siblings are keys; around is the step above them.
func (s *shapeScan) areKeys(members *siblings, around string) bool {
	for name := range members.names {
		if s.headings.Container(strings.ToLower(name)) || isTree(name) {
			return false
		}
	}
	return len(members.depths) == 1 && (len(members.names) > 1 || around == anyKey || s.headings.Keyed(strings.ToLower(around)))
}
