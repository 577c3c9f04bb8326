package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Snapshot is the state at one moment. Its JSON is what /status.json serves.
type Snapshot struct {
	Now      time.Time      `json:"now"`
	Started  time.Time      `json:"started"`
	Version  string         `json:"version"`
	Supplier string         `json:"supplier"` // the supplier as people know it, never with a token
	Problems []Problem      `json:"problems"`
	Findings []Finding      `json:"-"` // about orders and files: they stand among the judged ones
	Feeds    []Feed         `json:"feeds"`
	Inbox    Inbox          `json:"inbox"`
	Orders   map[string]int `json:"orders"` // how many, by state
	// Conflicts is how many orders wait for a person's decision.
	Conflicts int `json:"conflicts"`

	Rows          map[string]int `json:"rows,omitempty"`          // of the order files, by status
	OldestPending time.Time      `json:"oldest_pending,omitzero"` // since when the order waits that has waited for the longest
	JournalBytes  int64          `json:"journal_bytes,omitempty"` // what the journal's database takes

	Files     []File     `json:"files"`                // order files, the newest first
	Recent    []Order    `json:"recent"`               // orders, the newest first
	Drift     []Drift    `json:"drift"`                // what has changed in the supplier's answers
	Sampled   time.Time  `json:"sampled,omitzero"`     // when the answers were last looked at
	BookFiles []BookFile `json:"book_files,omitempty"` // that are written by schedule
	Books     *Books     `json:"books,omitempty"`      // nil: the config has no day on which a month is closed

	// Resting is until when the supplier has asked to be left alone, zero where it has not.
	Resting time.Time `json:"resting,omitzero"`

	// Processes are those that share the journal, Queues what waits for them, and Roles what there is
	// to have; nothing where this process does everything by itself.
	Processes []Process `json:"processes,omitempty"`
	Queues    []Queue   `json:"queues,omitempty"`
	Roles     []string  `json:"-"`

	Disks    []Disk    `json:"disks,omitempty"`    // under the folders that are written to
	Channels []Channel `json:"channels,omitempty"` // by which messages go out

	Backup *Backup `json:"backup,omitempty"` // nil: the config wants no copies of the journal
	Sheets []Sheet `json:"sheets,omitempty"` // Google sheets that orders come from, by source

	// StockWords are the words of price lists of which nobody knows what they say of stock, those
	// that leave out most products first.
	StockWords []StockWord `json:"stock_words,omitempty"`

	// JournalAway says that the journal could not be read: orders and files are not known, and
	// what stands of them here is nothing and not zero.
	JournalAway bool      `json:"journal_away,omitempty"`
	Stuck       []Stuck   `json:"stuck,omitempty"` // loops of the process that do not go on
	AwaySince   time.Time `json:"journal_away_since,omitzero"`
}

// StockWord is a word of a price list of which nobody knows what it says of stock.
type StockWord struct {
	Supplier string `json:"supplier,omitempty"` // of several, whose list it is
	List     string `json:"list"`               // as the config names it, such as supplier.products
	Column   string `json:"column"`
	Word     string `json:"word"`
	Products int    `json:"products"` // that feeds leave out for it
	First    string `json:"first"`    // the SKU of one of them
}

// Books is the close of months: the last one that was closed, and what keeps one from it.
type Books struct {
	Month       string    `json:"month"`             // such as 2026-10, "" before the first
	Closed      time.Time `json:"closed,omitzero"`   // when
	Page        string    `json:"page,omitempty"`    // the file that says what fits
	Differences int       `json:"differences"`       // in that month
	Failing     string    `json:"failing,omitempty"` // the month that could not be closed
	Error       string    `json:"error,omitempty"`   // why
	Mend        string    `json:"mend,omitempty"`
	Since       time.Time `json:"since,omitzero"` // when it failed first
	Next        time.Time `json:"next,omitzero"`  // when a month is closed again
}

