package terminal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ListLines say how a price list is read, column by column, and what has changed since
// somebody looked at it, which is a fault until it is accepted.
func ListLines(read pricelist.Read, accept bool, l wording.Language) []CheckLine {
	name := "price list " + oneline.Unbroken(read.Name)
	head := CheckLine{Name: name, OK: true, Detail: wording.NewMessage("list_check.read", read.Format, read.Records).In(l)}
	switch {
	case !read.Known:
		head.Detail += "; " + wording.NewMessage("list_check.new").In(l)
	case !read.Odd():
		head.Detail += "; " + wording.NewMessage("list_check.same").In(l)
	}
	lines := []CheckLine{head}
	for _, column := range read.Columns {
		lines = append(lines, CheckLine{Name: "column " + oneline.Unbroken(column.Path), OK: true, Detail: columnRead(column).In(l)})
	}
	for _, said := range changesOf(read) {
		line := CheckLine{Name: name, OK: accept, Detail: said.In(l), Code: failed}
		if !accept {
			line.Hint = wording.NewMessage("list_check.way").In(l)
		}
		lines = append(lines, line)
	}
	return lines
}

// changesOf say what is not as it was when somebody looked: columns, then values.
func changesOf(read pricelist.Read) (said []wording.Message) {
	for _, change := range read.Changes {
		said = append(said, columnChanged(change))
	}
	for _, move := range read.Moves {
		said = append(said, valuesMoved(move))
	}
	return said
}

// shownProducts is how many products are named that an export would leave out.
const shownProducts = 10

// TrialLines say what an export would make of price lists: how many products, which not and
// why, and what is to be known of the lists as a whole.
func TrialLines(t pricelist.Trial, l wording.Language) []CheckLine {
	detail := wording.NewMessage("list_check.products", t.Products).In(l)
	if n := len(t.Unreadable); n > 0 {
		detail = wording.NewMessage("list_check.left_out", detail, n).In(l)
	}
	lines := []CheckLine{{Name: "price list products", OK: true, Detail: detail}}
	for i := range t.Unreadable[:min(len(t.Unreadable), shownProducts)] {
		odd := &t.Unreadable[i]
		lines = append(lines, CheckLine{Name: "product " + oneline.Unbroken(odd.Label()), OK: true, Warning: true, Detail: oneline.Unbroken(odd.Problem), Hint: oneline.Unbroken(odd.Mend)})
	}
	for _, r := range t.Remarks {
		lines = append(lines, CheckLine{Name: "price list " + oneline.Unbroken(r.List), OK: true, Warning: true, Detail: oneline.Unbroken(r.Text)})
	}
	return lines
}

// columnRead says how a column is read.
func columnRead(c *form.Column) wording.Message {
	examples := oneline.Unbroken(strings.Join(c.Examples, ", "))
	if c.Role == form.NoRole || c.Role == form.Ignore {
		return wording.NewMessage("list_check.unread", examples)
	}
	return wording.NewMessage("list_check.column", string(c.Role), int(c.Surety*100+0.5), examples)
}

// columnChanged says what has changed of a column.
func columnChanged(change pricelist.Change) wording.Message {
	path := oneline.Unbroken(change.Path)
	switch {
	case change.Gone:
		return wording.NewMessage("list_check.gone", path, string(change.Was))
	case change.Was == form.NoRole:
		return wording.NewMessage("list_check.added", path, string(change.Is))
	}
	return wording.NewMessage("list_check.other", path, string(change.Was), string(change.Is))
}

// valuesMoved says how the values of a list, or of one of its columns, are not what they were.
func valuesMoved(move pricelist.Move) wording.Message {
	path := oneline.Unbroken(move.Path)
	switch move.Kind {
	case pricelist.FewerFilled:
		return wording.NewMessage("list_check.sparse", path, move.Was, move.Is)
	case pricelist.OtherSize:
		return wording.NewMessage("list_check.size", path, move.Was, move.Is)
	}
	return wording.NewMessage("list_check.fewer", move.Was, move.Is)
}

// ListDrift is what has changed of a price list as reports of drift have it.
func ListDrift(read pricelist.Read) (found []drift.Change) {
	for _, change := range read.Changes {
		one := drift.Change{Operation: "list products", Field: string(change.Is), Path: change.Path, Kind: drift.Type,
			Detail: columnChanged(change).In(wording.English), Mend: wording.NewMessage("list_check.way").In(wording.English)}
		if change.Gone {
			one.Field, one.Kind = string(change.Was), drift.Gone
		}
		found = append(found, one)
	}
	kinds := map[pricelist.MoveKind]drift.Kind{pricelist.FewerRecords: drift.Empty, pricelist.FewerFilled: drift.Sparse, pricelist.OtherSize: drift.Scale}
	for _, move := range read.Moves {
		found = append(found, drift.Change{Operation: "list products", Field: string(move.Role), Path: move.Path, Kind: kinds[move.Kind],
			Detail: valuesMoved(move).In(wording.English), Mend: wording.NewMessage("list_check.way").In(wording.English)})
	}
	return found
}
