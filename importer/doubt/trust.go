package doubt

import (
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
)

// Trust finds out whether the journal is the one of the folders, and keeps the signs by which
// a later importer will.
type Trust struct {
	*desk.Desk
	beside  beside
	atInbox inboxSign

	mu       sync.Mutex
	known    bool
	checked  time.Time
	err      error
	identity state.Identity
	fetched  bool            // the signs that other machines left are at hand
	watched  bool            // Run is at work: nobody but the log tells people
	unsigned bool            // nothing beside the results names this journal and account yet
	saved    string          // the copy of a journal that was removed
	looked   map[int64]int64 // versions of orders that the supplier did not have
}

// NewTrust has found out nothing yet.
func NewTrust(d *desk.Desk) *Trust { return &Trust{Desk: d} }
