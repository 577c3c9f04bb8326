package jsonread

// endingReach is how many bytes from its end a text is searched for the end of a list.
const endingReach = 4 << 10

// Ending shortens the JSON text of an object that begins with a list of that name, which is
// not empty: of the list 0 alone stays, and of what follows what stands behind the last list
// of the object's own. It costs what stands there and not what the list holds. Of sound JSON
// every member that is left is one of the text; that the text is sound has to be proved by
// whoever reads all of it.
func Ending(text, list string) (short string, ok bool) {
	s := NewScanner(text)
	if s.Peek() != '{' {
		return "", false
	}
	s.pos++
	if key, err := s.key(); err != nil || key != list || s.Peek() != '[' {
		return "", false
	}
	s.pos++
	begin := s.pos
	if c := s.Peek(); c == ']' || c == 0 {
		return "", false
	}
	end, ok := lastListEnd(text, max(begin, len(text)-endingReach))
	if !ok {
		return "", false
	}
	return text[:begin] + "0" + text[end:], true
}

// lastListEnd is where the last list ends that is a member of the object that text ends with,
// false where that is before from. It reads backwards: of sound JSON the end stands in no string.
func lastListEnd(text string, from int) (at int, ok bool) {
	depth := 0
	for i := len(text) - 1; i >= from; i-- {
		switch text[i] {
		case '"':
			i = openingQuote(text, from, i)
		case '}':
			depth++
		case ']':
			if depth == 1 {
				return i, true
			}
			depth++
		case '{', '[':
			depth--
		}
	}
	return 0, false
}

// openingQuote is where the string begins that ends at end, or before from: the last quote
// that no backslash escapes.
func openingQuote(text string, from, end int) int {
	i := end - 1
	for i >= from && (text[i] != '"' || isEscaped(text, i)) {
		i--
	}
	return i
}

// isEscaped reports whether the byte at i stands behind an odd number of backslashes.
func isEscaped(text string, i int) bool {
	escaped := false
	for i--; i >= 0 && text[i] == '\\'; i-- {
		escaped = !escaped
	}
	return escaped
}
