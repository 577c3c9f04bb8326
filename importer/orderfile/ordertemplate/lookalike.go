package ordertemplate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// fold makes look-alike letters of the two alphabets equal. It serves messages: names
// that are equal only when folded are never taken for each other.
func fold(key string) string {
	return strings.Map(func(r rune) rune {
		if at := strings.IndexRune(lookalikes, r); at >= 0 {
			return rune(lookalikesTo[utf8.RuneCountInString(lookalikes[:at])])
		}
		return r
	}, key)
}

// Letters of other alphabets that look like a Latin one, as small or as capital
// letters, and the digits that are typed for letters; below each is the letter.
const (
	lookalikes   = "авеікмнорстухѕјԁԛԝαερικονυ01lı"
	lookalikesTo = "abeikmhopctyxsjdqwaepikovyoiii"
)

// foreignLetter says which letter of a heading to change so that it becomes the known one.
func foreignLetter(spelled, want string) wording.Message {
	a, b := []rune(spelled), []rune(want)
	for i := range a {
		if i < len(b) && a[i] != b[i] {
			return wording.NewMessage("letter.foreign", i+1, string(a[i]), scriptOf(a[i]), scriptOf(b[i]))
		}
	}
	return wording.NewMessage("letter.of_another_alphabet")
}

func scriptOf(r rune) wording.Message {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return wording.NewMessage("script.cyrillic")
	case unicode.Is(unicode.Latin, r):
		return wording.NewMessage("script.latin")
	case unicode.Is(unicode.Greek, r):
		return wording.NewMessage("script.greek")
	}
	return wording.NewMessage("script.another")
}

// lookalike finds where a heading of a meaning stands with look-alike letters.
func (p *Template) lookalike(r *cells.Row, wanted func(field.Field) bool) (cells.Cell, wording.Message, bool) {
	for _, c := range r.Cells {
		key := HeadingKey(c.Text)
		known, ok := p.folded[fold(key)]
		if _, exact := p.headings[key]; ok && !exact && key != known && utf8.RuneCountInString(key) == utf8.RuneCountInString(known) &&
			wanted(p.headings[known].Field) {
			return c, foreignLetter(key, known), true
		}
	}
	return cells.Cell{}, wording.Message{}, false
}
