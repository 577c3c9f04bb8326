package table

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/internal/csvtemplate"
)

// encodings are the names of encodings, and other spellings of them.
func encodings() (out []csvtemplate.Choice) {
	out = csvtemplate.Words(string(csvtemplate.UTF8), string(csvtemplate.UTF8BOM), string(csvtemplate.Windows1251), string(csvtemplate.UTF16LE))
	return append(out, csvtemplate.Choice{Name: "utf8", Means: string(csvtemplate.UTF8)}, csvtemplate.Choice{Name: "cp1251", Means: string(csvtemplate.Windows1251)})
}

// fit makes a text one that the encoding has: a question mark stands for each character
// that it lacks, for NUL and for what is no UTF-8. Those are returned as well.
func fit(e csvtemplate.Encoding, text string) (fitted string, lacking []rune) {
	if hasAll(e, text) {
		return text, nil
	}
	if e == csvtemplate.Windows1251 {
		// Composed letters and the other apostrophe are in it; й as two characters is not.
		text = strings.ReplaceAll(norm.NFC.String(text), "ʼ", "’")
	}
	var b strings.Builder
	for _, r := range text {
		if !has(e, r) {
			lacking = append(lacking, r)
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String(), lacking
}

func hasAll(e csvtemplate.Encoding, text string) bool {
	for i := range len(text) {
		if c := text[i]; c == 0 || c >= utf8.RuneSelf {
			return hasRunes(e, text[i:])
		}
	}
	return true
}

func hasRunes(e csvtemplate.Encoding, text string) bool {
	for _, r := range text {
		if !has(e, r) {
			return false
		}
	}
	return true
}

// has: U+FFFD stands for bytes that are no UTF-8, or for what was lost before.
func has(e csvtemplate.Encoding, r rune) bool { return r != 0 && r != utf8.RuneError && e.Has(r) }
