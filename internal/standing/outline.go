package standing

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Outline is what strangers may know of a snapshot: levels and counts. Nothing in it is text
// of the config, of a file or of a supplier; what has a code that is not known here is counted
// as other.
type Outline struct {
	Now       time.Time      `json:"now"`
	Level     Level          `json:"level"`
	Findings  []Counted      `json:"findings"` // the worst first
	Feeds     FeedCounts     `json:"feeds"`
	Orders    map[string]int `json:"orders,omitempty"` // by state; absent where the journal is away
	Conflicts int            `json:"conflicts"`
	Waiting   int            `json:"files_waiting"`
	Failed    int            `json:"files_failed"`
	Drift     int            `json:"drift"` // ways in which the supplier's answers differ from those of before

	JournalAway bool `json:"journal_away,omitempty"`
}

// Counted is how many findings have a level and a code.
type Counted struct {
	Level Level  `json:"level"`
	Code  string `json:"code"`
	Count int    `json:"count"`
}

// FeedCounts is of all feeds together.
type FeedCounts struct {
	All       int `json:"all"`
	Published int `json:"published"`
	Failed    int `json:"failed"`
	Running   int `json:"running"`
	Offers    int `json:"offers"`
	Skipped   int `json:"skipped"`
}

// other is what stands for a code or a state that is not known here.
const other = "other"

// The importer's states of orders that are judged here; its words for all states are in told.
const (
	unknown  = "unknown"
	conflict = "conflict"
)

// told are the codes and states that strangers may read. All are the program's own words.
func told() (codes, states []string) {
	return []string{CodeProblem, CodeFeed, CodeFeedLate, CodeDrift, CodeUnknown, CodeConflict, CodeFileFailed, CodeBooks, CodeBooksApart, CodeJournal, CodeDisk, CodeBackup, CodeChannel, CodeStockWord, CodeRole,
			"token_refused", "supplier_away", "posting_not_allowed", "journal_doubt", "parcel_late",
			"rows_refused", "orders_waiting", "cancelled_in_file", "skipped_in_file", "revived_in_file", "called_off_at_supplier",
			"answer_differs", "answer_of_another", "order_id_taken", "posted_twice"},
		[]string{"accepted", "handed_over", "duplicate", "skipped", "ready", "sending", "pending", unknown, conflict, "rejected"}
}

// NewOutline is the outline of a snapshot that was judged to have those findings.
func NewOutline(s Snapshot, list []Finding) Outline {
	codes, states := told()
	o := Outline{Now: s.Now, Level: LevelOf(list), Findings: counted(list, codes), Conflicts: s.Conflicts, Waiting: s.Inbox.Waiting, Failed: s.Inbox.Failed,
		Drift: len(s.Drift), JournalAway: s.JournalAway}
	for _, f := range s.Feeds {
		o.Feeds.add(f)
	}
	if !s.JournalAway {
		o.Orders = map[string]int{}
		for state, n := range s.Orders {
			o.Orders[known(state, states)] += n
		}
	}
	return o
}

func (c *FeedCounts) add(f Feed) {
	c.All, c.Offers, c.Skipped = c.All+1, c.Offers+f.Offers, c.Skipped+f.Skipped
	if !f.Published.IsZero() {
		c.Published++
	}
	if f.Error != "" {
		c.Failed++
	}
	if f.Running {
		c.Running++
	}
}

func known(word string, words []string) string {
	if slices.Contains(words, word) {
		return word
	}
	return other
}

// counted is the findings without what they say.
func counted(list []Finding, codes []string) []Counted {
	number := map[Counted]int{}
	for _, f := range list {
		level := Attention
		if f.Level == Failing {
			level = Failing
		}
		number[Counted{Level: level, Code: known(f.Code, codes)}]++
	}
	out := []Counted{}
	for _, of := range slices.Collect(maps.Keys(number)) {
		of.Count = number[of]
		out = append(out, of)
	}
	sorting.Func(out, func(a, b Counted) int {
		return cmp.Or(-cmp.Compare(a.Level, b.Level), cmp.Compare(a.Code, b.Code)) // failing comes after attention
	})
	return out
}
