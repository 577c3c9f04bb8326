package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// readRecipient reads who gets the parcel, and the comment.
func (b *builder) readRecipient(d *draft, r *cells.Row) {
	to := &d.order.Recipient
	if name, column := b.l.Person(r); name != "" {
		b.same(r, column, "field.recipient", &to.Name, name)
	}
	if c, column := ordertemplate.Pick(b.l.Columns[field.Phone], r); !c.Blank() {
		number, restored, f := b.values.Phone(c)
		d.phoneSeen = true
		switch {
		case f != nil:
			b.refuse(r.Number, column.Name, f)
		default:
			b.same(r, column, "field.phone", &to.Phone, number)
		}
		if restored {
			b.found.add(r.Number, column.Name, problem.Faultf(problem.PhoneZeroRestored, celltext.Show(c.Text), number[len("+380"):]))
		}
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Email], r); !c.Blank() && to.Email == nil {
		to.Email = &c.Text
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Comment], r); !c.Blank() && !slices.Contains(d.comments, c.Text) {
		d.comments = append(d.comments, c.Text)
	}
}

// nameFault is why a text is not the name of one person; nil where it is, and where it is blank.
func (b *builder) nameFault(name string) *problem.Fault {
	if name == "" {
		return nil
	}
	switch n := b.lexicon.Name(name); {
	case !value.IsName(name), n.Absent(), b.stop(name) == lexicon.StopHold, value.NumberedName(name), n.Says():
		return problem.Faultf(problem.RecipientNameInvalid, celltext.Show(name))
	case n.TwoPersons(), n.JoinsPersons():
		return problem.Faultf(problem.RecipientNameInvalid+".two", celltext.Show(name))
	}
	return nil
}
