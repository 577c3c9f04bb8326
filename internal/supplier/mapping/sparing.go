package mapping

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// fixOfUnreadable is what to do about a value that is not what the mapping says.
const fixOfUnreadable = "ask the supplier to correct it; where many products have such values, have the mapping say how they are read " +
	"(a text that means that there is no value belongs under the field's absent)"

// compileNames compiles what names a record that cannot be read as a whole: its id and
// its SKU, each alone, so that either is found where the other is what is wrong.
func (p *producer[T]) compileNames(c *compiler, key string, specs written.Fields, fields []field[T], exempt []string) error {
	if p.kind.sku == nil {
		return nil
	}
	for _, name := range []string{"id", "sku"} {
		var only written.Fields
		if spec := specs.Find(name); spec != nil {
			only = append(only, *spec)
		}
		one, err := compileRecord(c, key, only, fields, nil, recordRules{exempt: exempt})
		if err != nil {
			return err
		}
		p.names = append(p.names, one)
	}
	return nil
}

// sparing reads a value by read. Where the value's kind allows for it, one that is not what
// the mapping says leaves out what was made of it, and is named among the unreadable ones;
// text that is no JSON stays an error of the page. The value is a record only where jq does
// not make the record of it.
func (p *producer[T]) sparing(s *jsonread.Scanner, into *Page[T], read appender[T], isRecord bool) error {
	if p.kind.sku == nil {
		s.Twice = s.Twice[:0]
		return read(s, into)
	}
	from, made, odd := s.Here(), len(into.Records), len(into.Unreadable)
	s.Twice = s.Twice[:0]
	err := read(s, into)
	if err == nil {
		p.noteTwice(s, into, made)
		return nil
	}
	shape, ok := errors.AsType[*jsonread.ShapeError](err)
	if !ok || shape.Slow {
		return err
	}
	into.Records, into.Unreadable = into.Records[:made], into.Unreadable[:odd]
	s.Back(from)
	raw, err := s.Raw()
	if err != nil {
		return err
	}
	out := supplier.Unreadable{Before: made, Item: max(into.Count, 1), Problem: shape.Error(), Mend: shape.Mend}
	if out.Mend == "" {
		out.Mend = fixOfUnreadable
	}
	if isRecord {
		p.identify(s, raw, &out)
	}
	into.Unreadable = append(into.Unreadable, out)
	return nil
}

// noteTwice notes the keys that the records from made on have twice.
func (p *producer[T]) noteTwice(s *jsonread.Scanner, into *Page[T], made int) {
	if len(s.Twice) == 0 || made == len(into.Records) {
		return
	}
	first := &into.Records[made]
	for _, key := range s.Twice {
		into.Twice = append(into.Twice, supplier.RepeatedKey{Product: strings.Clone(nameOf(p.kind.Id(first), p.kind.sku(first))), Key: strings.Clone(key)})
	}
	s.Twice = s.Twice[:0]
}

// identify names a record that is not what the mapping says. The texts are copies, as they
// may outlive the page.
func (p *producer[T]) identify(s *jsonread.Scanner, raw string, out *supplier.Unreadable) {
	var found T
	for _, one := range p.names {
		var alone T
		if jsonread.FirstByte(raw) != '{' && !one.scalar || jsonread.Within(s, raw, one.read, &alone) != nil {
			continue // what names it is what is wrong
		}
		if id := p.kind.Id(&alone); id != "" {
			out.ID = strings.Clone(id)
		}
		found = alone
	}
	out.Name = strings.Clone(nameOf(out.ID, p.kind.sku(&found)))
	if p.variants != nil { // its variants have ids of their own
		out.ID = ""
	}
}

// nameOf is what people know a product by.
func nameOf(id, sku string) string {
	if sku == "" && id != "" {
		return "id " + id
	}
	return sku
}
