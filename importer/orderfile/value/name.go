package value

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// IsName reports whether a text can be a person's name: letters, and none that was lost, no
// e-mail and no phone.
func IsName(text string) bool {
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, "?\uFFFD@") && digits < 5 && !cells.Garbled(text)
}

// NumberedName reports whether a number stands behind a person's name: "Тест Олена 2" is nobody.
// A firm's name in quotes may have one.
func NumberedName(name string) bool {
	fields := strings.Fields(name)
	if len(fields) < 2 || strings.ContainsAny(name, `"«»“”„`) {
		return false
	}
	last := strings.Trim(fields[len(fields)-1], "().,№#")
	if len(last) == 0 || len(last) > 2 || !celltext.AllDigits(last) {
		return false
	}
	for _, word := range fields[:len(fields)-1] {
		if letters := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); len([]rune(letters)) > 1 && strings.ToUpper(letters) == letters && len(fields) > 1 && fields[0] == word {
			return false // "ТОВ Ромашка 2"
		}
	}
	return true
}
