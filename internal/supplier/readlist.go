package supplier

import (
	"fmt"
	"slices"
)

// readList takes a list, each element by each. Elements and the memory in them are
// used again: reset empties one without giving up its lists, nil means the zero value.
// Loosely "" and false are no list, as null is.
func readList[T, E any](place func(*T) *[]E, each read[E], reset func(*E), loose bool) read[T] {
	return func(s *scanner, into *T) error {
		list := (*place(into))[:0]
		defer func() { *place(into) = list }()
		if s.peek() != '[' {
			if loose && s.isNothing() {
				return s.skip()
			}
			return s.nullOr("a list")
		}
		if err := s.open(); err != nil {
			return err
		}
		for {
			more, err := s.more(len(list) == 0, ']')
			if !more || err != nil {
				return err
			}
			list = extend(list, reset)
			if err := each(s, &list[len(list)-1]); err != nil {
				return at(err, fmt.Sprintf("[%d]", len(list)-1))
			}
		}
	}
}

// readTexts takes a list of strings; null and "" among them are no values and left out.
// Loosely one text is a list of one.
func readTexts[T any](place func(*T) *[]string, loose bool) read[T] {
	one := readText(func(t *string) *string { return t }, loose)
	return func(s *scanner, into *T) error {
		list := (*place(into))[:0]
		defer func() { *place(into) = list }()
		if loose && s.peek() == '"' {
			list = extend(list, nil)
			if err := one(s, &list[0]); err != nil {
				return err
			}
			list = slices.DeleteFunc(list, func(text string) bool { return text == "" })
			return nil
		}
		if s.peek() != '[' {
			if loose && s.isNothing() {
				return s.skip()
			}
			return s.nullOr("a list")
		}
		if err := s.open(); err != nil {
			return err
		}
		for n := 0; ; n++ {
			more, err := s.more(n == 0, ']')
			if !more || err != nil {
				return err
			}
			list = extend(list, nil)
			last := len(list) - 1
			if err := one(s, &list[last]); err != nil {
				return at(err, fmt.Sprintf("[%d]", n))
			}
			if list[last] == "" {
				list = list[:last]
			}
		}
	}
}

// notNull takes an object and nothing else.
func notNull[T any](object read[T]) read[T] {
	return func(s *scanner, into *T) error {
		if s.peek() != '{' {
			return s.unwanted("an object")
		}
		return object(s, into)
	}
}

// extend makes room for one more element, an old one used again where there is one.
func extend[E any](list []E, reset func(*E)) []E {
	if len(list) == cap(list) {
		var zero E
		return append(list, zero)
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

// emptied is a list to be filled again. Its old texts are parts of old pages: one that
// stayed behind in the spare room would keep a whole page in memory.
func emptied[E any](list []E) []E {
	clear(list[:cap(list)])
	return list[:0]
}
