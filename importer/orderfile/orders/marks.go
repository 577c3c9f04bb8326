package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// lookAtMarks refuses a row of which a cell that is read is struck through, and one with a note
// that speaks of state, payment or delivery.
func (b *builder) lookAtMarks(r *cells.Row) {
	for _, c := range b.l.Used {
		if found := r.At(c.Index); found.Struck && b.speaks(found) {
			b.refuse(r.Number, c.Name, problem.Faultf(problem.StateUnknown+".struck", celltext.Show(found.Text)))
			break
		}
	}
	for _, n := range r.Notes {
		if said := b.noteSays(n.Text); said != "" {
			b.refuse(r.Number, "", problem.Faultf(problem.StateUnknown+".note", n.Cell, celltext.Show(said)))
		}
	}
}

// noteSays is the part of a note that speaks of the order, "" where none does. The first line may
// be its author's name.
func (b *builder) noteSays(text string) string {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n\r,;:.!", r) }) {
		part = strings.TrimSpace(part)
		if part == "" || len(part) > 200 {
			continue
		}
		flag := b.lexicon.Flag(part)
		if b.words.state(part).Off() || b.lexicon.PaymentSaid(part) || flag != lexicon.NoFlag && flag != lexicon.FlagPost {
			return part
		}
	}
	return ""
}