// Feed is one feed of the config and its last build.
type Feed struct {
	Name        string         `json:"name"` // unique
	Template    string         `json:"template"`
	File        string         `json:"file"`     // where it is published
	Products    int            `json:"products"` // read from the supplier
	Offers      int            `json:"offers"`   // written to the feed
	Skipped     int            `json:"skipped"`  // left out
	Warnings    []wording.Text `json:"warnings"`
	SkippedRows []Skipped      `json:"skipped_rows"` // all that were left out, or the first of them
	Bytes       int64          `json:"bytes"`
	Published   time.Time      `json:"published,omitzero"` // zero before the first build
	Next        time.Time      `json:"next,omitzero"`      // when it is due again
	PutOff      bool           `json:"put_off,omitempty"`  // it would be due earlier but for the quiet hours
	Error       string         `json:"error,omitempty"`    // why the last build failed, or was not published
	Mend        string         `json:"mend,omitempty"`     // what to do about it
	Refused     bool           `json:"-"`                  // by its own guard

	// What and Way are Error and Mend in whatever language is asked for; zero where these have one only.
	What, Way wording.Message `json:"-"`

	Keys     int    `json:"-"`                 // that open it to partners
	Repaired int    `json:"repaired"`          // texts, lists and prices that were made to fit
	Changes  string `json:"changes,omitempty"` // since the publishing before, such as "12 new, 3 gone"
	Private  bool   `json:"private"`           // it holds drop prices
	Withheld bool   `json:"-"`                 // its file is not what its keys are for, so that they do not open it
	Running  bool   `json:"running"`
	// FromDisk says that this process has not built it yet: size, time and offers are those of
	// the file that lies there, offers 0 where that is not known, and the rest is not known.
	FromDisk bool `json:"from_disk,omitempty"`

	Builds []Build       `json:"-"` // the last ones, the oldest first
	Worst  []WorstChange `json:"-"` // why its guard refused it, some of them
}

// NeverBuilt reports whether there is neither a file nor a build that made one.
func (f Feed) NeverBuilt() bool { return f.Published.IsZero() }

// Skipped is a product that a feed leaves out.
type Skipped struct {
	SKU     string       `json:"sku"`
	Code    string       `json:"code"`
	Message wording.Text `json:"message"`
}

// Inbox is the folder where order files are dropped.
type Inbox struct {
	Dir     string `json:"dir"`
	Waiting int    `json:"waiting"` // files not read yet
	Failed  int    `json:"failed"`  // files that could not be read at all
}

// File is an order file and what became of its rows.
type File struct {
	Name   string    `json:"name"`
	At     time.Time `json:"at,omitzero"` // when it was taken
	State  string    `json:"state"`
	Result string    `json:"result"` // its result file
	// Rejected is the file of its refused rows, "" where there is none.
	Rejected string         `json:"rejected,omitempty"`
	Reason   string         `json:"reason,omitempty"` // why it was refused as a whole
	Note     string         `json:"note,omitempty"`   // what happened to the original, where that is not as usual
	Counts   map[string]int `json:"counts"`           // rows, by status
	CameAt   time.Time      `json:"-"`                // when it was taken first, where it was taken again
}

// Order is one order that came in by file.
type Order struct {
	ExternalID  string    `json:"external_id"`
	OrderID     string    `json:"order_id,omitempty"` // at the supplier
	State       string    `json:"state"`
	OrderStatus string    `json:"order_status,omitempty"` // at the supplier
	Waybill     string    `json:"waybill_number,omitempty"`
	Error       string    `json:"error,omitempty"`
	At          time.Time `json:"at,omitzero"`
	File        string    `json:"file"`
	Row         int       `json:"row"` // first row of the order in its file, from 1
}

// Drift is one way in which the supplier's answers differ from those of before.
type Drift struct {
	Supplier  string    `json:"supplier,omitempty"` // of several, whose answers they are
	Operation string    `json:"operation"`          // of several suppliers with his name before it
	Field     string    `json:"field,omitempty"`    // "": the list as a whole
	Path      string    `json:"path,omitempty"`     // as the mapping has it
	Kind      string    `json:"kind"`
	Text      string    `json:"text"`
	Mend      string    `json:"mend,omitempty"`
	Since     time.Time `json:"since,omitzero"` // when it was first seen

	Was, Is DriftSide `json:"-"`
	Example string    `json:"-"` // a value as it is now, or where a lost one may be; "": there is none to show
}

// DriftSide is what there was on one side of a drift. Which of it counts depends on the kind.
type DriftSide struct {
	Rows, Having int      // of gone, empty and sparse: rows that were looked at, and those that have the value
	Types        []string // of type
	Values       []string // of value and unmapped_value
	Middle       int64    // of scale
}

// Trouble is why the last build failed or was not published, and what to do about it.
func (f Feed) Trouble(l wording.Language) (what, mend string) {
	if f.What.IsZero() {
		return f.Error, f.Mend
	}
	return f.What.In(l), f.Way.In(l)
}

// Stuck is a loop of the process that does not go on: intake, posting, following, showing, feeds or web.
type Stuck struct {
	Loop    string `json:"loop"`
	Seconds int64  `json:"silent_seconds"` // since when nothing was heard of it
}
