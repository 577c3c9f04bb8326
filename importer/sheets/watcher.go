package sheets

import (
	"context"
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/gsheet"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Plan is what the config says of the sheet of a source.
type Plan struct {
	gsheet.Options

	When    schedule.Schedule // when the sheet is read
	Settle  time.Duration     // for how long rows must be unchanged before they are taken
	Columns bool              // results go to columns of the same tab
	Results string            // or to the tab of that name; "": none
}

// NameOf is how people are told of a source.
func NameOf(source string) string {
	if source == "" {
		return "inbox"
	}
	return source
}

// watcher looks after the sheet of one source.
type watcher struct {
	*desk.Desk
	counter *intake.Counter
	source  string
	plan    Plan
	sheet   *gsheet.Sheet
	trusted func(context.Context) error

	since  map[string]time.Time // by the print of a group: since when it is so
	news   time.Time            // when an order of the source changed last, of which the sheet tells
	failed int                  // looks one after the other that came to nothing, although nothing is to be mended
	shown  standing.Sheet
}

func newWatcher(d *desk.Desk, counter *intake.Counter, source string, plan Plan) (*watcher, error) {
	sheet, err := gsheet.New(plan.Options)
	if err != nil {
		return nil, fmt.Errorf("open the sheet of %s: %w", NameOf(source), err)
	}
	return &watcher{Desk: d, counter: counter, source: source, plan: plan, sheet: sheet, since: map[string]time.Time{},
		trusted: func(context.Context) error { return nil },
		shown:   standing.Sheet{Source: source, Link: sheet.Link().Address(), Tab: plan.Tab, Writes: plan.Write}}, nil
}

// noteTaken begins the names of the notes that say which groups of the sheet of a source were taken
// as they stand.
const noteTaken = "sheet.taken."
