package forget

import (
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Ages are how long what is done with is kept; 0: for ever.
type Ages struct {
	Archive time.Duration // finished originals, and their private copies
	Results time.Duration // result files, and the rejected rows beside them
	Failed  time.Duration // files that could not be read, with their reasons
	People  time.Duration // who orders went to, since the last news of an order that is final
}

// IsZero reports whether everything is kept for ever.
func (a Ages) IsZero() bool { return a == Ages{} }

// Options say what is to go.
type Options struct {
	Ages   Ages
	Person *Person // nil: nobody in particular
	Apply  bool    // else nothing changes, and the report says what would
	By     string  // who wants it
	Deep   bool    // the database's files are scrubbed, see state.Journal.Scrub
}

// Report is what has gone, or would go, and what stays that was meant.
type Report struct {
	Applied bool   `json:"applied"`
	Orders  []Gone `json:"orders"` // whose persons are forgotten
	Files   []Gone `json:"files"`
	Kept    []Kept `json:"kept"`

	Ended *Begun `json:"ended,omitempty"` // the same, begun before and interrupted, which this one has ended
}

// Gone is an order or a file.
type Gone struct {
	Kind   string `json:"kind"` // order, or that of the file: one of the kinds
	Name   string `json:"name"` // the order's number, or the path
	Source string `json:"source,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"`
}

// The kinds of what goes.
const (
	KindOrder   = "order"
	KindResult  = "result"
	KindArchive = "archive"
	KindFailed  = "failed"
	KindCopy    = "copy"   // the private copy of an order file
	KindReason  = "reason" // why a file could not be read, as the journal says it; Name is that of the file
	KindHalf    = "half"   // a file that is being written
	KindName    = "name"   // the name of a file, as the journal knows it
	KindPurge   = "purge"  // another purge, by who began it
)

// Kept is what was meant and stays.
type Kept struct {
	Gone
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// purge is one run.
type purge struct {
	*desk.Desk
	Options
	now    time.Time
	report *Report
	meant  []state.Order  // whose persons are to be forgotten
	files  *records       // the journal's
	linked map[int64]bool // files that hold an order of the person
	going  []going        // the files that are to go
	mute   []state.File   // whose reasons are to be forgotten
}

// keep is Report.Keep.
func (p *purge) keep(what Gone, code string, values ...any) {
	p.report.Keep(p.Desk, what, code, values...)
}

// Keep names what stays, and why: purge.kept_CODE says it, and purge.kept_CODE.way what to do.
func (r *Report) Keep(d *desk.Desk, what Gone, code string, values ...any) {
	r.Kept = append(r.Kept, Kept{Gone: what, Code: code, Message: wording.NewMessage("purge.kept_"+code, values...).In(d.Language()),
		Hint: wording.NewMessage("purge.kept_"+code+".way", values[:1]...).In(d.Language())})
}

// Begun is what a purge meant when it began. The journal notes it until the purge has come to its end.
type Begun struct {
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Orders int       `json:"orders"`
	Files  int       `json:"files"`
}

// records are the files of the journal, by what they are found by.
type records struct {
	all               []state.File
	bySHA             map[string][]state.File
	byResult, bySpool map[string]state.File // by the names of the paths
}

// going is a file that is to go.
type going struct {
	path string
	kind string
	of   []state.File
}
