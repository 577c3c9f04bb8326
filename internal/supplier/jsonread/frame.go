package jsonread

// frame holds what the fields of one record are made of that cannot be read straight into
// their places: the raw JSON of the values that they name. Frames of records that stand in
// each other lie on a stack of the scanner, and their memory is used again.
type frame struct {
	Spans  []string // by slot
	Record string   // the whole record
	Key    string   // the name under which the record stands, in keyed lists
}

// Push opens the frame of a record.
func (s *Scanner) Push(slots int) *frame {
	if s.top == len(s.frames) {
		s.frames = append(s.frames, &frame{})
	}
	f := s.frames[s.top]
	s.top++
	if cap(f.Spans) < slots {
		f.Spans = make([]string, slots)
	}
	f.Spans = f.Spans[:slots]
	clear(f.Spans)
	f.Record, f.Key, s.Name = "", s.Name, ""
	return f
}

// Pop closes the innermost frame.
func (s *Scanner) Pop() { s.top-- }

// Around is the frame of the record that is so many records further out.
func (s *Scanner) Around(up int) *frame { return s.frames[s.top-1-up] }

// Within reads a JSON text that was found earlier, or made.
func Within[T any](s *Scanner, raw string, r Reader[T], into *T) error {
	data, pos, depth := s.data, s.pos, s.depth
	s.data, s.pos, s.depth = raw, 0, 0
	err := r(s, into)
	if err == nil {
		err = s.End()
	}
	s.data, s.pos, s.depth = data, pos, depth
	return err
}
