package page

import (
	"context"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// Keeper is what the places of feeds, money and settings ask of the program.
type Keeper interface {
	// Keys are the keys of partners and programs as they are kept, without their texts.
	Keys() ([]keyring.Key, error)
	// Users are those who log in with a password.
	Users() ([]accounts.Account, error)
	// Money is what is known of each supplier's ledger and of his months' books. What of it
	// cannot be read is told beside the error.
	Money(context.Context) ([]Money, error)
	// Document opens a file of a closed month of a supplier, "" for the only one; fs.ErrNotExist
	// where there is none of that name.
	Document(supplier, month, name string) (*os.File, error)
	// Settings are what is in force beside the text of the config.
	Settings(context.Context) (Settings, error)
	// Undoable reports whether DoUndo can take an action back now.
	Undoable(context.Context, state.Action) bool
	// Actions are what people did, the newest first, before the one with that id; 0: any.
	Actions(ctx context.Context, before int64, most int) ([]state.Action, error)
}

// Money is a supplier's ledger as it was last read, and his months' books.
type Money struct {
	Supplier string          // by his name, "" where he is the only one
	NoLedger error           // why there is no ledger to read, nil where there is one
	Figures  *standing.Money // of the last reading, nil before the first
	Reading  Errand          // of the ledger
	Closing  Errand          // of a month
	Months   []Month         // that are over, the newest first
	Failing  *standing.Books // the close that goes on by itself; nil where none does
}

// Month is what there is of a month's books.
type Month struct {
	Month       string    // such as 2026-10
	Files       []string  // that lie in its folder
	Closed      time.Time // by this program; zero where it has closed none
	Differences int       // in it, where it was closed
	Moved       int       // entries that came late, changed or are gone since
	Elsewhere   string    // the machine whose process has its files, "" where they are here
}

// Settings are what is in force beside the config's own text.
type Settings struct {
	Sources  []Source
	Channels []standing.Channel
	Backup   Errand
	Backups  []Backup // the newest first
	NoBackup error    // why the journal cannot be copied here, nil where it can
	Process  string   // this one, as the journal knows it
	Others   []string // that share the journal
	Journal  string   // where it is, without secrets

	Calls  []Calls  // what the suppliers were asked for in the last 24 hours, since the program runs
	Limits []string // of requests to a supplier, such as 10/s
}

// Calls are one operation of a supplier's service.
type Calls struct {
	calls.Line
	Supplier string // his name, of several
}

// Source says how the order files of a source are read.
type Source struct {
	Name     string // "": the inbox itself
	Template string
	Prefix   string // of order numbers
	Carrier  string // "": the template's
	Payment  string // "": the template's
	Words    []SourceWord
	Ignored  []string // headings
	Inlets   []standing.Inlet
}

// SourceWord is what a whole cell of a source means.
type SourceWord struct {
	Topic string // state, payment, carrier or column
	Cell  string // or the heading of a column
	Means string
}

// Backup is a copy of the journal.
type Backup struct {
	File  string
	Bytes int64
	At    time.Time
}
