package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Level says how the whole is doing; the values are names of the page's style too.
type Level string

const (
	Fine      Level = "fine"      // all works
	Attention Level = "attention" // works, but a person is asked for something
	Failing   Level = "failing"   // something does not work
)

// The causes of a feed's failing that are told apart.
const (
	CauseGuard = "guard"     // its own guard refused it
	CauseNever = "never_was" // it could not be built, and there is none of before
)

// The codes of findings.
const (
	CodeProblem    = "problem"
	CodeFeed       = "feed_failed"
	CodeFeedLate   = "feed_overdue"
	CodeDrift      = "answers_changed"
	CodeUnknown    = "outcome_unknown"
	CodeConflict   = "order_conflict"
	CodeFileFailed = "file_refused"
	CodeBooks      = "books_failed"
	CodeBooksApart = "books_differ"
	CodeDisk       = "disk_low"
	CodeBackup     = "backup_failed" // the journal is not copied by schedule
	CodeChannel    = "notify_failed" // messages do not get out
	CodeJournal    = "journal_away"
	CodeStockWord  = "stock_word_unknown"
	CodeRole       = "role_missing" // no process does a part of the work
)

// say is a sentence in a language.
func say(l wording.Language, key string, values ...any) string {
	return wording.NewMessage("page."+key, values...).In(l)
}

// Problem is something that stops work until a person mends it.
type Problem struct {
	Name  string    `json:"name,omitempty"` // what it is about, such as "inbox"
	Code  string    `json:"code,omitempty"` // such as token_refused; "": a problem like many
	Cause string    `json:"-"`              // problems of one cause are one finding; "": it has its own
	Since time.Time `json:"since,omitzero"`
	Text  string    `json:"text"` // such as "the supplier refused the token"
	Mend  string    `json:"mend,omitempty"`
	Minor bool      `json:"minor,omitempty"` // everything else goes on: it asks for attention and is no failure
}

// RefusedSettings is that changed settings are not gone over to, why, and the way out of that, "" where
// none is known.
func RefusedSettings(why, mend string, since time.Time, l wording.Language) Problem {
	if mend == "" {
		mend = say(l, "settings_refused_way")
	}
	return Problem{Name: "config", Since: since, Minor: true, Text: say(l, "settings_refused", why), Mend: mend}
}

// Finding is one thing that a person should know, with what to do about it. What stands in
// the snapshot under the same code only as a number is not told beside one of its findings.
type Finding struct {
	Level  Level     `json:"level"`
	Text   string    `json:"text"`
	Mend   string    `json:"mend,omitempty"`
	Since  time.Time `json:"since,omitzero"`
	Code   string    `json:"code"` // such as outcome_unknown, order_conflict or file_refused
	Orders []string  `json:"orders,omitempty"`
	Files  []string  `json:"files,omitempty"`
	Feeds  []string  `json:"feeds,omitempty"`

	About string   `json:"about,omitempty"` // what it is about where that is no order, file or feed: a folder, a month, a problem
	Count int      `json:"count,omitempty"` // how many things it stands for, where they are not named
	Also  []string `json:"also,omitempty"`  // what else the same cause keeps from working

	Cause    string    `json:"-"` // CauseGuard, or ""
	Subjects []Subject `json:"-"` // the orders and files, with their sources
}

// Subject is an order or a file that a finding is about. Two sources may have the same
// number or name.
type Subject struct {
	Source   string // "": the inbox itself
	Order    string // its number
	Supplier string // its supplier, as orders have him; "" where there is but one
	File     string // its name, where it is about the file
}
