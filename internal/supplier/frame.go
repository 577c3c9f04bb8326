package supplier

// frame holds what the fields of one record are made of that cannot be read straight into
// their places: the raw JSON of the values that they name. Frames of records that stand in
// each other lie on a stack of the scanner, and their memory is used again.
type frame struct {
	spans  []string // by slot
	record string   // the whole record
	key    string   // the name under which the record stands, in keyed lists
}

// push opens the frame of a record.
func (s *scanner) push(slots int) *frame {
	if s.top == len(s.frames) {
		s.frames = append(s.frames, &frame{})
	}
	f := s.frames[s.top]
	s.top++
	if cap(f.spans) < slots {
		f.spans = make([]string, slots)
	}
	f.spans = f.spans[:slots]
	clear(f.spans)
	f.record, f.key, s.name = "", s.name, ""
	return f
}

// pop closes the innermost frame.
func (s *scanner) pop() { s.top-- }

// around is the frame of the record that is so many records further out.
func (s *scanner) around(up int) *frame { return s.frames[s.top-1-up] }

// within reads a JSON text that was found earlier, or made.
func within[T any](s *scanner, raw string, r read[T], into *T) error {
	data, pos, depth := s.data, s.pos, s.depth
	s.data, s.pos, s.depth = raw, 0, 0
	err := r(s, into)
	if err == nil {
		err = s.end()
	}
	s.data, s.pos, s.depth = data, pos, depth
	return err
}
