package sheets

import (
	"context"
	"os"

	"github.com/dropbridge/dropbridge/importer/desk"
)

// Found is what stands in a sheet.
type Found struct {
	Email    string   // of the account that reads it; "" where a link is read
	Rows     int      // of orders
	Orders   int      // that would be taken
	Refused  int      // rows that a person has to mend first
	Headings []string // of the columns
}

// Look reads the sheet of a source once, as a Keeper does. Nothing is taken or written.
func Look(ctx context.Context, d *desk.Desk, source string, plan Plan) (f Found, err error) {
	one := *d
	one.Config.Spool = os.TempDir() // that of the program may not be there yet
	w, err := newWatcher(&one, nil, source, plan)
	if err != nil {
		return f, err
	}
	seen, err := w.look(ctx)
	if err != nil {
		return f, err
	}
	if plan.Results != "" {
		to, err := w.sheet.ReadTab(ctx, plan.Results)
		if err == nil {
			_, err = tabChanges(to, seen, nil)
		}
		if err != nil {
			return f, err
		}
	}
	f.Email, f.Rows, f.Orders = w.sheet.Email(), len(seen.report.Lines()), len(seen.report.Orders)
	for _, line := range seen.report.Lines() {
		if line.Refused {
			f.Refused++
		}
	}
	f.Headings = headingsOf(seen)
	return f, nil
}
