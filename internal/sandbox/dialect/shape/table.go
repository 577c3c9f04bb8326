package shape

import (
	"strconv"
	"strings"
)

// Line tells where a value of the contract stands in a dialect. Paths are members
// joined by dots.
type Line struct {
	Ours, Theirs string
	Out          func(any) any // what an answer shows of it; nil: as it is
	In           func(any) any // what the contract gets of it; nil: as it is
	Each         Table         // of a list of objects: each goes through this

	// From makes the dialect's value of the whole object; Ours is "" then.
	From func(Object) any
}

// Table tells where the values of one of the contract's objects stand in a dialect.
type Table []Line

// Show writes an object of the contract in the dialect; what is absent is null.
func (s Table) Show(o Object) Object {
	shown := Object{}
	for _, l := range s {
		v := ValueAt(o, l.Ours)
		switch {
		case l.From != nil:
			v = l.From(o)
		case l.Each != nil:
			v = mapped(v, l.Each.Show)
		case l.Out != nil && v != nil:
			v = l.Out(v)
		}
		SetAt(shown, l.Theirs, v)
	}
	return shown
}

// Read writes an object of the dialect in the contract. What is absent stays so, but
// the objects around it are there: the contract then names the value and not its
// surroundings as missing. Values of a wrong type are left to the contract to refuse.
func (s Table) Read(o Object) Object {
	read := Object{}
	for _, l := range s {
		if l.From != nil {
			continue
		}
		v := ValueAt(o, l.Theirs)
		switch {
		case l.Each != nil:
			v = mapped(v, l.Each.Read)
		case l.In != nil && v != nil:
			v = l.In(v)
		}
		SetAt(read, l.Ours, v)
		if v == nil {
			dropAt(read, l.Ours)
		}
	}
	return read
}

// Place is the dialect's path of what a pointer of the contract points at, such as
// products[0].reference for /items/0/sku.
func (s Table) Place(pointer string) string {
	path := strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".")
	for _, l := range s {
		if l.Ours == path {
			return l.Theirs
		}
		rest, below := strings.CutPrefix(path, l.Ours+".")
		if !below || l.Each == nil {
			continue
		}
		index, member, _ := strings.Cut(rest, ".")
		place := l.Theirs + "[" + index + "]"
		if member != "" {
			place += "." + l.Each.Place(member)
		}
		return place
	}
	return path
}

// mapped puts each object of a list through a function; anything else stays.
func mapped(v any, through func(Object) Object) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	out := make([]any, len(list))
	for i, element := range list {
		out[i] = element
		if o, ok := element.(Object); ok {
			out[i] = through(o)
		}
	}
	return out
}

// ValueAt is the value at a path, nil where there is none.
func ValueAt(o Object, path string) any {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		return o[path]
	}
	inner, _ := o[parent].(Object)
	if inner == nil {
		return nil
	}
	return ValueAt(inner, name)
}

// SetAt sets a value and makes the objects around it.
func SetAt(o Object, path string, v any) {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		o[path] = v
		return
	}
	inner, _ := o[parent].(Object)
	if inner == nil {
		inner = Object{}
		o[parent] = inner
	}
	SetAt(inner, name, v)
}

func dropAt(o Object, path string) {
	parent, name, nested := strings.Cut(path, ".")
	if !nested {
		delete(o, path)
	} else if inner, ok := o[parent].(Object); ok {
		dropAt(inner, name)
	}
}

// Words are a dialect's words by the contract's.
type Words map[string]any

// Out is the dialect's word; one that is not known stays.
func (w Words) Out(v any) any {
	if word, known := w[Text(v)]; known {
		return word
	}
	return v
}

// In is the contract's word; one that is not known stays, for the contract to refuse.
func (w Words) In(v any) any {
	for ours, theirs := range w {
		if number, ok := theirs.(int); ok {
			theirs = strconv.Itoa(number)
		}
		if text := Text(v); text != "" && text == theirs {
			return ours
		}
	}
	return v
}

// Wrapped shows the values of a list as objects with one member.
func Wrapped(name string) func(any) any {
	return func(v any) any {
		list, _ := v.([]any)
		out := make([]any, len(list))
		for i, element := range list {
			out[i] = Object{name: element}
		}
		return out
	}
}

// FirstOf takes a member of the first object of a list.
func FirstOf(name string) func(any) any {
	return func(v any) any {
		if all := Objects(v); len(all) > 0 {
			return all[0][name]
		}
		return nil
	}
}

// Reversed are the dialect's names of filters by the contract's.
func Reversed(names ...map[string]string) map[string]string {
	theirs := map[string]string{}
	for _, set := range names {
		for own, ours := range set {
			theirs[ours] = own
		}
	}
	return theirs
}
