package cells

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// confirm1251 says why a text that was read as Windows-1251 is none. Known headings in
// Cyrillic prove it. Headings in English are the same in every encoding: beside them
// the words must look like words, or names would silently become other names.
func confirm1251(p Headings, data []byte, t *textFile) *problem.Fault {
	if len(t.known) >= LeastKnown && (t.hasCyrillicHeading() || plausible(t.Text[:min(len(t.Text), judged)])) {
		return nil
	}
	if name := otherEncoding(p, data[:min(len(data), judged)]); name != "" {
		return problem.Faultf(problem.EncodingUnknown+".named", name)
	}
	if len(t.known) < LeastKnown {
		if seen := seenHeadings(t.head); seen != "" && plausible(t.Text[:min(len(t.Text), judged)]) {
			return problem.Faultf(problem.EncodingUnknown+".headings", seen)
		}
		return problem.Faultf(problem.EncodingUnknown + ".no_headings")
	}
	return problem.Faultf(problem.EncodingUnknown + ".no_words")
}

// seenHeadings shows the cells of the row that looks most like headings.
func seenHeadings(rows []Row) string {
	const most = 6
	if len(rows) == 0 {
		return ""
	}
	var seen []string
	for _, c := range LikelyHeadings(rows, rows[0]).Cells {
		if len(seen) == most {
			seen = append(seen, "…")
			break
		}
		seen = append(seen, celltext.Show(c.Text))
	}
	return strings.Join(seen, ", ")
}

func (f *textFile) hasCyrillicHeading() bool {
	return slices.ContainsFunc(f.known, func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) })
	})
}

// otherEncoding names the encoding, of those that are known and not read, in which a
// text has known headings and the fewest odd words.
func otherEncoding(p Headings, data []byte) string {
	best, fewest := "", 1.0
	for _, other := range []struct {
		name    string
		charmap *charmap.Charmap
	}{
		{"KOI8-U", charmap.KOI8U}, {"of code page 866 (DOS)", charmap.CodePage866},
		{"Macintosh Cyrillic", charmap.MacintoshCyrillic}, {"ISO 8859-5", charmap.ISO8859_5},
	} {
		bytes, err := other.charmap.NewDecoder().Bytes(data)
		if err != nil {
			continue
		}
		text := string(bytes)
		words, odd := oddWords(text)
		if share := float64(odd) / float64(max(words, 1)); share < fewest && plausible(text) &&
			len(findDelimiter(p, Decoded{Text: text}, Limits{}.OrDefaults()).known) >= LeastKnown {
			best, fewest = other.name, share
		}
	}
	return best
}

// plausible reports whether most words with letters beyond ASCII are written as
// Ukrainian and Russian words are: in letters of these languages, no capital after a
// small one, no sign glued to them. A few may be product codes of mixed letters; a text
// without such words proves nothing against it.
func plausible(text string) bool {
	words, odd := oddWords(text)
	return 3*odd <= words
}

func oddWords(text string) (words, odd int) {
	var w word
	before := ' '
	for _, r := range text + " " {
		if unicode.IsLetter(r) || isGlued(r) {
			w.add(before, r)
		} else if w != (word{}) {
			if w.foreign || w.glued {
				words++
			}
			if w.odd || w.glued || w.foreign && w.latin {
				odd++
			}
			w = word{}
		}
		before = r
	}
	return words, odd
}

// word is what was seen of one word.
type word struct {
	latin, foreign bool // letters of ASCII, and beyond it
	glued          bool // signs that stand in no word
	odd            bool // letters of other languages, or a capital after a small letter
}

func (w *word) add(before, r rune) {
	switch {
	case isGlued(r):
		w.glued = true
	case r < utf8.RuneSelf:
		w.latin = true
	default:
		w.foreign = true
		w.odd = w.odd || !isOurLetter(r) || unicode.IsUpper(r) && unicode.IsLower(before)
	}
}

// isOurLetter knows the letters of Ukrainian, Russian and Belarusian.
func isOurLetter(r rune) bool {
	switch r {
	case 'Ё', 'ё', 'Є', 'є', 'І', 'і', 'Ї', 'ї', 'Ґ', 'ґ', 'Ў', 'ў':
		return true
	}
	return r >= 'А' && r <= 'я'
}

// isGlued knows the signs that a wrong reading puts between letters.
func isGlued(r rune) bool {
	switch r {
	case '¦', '§', '¤', '¬', '¶', '†', '‡', '‰', '\u00AD', utf8.RuneError:
		return true
	}
	return r >= '─' && r <= '▟' // what frames and bars are drawn with
}
