package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a word, a number or a sign of a cell.
type token struct {
	text   string // lower case, without apostrophes
	kind   tokenKind
	glued  bool // nothing stands between it and the token before
	start  int  // where it stands in the normalised text
	end    int
	behind rune // the first mark after it that is no blank, another one before a full stop; or 0
}

type tokenKind uint8

const (
	word   tokenKind = iota
	number           // digits
	numero           // № or #
	percent
)

// longest is how much of a cell is looked at: a longer text is no word of a state, a
// payment or a carrier, and an address ends before.
const longest = 1000

// normal is a text in one form of letters: lower case, "е" for "ё", without apostrophes,
// "#" for "№", and blanks for hyphens between letters and for underscores.
func normal(text string) string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	text = strings.ReplaceAll(text, "№", "#")
	text = strings.ToLower(norm.NFKC.String(text))
	return strings.Map(func(r rune) rune {
		switch r {
		case '\'', '’', 'ʼ', '`', '´', '‘', '"', '«', '»', '“', '”', '„':
			return -1
		case 'ё':
			return 'е'
		case '_', '\u00AD':
			return ' '
		}
		if r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r) || r == '−' {
			return '-'
		}
		return r
	}, text)
}

// bytesAToken is about how many bytes a word of a cell has, with what stands behind it.
const bytesAToken = 8

// tokens splits a normalised text.
func tokens(text string) []token {
	out := make([]token, 0, (len(text)+bytesAToken-1)/bytesAToken)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		kind, run := word, isWordRune
		switch {
		case unicode.IsDigit(r):
			kind, run = number, unicode.IsDigit
		case unicode.IsLetter(r):
		case r == '#':
			kind, run = numero, func(r rune) bool { return r == '#' }
		case r == '%':
			kind, run = percent, func(r rune) bool { return r == '%' }
		default:
			if n := len(out) - 1; n >= 0 && (out[n].behind == 0 || out[n].behind == '.') && !unicode.IsSpace(r) {
				out[n].behind = r
			}
			at += size
			continue
		}
		end := at + size
		for end < len(text) {
			next, n := utf8.DecodeRuneInString(text[end:])
			if !run(next) {
				break
			}
			end += n
		}
		glued := len(out) > 0 && out[len(out)-1].end == at
		out = append(out, token{text: text[at:end], kind: kind, glued: glued, start: at, end: end})
		at = end
	}
	return out
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// counts reports whether a rune is there once before and after normalising.
func counts(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// asks reports whether a cell holds a question mark: whoever wrote it did not know either.
func asks(text string) bool { return strings.Contains(text, "?") }

// originalOf finds a part of a normalised text in the text that it was made of: it begins
// where as many letters and digits stand before it.
func originalOf(text, plain string, from, to int) string {
	before, inside := countRunes(plain[:from]), countRunes(plain[from:to])
	begin, end, seen := -1, len(text), 0
	for at, r := range text {
		if !counts(r) {
			continue
		}
		if seen == before && begin < 0 {
			begin = at
		}
		seen++
		if seen == before+inside {
			end = at + len(string(r))
			break
		}
	}
	if begin < 0 {
		return ""
	}
	if to == len(plain) {
		end = len(text)
	}
	return strings.Join(strings.Fields(text[begin:end]), " ")
}

func countRunes(text string) (n int) {
	for _, r := range text {
		if counts(r) {
			n++
		}
	}
	return n
}
