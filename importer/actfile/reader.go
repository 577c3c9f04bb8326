package actfile

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// reader turns rows into an account.
type reader struct {
	template *Template
	values   *value.Reader
	name     string
	side     side
	headings map[int]string // of the columns, as the file has them

	account settlement.Account
	begun   bool // a document has come
	ended   bool // the closing balance has come
	faults  wording.List
	unread  int // faults that are not listed
}

// listed is how many faults a refusal names.
const listed = 5

// fault notes what cannot be read in a column of a row, -1 for the row as a whole.
func (r *reader) fault(row *cells.Row, column int, what wording.Message) {
	if len(r.faults) >= listed {
		r.unread++
		return
	}
	if column < 0 {
		r.faults = append(r.faults, wording.NewMessage("act.file.row", row.Number, what))
	} else {
		r.faults = append(r.faults, wording.NewMessage("act.file.cell", row.Number, r.headings[column], what))
	}
}

// at is the cell of a column, a blank one where there is no such column.
func at(row *cells.Row, column int) cells.Cell {
	if column < 0 {
		return cells.Cell{}
	}
	return row.At(column)
}
