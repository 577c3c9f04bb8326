package dialect

import (
	"strconv"
	"strings"
)

// line tells where a value of the contract stands in a dialect. Paths are members
// joined by dots.
type line struct {
	ours, theirs string
	out          func(any) any // what an answer shows of it; nil: as it is
	in           func(any) any // what the contract gets of it; nil: as it is
	each         shape         // of a list of objects: each goes through this

	// from makes the dialect's value of the whole object; ours is "" then.
	from func(object) any
}

// shape tells where the values of one of the contract's objects stand in a dialect.
type shape []line

// show writes an object of the contract in the dialect; what is absent is null.
func (s shape) show(o object) object {
	shown := object{}
	for _, l := range s {
		v := valueAt(o, l.ours)
		switch {
		case l.from != nil:
			v = l.from(o)
		case l.each != nil:
			v = mapped(v, l.each.show)
		case l.out != nil && v != nil:
			v = l.out(v)
		}
		setAt(shown, l.theirs, v)
	}
	return shown
}

// read writes an object of the dialect in the contract. What is absent stays so, but
// the objects around it are there: the contract then names the value and not its
// surroundings as missing. Values of a wrong type are left to the contract to refuse.
func (s shape) read(o object) object {
	read := object{}
	for _, l := range s {
		if l.from != nil {
			continue
		}
		v := valueAt(o, l.theirs)
		switch {
		case l.each != nil:
			v = mapped(v, l.each.read)
		case l.in != nil && v != nil:
			v = l.in(v)
		}
		setAt(read, l.ours, v)
		if v == nil {
			dropAt(read, l.ours)
		}
	}
	return read
}

// place is the dialect's path of what a pointer of the contract points at, such as
// products[0].reference for /items/0/sku.
func (s shape) place(pointer string) string {
	path := strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".")
	for _, l := range s {
		if l.ours == path {
			return l.theirs
		}
		rest, below := strings.CutPrefix(path, l.ours+".")
		if !below || l.each == nil {
			continue
		}
		index, member, _ := strings.Cut(rest, ".")
		place := l.theirs + "[" + index + "]"
		if member != "" {
			place += "." + l.each.place(member)
		}
		return place
	}
	return path
}

// mapped puts each object of a list through a function; anything else stays.
func mapped(v any, through func(object) object) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	out := make([]any, len(list))
	for i, element := range list {
		out[i] = element
		if o, ok := element.(object); ok {
			out[i] = through(o)
		}
	}
	return out
}

func valueAt(o object, path string) any {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		return o[path]
	}
	inner, _ := o[parent].(object)
	if inner == nil {
		return nil
	}
	return valueAt(inner, name)
}

// put sets a value and makes the objects around it.
func setAt(o object, path string, v any) {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		o[path] = v
		return
	}
	inner, _ := o[parent].(object)
	if inner == nil {
		inner = object{}
		o[parent] = inner
	}
	setAt(inner, name, v)
}

func dropAt(o object, path string) {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		delete(o, path)
	} else if inner, ok := o[parent].(object); ok {
		dropAt(inner, name)
	}
}

// words are a dialect's words by the contract's.
type words map[string]any

// out is the dialect's word; one that is not known stays.
func (w words) out(v any) any {
	if word, known := w[str(v)]; known {
		return word
	}
	return v
}

// in is the contract's word; one that is not known stays, for the contract to refuse.
func (w words) in(v any) any {
	for ours, theirs := range w {
		if number, ok := theirs.(int); ok {
			theirs = strconv.Itoa(number)
		}
		if text := str(v); text != "" && text == theirs {
			return ours
		}
	}
	return v
}

// wrapped shows the values of a list as objects with one member.
func wrapped(name string) func(any) any {
	return func(v any) any {
		list, _ := v.([]any)
		out := make([]any, len(list))
		for i, element := range list {
			out[i] = object{name: element}
		}
		return out
	}
}

// firstOf takes a member of the first object of a list.
func firstOf(name string) func(any) any {
	return func(v any) any {
		if all := objects(v); len(all) > 0 {
			return all[0][name]
		}
		return nil
	}
}

// others are the dialect's names of filters by the contract's.
func others(names ...map[string]string) map[string]string {
	theirs := map[string]string{}
	for _, set := range names {
		for own, ours := range set {
			theirs[ours] = own
		}
	}
	return theirs
}
