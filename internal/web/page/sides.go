package page

import (
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sides is an order as it was sent, beside what a file says of it now.
type sides struct {
	File string
	Rows []difference
}

// sidesOf puts what was sent beside what each file says that waits for a decision.
func sidesOf(l wording.Language, o overview.OrderStatus) (list []sides) {
	if o.Story == nil {
		return nil
	}
	for _, file := range o.Story.Files {
		if file.Open && file.Says != nil {
			list = append(list, sides{File: file.File, Rows: compared(l, o.Story.Understood, *file.Says)})
		}
	}
	return list
}
