package orderfile

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// nameFault is why a text is not the name of one person; nil where it is, and where it is blank.
func (b *orderBuilder) nameFault(name string) *problem.Fault {
	switch {
	case name == "":
		return nil
	case !value.IsName(name), b.lexicon.NoName(name), b.stop(name) == lexicon.StopHold, value.NumberedName(name), b.lexicon.NameSays(name):
		return problem.Faultf(problem.RecipientNameInvalid, celltext.Show(name))
	case b.lexicon.TwoPersons(name), b.lexicon.JoinsPersons(name):
		return problem.Faultf(problem.RecipientNameInvalid+".two", celltext.Show(name))
	}
	return nil
}
