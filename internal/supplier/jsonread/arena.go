package jsonread

import (
	"unicode/utf8"
	"unsafe"

	"github.com/dropbridge/dropbridge/internal/swar"
)

// Arena is memory that many unescaped texts share. The zero value is empty.
type Arena struct {
	data []byte // its texts are never written to again, but by Reset
	used int    // bytes of the texts before those in data, which have other memory
	need int    // bytes that one piece for all of them would have needed
}

// arenaChunk is how much unescaped text shares one allocation. The runtime's
// largest size class that is not an allocation of its own is 32 KB.
const arenaChunk = 16 << 10

// Reset begins anew: texts that stand in the arena are written over. Its memory is then one
// piece, as large as what was needed of it.
func (a *Arena) Reset() {
	if a.need > cap(a.data) {
		a.data = make([]byte, 0, a.need)
	}
	a.data, a.used, a.need = a.data[:0], 0, 0
}

// begin makes room for a text, and gives its place.
func (a *Arena) begin(size int) (start int) {
	a.need = max(a.need, a.used+len(a.data)+size)
	// Only a broken byte, as U+FFFD, takes more room than before; the arena then moves on to a
	// larger piece of memory and texts handed out keep the old one.
	if cap(a.data)-len(a.data) < size {
		a.used += len(a.data)
		a.data = make([]byte, 0, max(size, arenaChunk))
	}
	return len(a.data)
}

// from is the text from a place to the end.
func (a *Arena) from(start int) string {
	text := a.data[start:]
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// appendValid appends text with each broken byte as U+FFFD.
func (a *Arena) appendValid(text string, proved bool) {
	if proved || swar.Valid(text) {
		a.data = append(a.data, text...)
		return
	}
	for _, r := range text { // range gives U+FFFD for each broken byte
		a.data = utf8.AppendRune(a.data, r)
	}
}
