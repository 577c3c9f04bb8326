package history

import (
	"io"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// ChangesHeading is the first row of the changes.
const ChangesHeading = "change,id,sku,name,old_price,new_price,old_quantity,new_quantity,availability\r\n"

// The changes that a row names.
const (
	changeNew       = "new"
	changeGone      = "gone"
	changeRepriced  = "repriced"
	changeRestocked = "restocked"
	changeSoldOut   = "sold_out"
)

// flushAt is how many bytes of rows are gathered before they are written.
const flushAt = 32 << 10

// changeRows writes the changes as CSV (RFC 4180). Without a writer it does nothing.
type changeRows struct {
	out    io.Writer
	buffer []byte
}

func newChangeRows(out io.Writer) changeRows {
	if out == nil {
		return changeRows{}
	}
	return changeRows{out, []byte(ChangesHeading)}
}

// add writes one row. before is nil for a new offer, after for one that is gone.
func (c *changeRows) add(change string, o *offer, before, after *state) error {
	if c.out == nil {
		return nil
	}
	b := append(c.buffer, change...)
	for _, text := range [...]string{o.id, o.sku, o.name} {
		b = appendCell(append(b, ','), spreadsheet.Defuse(text))
	}
	b = before.appendPrice(append(b, ','))
	b = after.appendPrice(append(b, ','))
	b = before.appendQuantity(append(b, ','))
	b = after.appendQuantity(append(b, ','))
	b = append(b, ',')
	if after != nil {
		b = append(b, after.availability()...)
	}
	c.buffer = append(b, "\r\n"...)
	if len(c.buffer) < flushAt {
		return nil
	}
	return c.flush()
}

func (c *changeRows) flush() error {
	if len(c.buffer) == 0 {
		return nil
	}
	_, err := c.out.Write(c.buffer)
	c.buffer = c.buffer[:0]
	return err
}

func (s *state) appendPrice(b []byte) []byte {
	if s == nil {
		return b
	}
	return s.price.appendText(b)
}

func (s *state) appendQuantity(b []byte) []byte {
	if s == nil || !s.counted {
		return b
	}
	return strconv.AppendInt(b, s.quantity, 10)
}

// availability has the words of the generic feeds.
func (s *state) availability() string {
	if s.available {
		return "in_stock"
	}
	return "out_of_stock"
}

// appendCell writes a text, in quotes where the format needs them.
func appendCell(b []byte, text string) []byte {
	if !strings.ContainsAny(text, ",\"\r\n") {
		return append(b, text...)
	}
	b = append(b, '"')
	for {
		quote := strings.IndexByte(text, '"')
		if quote < 0 {
			return append(append(b, text...), '"')
		}
		b = append(append(b, text[:quote+1]...), '"')
		text = text[quote+1:]
	}
}
