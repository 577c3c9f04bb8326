package markup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is what a target counts a text's length in.
type Unit int

// The units.
const (
	Characters Unit = iota // Unicode code points
	Bytes                  // of UTF-8
	UTF16                  // code units, as spreadsheets and browsers count
)

func (u Unit) of(r rune) int {
	switch u {
	case Bytes:
		return utf8.RuneLen(r)
	case UTF16:
		if r > 0xFFFF {
			return 2
		}
	}
	return 1
}

// Cut is the beginning of s that has at most so many units, and whether anything is cut
// off. It ends at a whole character, never inside an emoji that is made of several or
// before an accent, and at the end of a word where that keeps two thirds of the length.
func Cut(s string, limit int, unit Unit) (string, bool) {
	if len(s) <= limit { // no unit is smaller than a byte
		return s, false
	}
	used, whole, word := 0, 0, 0 // whole and word: where a character and a word end
	wordUsed := 0
	var last rune
	flags := 0 // regional indicators in a row
	for i, r := range s {
		if i > 0 && !joins(last, r, flags) {
			whole = i
			if unicode.IsSpace(r) && !unicode.IsSpace(last) {
				word, wordUsed = i, used
			}
		}
		if flags++; r < 0x1F1E6 || r > 0x1F1FF {
			flags = 0
		}
		if used += unit.of(r); used > limit {
			end := whole
			if word > 0 && 3*wordUsed >= 2*limit {
				end = word
			}
			return trimEnd(s[:end]), true
		}
		last = r
	}
	return s, false
}

// joins reports whether two characters are one to a reader.
func joins(a, b rune, flags int) bool {
	switch {
	case b == 0x200D || a == 0x200D, unicode.Is(unicode.M, b), b >= 0xFE00 && b <= 0xFE0F, b >= 0x1F3FB && b <= 0x1F3FF, b >= 0xE0020 && b <= 0xE007F:
		return true
	case b >= 0x1F1E6 && b <= 0x1F1FF:
		return flags%2 == 1
	}
	return a == '\r' && b == '\n'
}

// trimEnd takes away what looks unfinished at the end.
func trimEnd(s string) string { return strings.TrimRight(s, " \t\r\n\u00a0,;:-–—(") }

// CutHTML is Cut for HTML that a Policy made: it never ends inside a tag or an entity,
// closes what is open, and counts the tags.
func CutHTML(s string, limit int, unit Unit) (string, bool) {
	if length(s, unit) <= limit {
		return s, false
	}
	var open []string
	used, closing, end := 0, 0, 0
	for i := 0; i < len(s); {
		step, name, kind := piece(s[i:])
		used += length(s[i:i+step], unit)
		switch kind {
		case opening:
			open = append(open, name)
			closing += length("</"+name+">", unit)
		case ending:
			if n := len(open); n > 0 && open[n-1] == name {
				open = open[:n-1]
				closing -= length("</"+name+">", unit)
			}
		}
		if used > limit {
			break
		}
		if i += step; used+closing <= limit {
			end = i
		}
	}
	text := s[:end]
	if space := strings.LastIndexAny(text, " \n>"); space > 0 && 3*space >= 2*len(text) && kindAt(s[end:]) == plainText {
		text = strings.TrimRight(text[:space+1], " \n")
	}
	if strings.LastIndexByte(text, '<') > strings.LastIndexByte(text, '>') {
		text = text[:strings.LastIndexByte(text, '<')]
	}
	text = strings.TrimRight(text, " \n")
	var b strings.Builder
	b.WriteString(text)
	for _, name := range slices.Backward(openIn(text)) {
		b.WriteString("</" + name + ">")
	}
	return b.String(), true
}

type pieceKind int

const (
	plainText pieceKind = iota
	opening
	ending
	empty
)

func kindAt(s string) pieceKind {
	if s == "" {
		return empty
	}
	_, _, kind := piece(s)
	return kind
}

// piece is the length of what s begins with: a tag, an entity, or a character as a
// reader sees it.
func piece(s string) (length int, name string, kind pieceKind) {
	switch s[0] {
	case '<':
		end := strings.IndexByte(s, '>')
		if end < 0 {
			return len(s), "", empty
		}
		tag := s[1:end]
		name, _, _ = strings.Cut(strings.Trim(tag, "/"), " ")
		switch {
		case strings.HasPrefix(tag, "/"):
			return end + 1, name, ending
		case strings.HasSuffix(tag, "/") || name == "br" || name == "img" || name == "hr":
			return end + 1, name, empty
		}
		return end + 1, name, opening
	case '&':
		if end := strings.IndexByte(s, ';'); end > 0 && end < 12 {
			return end + 1, "", plainText
		}
	}
	last, size := utf8.DecodeRuneInString(s)
	flags := 0
	if last >= 0x1F1E6 && last <= 0x1F1FF {
		flags = 1
	}
	for size < len(s) {
		r, n := utf8.DecodeRuneInString(s[size:])
		if !joins(last, r, flags) {
			break
		}
		size += n
		last, flags = r, 0
	}
	return size, "", plainText
}

// openIn is the tags that a text leaves open.
func openIn(s string) (open []string) {
	for i := 0; i < len(s); {
		step, name, kind := piece(s[i:])
		if kind == opening {
			open = append(open, name)
		} else if n := len(open); kind == ending && n > 0 && open[n-1] == name {
			open = open[:n-1]
		}
		i += step
	}
	return open
}

func length(s string, unit Unit) (n int) {
	if unit == Bytes {
		return len(s)
	}
	for _, r := range s {
		n += unit.of(r)
	}
	return n
}
