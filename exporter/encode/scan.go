package encode

import (
	"unsafe"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/swar"
)

// The scans look for bytes that need escaping eight at a time. Texts are mostly free of such
// bytes, so that the scan is what an encoder spends its time on.

// View is b as a string without a copy. It is valid until b is written to again; it
// lets one encoder serve texts of products and texts put together in scratch memory.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// nextCSV is the index from i on of a byte that makes a field be quoted or cleaned, or len(s).
func nextCSV(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := swar.Word(s, i)
		if csvClean(x) {
			continue
		}
		if m := csvMarks(x); m != 0 {
			return i + swar.First(m)
		}
	}
	if x := swar.Rest(s, i); !csvClean(x) {
		if m := csvMarks(x); m != 0 {
			return i + swar.First(m)
		}
	}
	return len(s)
}

// csvClean looks for all control characters in one step: in most words there is none.
func csvClean(x uint64) bool {
	return swar.Equal(x, '"')|swar.Equal(x, ',')|swar.Below(x, ' ') == 0
}

func csvMarks(x uint64) uint64 {
	return swar.Equal(x, '"') | swar.Equal(x, ',') | swar.Equal(x, '\r') | swar.Equal(x, '\n') | swar.Equal(x, 0)
}

// nextXML is the index from i on of a byte that XML text cannot hold as it is, or len(s).
// Of U+FFFE and U+FFFF, which XML forbids, it finds the first byte.
func nextXML(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := xmlMarks(swar.Word(s, i)); m != 0 {
			return i + swar.First(m)
		}
	}
	if m := xmlMarks(swar.Rest(s, i)); m != 0 {
		return i + swar.First(m)
	}
	return len(s)
}

// xmlMarks is made of swar.Equal and swar.Below, which are too much to be inlined all at once:
// the quote and the ampersand differ in one bit, and so do the brackets.
func xmlMarks(x uint64) uint64 {
	quote, angle, long := (x|swar.Lows*4)^swar.Lows*'&', (x|swar.Lows*2)^swar.Lows*'>', x^swar.Lows*0xEF
	return swar.Highs & ((quote-swar.Lows)&^quote | (angle-swar.Lows)&^angle | (long-swar.Lows)&^long | (x-swar.Lows*' ')&^x)
}

// nextControl is the index from i on of a byte that may not stand in CDATA, or len(s).
func nextControl(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := controlMarks(swar.Word(s, i)); m != 0 {
			return i + swar.First(m)
		}
	}
	if m := controlMarks(swar.Rest(s, i)); m != 0 {
		return i + swar.First(m)
	}
	return len(s)
}

func controlMarks(x uint64) uint64 { return swar.Below(x, ' ') | swar.Equal(x, 0xEF) }

// nextURL is the index from i on of a byte that is not left as it is in an address, or len(s).
// There are too many of these to look at eight bytes in one step.
func nextURL(s string, i int) int {
	for i < len(s) && markup.MayStand(s[i]) && s[i] != '&' {
		i++
	}
	return i
}

// noncharacter reports whether U+FFFE or U+FFFF, which XML forbids, stands at s[i].
func noncharacter(s string, i int) bool {
	return i+2 < len(s) && s[i] == 0xEF && s[i+1] == 0xBF && s[i+2] >= 0xBE
}
