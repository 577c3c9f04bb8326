package spreadsheet

import (
	"encoding/binary"
	"math/bits"

	"github.com/dropbridge/dropbridge/internal/deflate"
)

// Guide notes where the cells of rows stand in their XML, and guesses from that what repeats
// itself: a value that stood in the same column some rows above, with all of the markup around it;
// the beginning of the value above; the markup of the cell at the left. A Deflater with these
// guesses need not search in the markup, which is most of a sheet. The zero value is ready for
// use; a nil Guide notes nothing.
type Guide struct {
	hints   []deflate.Hint
	from    int // where in the text the rows begin
	columns []guidedColumn
	column  int       // of the last cell
	left    CellPlace // the last cell
	ends    [32]int   // where a value ended last, by the end tag
	digits  [64]int   // where a row's number stood last in a cell, by the markup behind it
}

// CellPlace is where a cell stands in the text: the digits of its row, the markup behind them,
// its value, and where that ends. Nothing stands at 0: there a row begins.
type CellPlace struct{ Digits, Markup, Value, End int }

// guidedColumn is what is known of a column.
type guidedColumn struct {
	above  CellPlace // the cell above
	values [guidedValues]guidedValue
}

// guidedValue is where a value stood last.
type guidedValue struct {
	hash   uint32
	markup int32
}

const (
	guidedBits   = 6
	guidedValues = 1 << guidedBits // a window has some twenty rows
	lookBack     = 1 << 15         // the window of deflate
	guidedPrefix = 4               // the least bytes of a value that are worth to go back for
)

// NewGuide is the guide of a Deflater of that level; nil where it takes none.
func NewGuide(level int) *Guide {
	if level != 0 {
		return nil
	}
	return new(Guide)
}

// Begin forgets all cells; the next ones stand in a text that begins there.
func (g *Guide) Begin(from int) {
	if g == nil {
		return
	}
	g.hints, g.from = g.hints[:0], from
	g.left, g.ends, g.digits = CellPlace{}, [32]int{}, [64]int{}
	clear(g.columns)
}

// Hints are the guesses about the cells since Begin, valid until the next one.
func (g *Guide) Hints() []deflate.Hint {
	if g == nil {
		return nil
	}
	return g.hints
}

// Cell notes a cell that was appended to the text. Columns count from 0, from left to right.
func (g *Guide) Cell(text []byte, column int, at CellPlace) {
	if g == nil {
		return
	}
	for column >= len(g.columns) {
		g.columns = append(g.columns, guidedColumn{})
	}
	c := &g.columns[column]
	known := c.find(text, &at, &g.left)
	g.bridge(text, &c.above, &at, known > 0 || column <= g.column, column > g.column)
	last := &g.digits[hash(text[at.Markup:min(at.Markup+8, len(text))])>>26]
	if known > 0 {
		g.hint(at.Markup, known)
	} else {
		g.hint(at.Digits, *last)
	}
	*last = at.Digits
	c.above, g.left, g.column = at, at, column
}

// bridge guesses what stands between the last cell and this one: where this one goes on as one
// above, or begins a row, it is as above this, and else as between the cells at the left.
func (g *Guide) bridge(text []byte, above, at *CellPlace, asAbove, sameRow bool) {
	if g.left.End == 0 {
		return
	}
	end := &g.ends[text[min(g.left.End+2, len(text)-1)]&31]
	if asAbove && above.End > 0 {
		g.hint(g.left.End, above.Digits-(at.Digits-g.left.End))
	} else {
		g.hint(g.left.End, *end)
	}
	if sameRow {
		*end = g.left.End
	}
}

func (g *Guide) hint(at, from int) {
	if from > g.from {
		g.hints = append(g.hints, deflate.Hint{At: int32(at - g.from), From: int32(from - g.from)})
	}
}

// find gives the markup of the cell of this column as which a cell goes on for longest, and notes
// its value; 0: that is rather the cell at the left.
func (c *guidedColumn) find(text []byte, at, left *CellPlace) (markup int) {
	h := hash(text[at.Value:at.End])
	of := &c.values[h>>(32-guidedBits)]
	if before := int(of.markup); of.hash == h && before > 0 && at.Markup-before < lookBack {
		markup = before
	} else if c.above.End > 0 && at.Markup-c.above.Markup < lookBack {
		if n := samePrefix(text, c.above.Value, at.Value); n >= guidedPrefix && n > guidedPrefix+at.sameAs(left, text) {
			markup = c.above.Markup
		}
	}
	*of = guidedValue{h, int32(at.Markup)}
	return markup
}

// sameAs is how much of the value the cell at the left begins with, after the same markup.
func (at *CellPlace) sameAs(left *CellPlace, text []byte) int {
	if left.End == 0 || left.Value-left.Markup != at.Value-at.Markup || text[left.Value-1] != text[at.Value-1] {
		return 0
	}
	return samePrefix(text, left.Value, at.Value)
}

// samePrefix is how many bytes at two places are the same, of the first 64.
func samePrefix(text []byte, before, at int) int {
	n := at
	for ; n+8 <= min(len(text), at+64); n, before = n+8, before+8 {
		if x := binary.LittleEndian.Uint64(text[before:]) ^ binary.LittleEndian.Uint64(text[n:]); x != 0 {
			return n - at + bits.TrailingZeros64(x)/8
		}
	}
	for ; n < min(len(text), at+64) && text[before] == text[n]; n, before = n+1, before+1 {
	}
	return n - at
}

// hash is one of a value's length, beginning, middle and end.
func hash(value []byte) uint32 {
	const prime, other = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F
	x := uint64(len(value))
	if n := len(value); n >= 8 {
		x += binary.LittleEndian.Uint64(value)*prime ^ binary.LittleEndian.Uint64(value[n-8:])
		x ^= binary.LittleEndian.Uint64(value[n/2-4:]) * other
	} else {
		for _, c := range value {
			x = x<<8 | uint64(c)
		}
	}
	return uint32(x * prime >> 32)
}
