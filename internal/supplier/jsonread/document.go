package jsonread

// Check checks the syntax of a whole document, which walking along a path takes for granted.
func Check(text string) error {
	s := &Scanner{data: text}
	if err := s.Skip(); err != nil {
		return err
	}
	return s.End()
}

// Document reads a document of which r is the reader.
func Document[T any](text string, r Reader[T], into *T) error {
	s := &Scanner{data: text}
	if err := r(s, into); err != nil {
		return err
	}
	return s.End()
}
