package jsonread

import "fmt"

// List takes a list, each element by each. Elements and the memory in them are
// used again: reset empties one without giving up its lists, nil means the zero value.
// Loosely "" and false are no list, as null is.
func List[T, E any](place func(*T) *[]E, each Reader[E], reset func(*E), loose bool) Reader[T] {
	return func(s *Scanner, into *T) error {
		list := place(into)
		*list = (*list)[:0]
		if s.Peek() != '[' {
			if loose && s.isNothing() {
				return s.Skip()
			}
			return s.nullOr("a list")
		}
		if err := s.Open(); err != nil {
			return err
		}
		for n := 0; ; n++ {
			more, err := s.More(n == 0, ']')
			if !more || err != nil {
				return err
			}
			*list = Extend(*list, reset)
			if err := each(s, &(*list)[n]); err != nil {
				return At(err, fmt.Sprintf("[%d]", n))
			}
		}
	}
}

// Texts takes a list of strings; null and "" among them are no values and left out.
// Loosely one text is a list of one.
func Texts[T any](place func(*T) *[]string, loose bool) Reader[T] {
	one := Text(func(t *string) *string { return t }, loose)
	add := func(s *Scanner, list *[]string) error {
		*list = Extend(*list, nil)
		last := len(*list) - 1
		err := one(s, &(*list)[last])
		if (*list)[last] == "" {
			*list = (*list)[:last]
		}
		return err
	}
	return func(s *Scanner, into *T) error {
		list := place(into)
		*list = (*list)[:0]
		if loose && s.Peek() == '"' {
			return add(s, list)
		}
		if s.Peek() != '[' {
			if loose && s.isNothing() {
				return s.Skip()
			}
			return s.nullOr("a list")
		}
		if err := s.Open(); err != nil {
			return err
		}
		for n := 0; ; n++ {
			more, err := s.More(n == 0, ']')
			if !more || err != nil {
				return err
			}
			if err := add(s, list); err != nil {
				return At(err, fmt.Sprintf("[%d]", n))
			}
		}
	}
}

// NotNull takes an object and nothing else.
func NotNull[T any](object Reader[T]) Reader[T] {
	return func(s *Scanner, into *T) error {
		if s.Peek() != '{' {
			return s.Unwanted("an object")
		}
		return object(s, into)
	}
}

// Extend makes room for one more element, an old one used again where there is one.
func Extend[E any](list []E, reset func(*E)) []E {
	if len(list) == cap(list) {
		var zero E
		list = append(list, zero)
		clear(list[len(list):cap(list)]) // fresh memory is given twice where it is looked at before it is written to
		return list
	}
	list = list[:len(list)+1]
	last := &list[len(list)-1]
	if reset == nil {
		var zero E
		*last = zero
	} else {
		reset(last)
	}
	return list
}
