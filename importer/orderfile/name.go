package orderfile

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// nameFault is why a text is not the name of one person; nil where it is, and where it is blank.
func (b *orderBuilder) nameFault(name string) *problem.Fault {
	switch {
	case name == "":
		return nil
	case !isName(name), b.lexicon.NoName(name), b.stop(name) == lexicon.StopHold, numberedName(name), b.lexicon.NameSays(name):
		return problem.Faultf(problem.RecipientNameInvalid, celltext.Show(name))
	case b.lexicon.TwoPersons(name), b.lexicon.JoinsPersons(name):
		return problem.Faultf(problem.RecipientNameInvalid+".two", celltext.Show(name))
	}
	return nil
}

// numberedName reports whether a number stands behind a person's name: "Тест Олена 2" is nobody.
// A firm's name in quotes may have one.
func numberedName(name string) bool {
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
