package dispatch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Kind is what is done by a job.
type Kind string

// The kinds of jobs, with the role that does each. The journal says what there is to do: a job
// only says that it is time to look.
const (
	PostOrders   Kind = "post"    // of an account, to one supplier
	FollowOrders Kind = "follow"  // of an account, at one supplier
	ShowResults  Kind = "results" // of a file, or of all that are not closed
	BuildFeed    Kind = "feed"    // one by its name, or those that are due
	CloseMonths  Kind = "close"   // that are due

	// What people ask for on the page of a process that lacks the role.
	ScanInbox     Kind = "inbox"   // look into it now
	AcceptAnswers Kind = "answers" // of a supplier, as usual
	ReckonLedger  Kind = "reckon"  // of a supplier
	CloseMonth    Kind = "month"   // one, of a supplier
)

// roleOf is who does jobs of a kind.
var roleOf = map[Kind]Role{PostOrders: Post, FollowOrders: Follow, ShowResults: Inbox, BuildFeed: Feeds, CloseMonths: Books,
	ScanInbox: Inbox, AcceptAnswers: Feeds, ReckonLedger: Books, CloseMonth: Books}

// Task is one job. Two that are equal are one, as long as the first is not done.
type Task struct {
	Do      Kind   `json:"-"`
	Account string `json:"account"` // of the config that it is of
	// Supplier is whose orders are posted or followed, as they have him; "": the only one or the first.
	Supplier string `json:"supplier,omitempty"`
	File     int64  `json:"file,omitempty"`   // of ShowResults; 0: all that are not closed
	Feed     string `json:"feed,omitempty"`   // of BuildFeed; "": those that are due
	Accept   bool   `json:"accept,omitempty"` // of BuildFeed and CloseMonth

	// Name is the supplier of BuildFeed and of what people ask for, as the config has him. With Each the
	// job is about the feeds of his alone that are due, "" those of several together.
	Name   string `json:"name,omitempty"`
	Each   bool   `json:"each,omitempty"`
	Month  string `json:"month,omitempty"`  // of CloseMonth
	Person string `json:"person,omitempty"` // who asks
	Origin string `json:"origin,omitempty"` // the address from which
}

// Kind implements river.JobArgs.
func (t Task) Kind() string { return string(t.Do) }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (t Task) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: t.queue(), UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: undone}}
}

// undone are the states of jobs that stand for an equal one.
var undone = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}

// queue is the one that the task is put into.
func (t Task) queue() string { return queueOf(roleOf[t.Do], t.Account, t.Supplier) }

// queueOf is the queue of a role for an account: processes of other accounts that share the
// database have their own. So has each supplier, "" for none in particular: one who is slow keeps
// nobody else's orders waiting.
func queueOf(role Role, account, supplier string) string {
	of := account
	if supplier != "" {
		of += "\x00" + supplier
	}
	sum := sha256.Sum256([]byte(of))
	return string(role) + "_" + hex.EncodeToString(sum[:8])
}

// Periodic is a task that is due again and again.
type Periodic struct {
	Task
	Every time.Duration
}

// periodicText is Periodic as processes tell each other.
type periodicText struct {
	Kind  Kind          `json:"kind"`
	Task  Task          `json:"task"`
	Every time.Duration `json:"every"`
}

// Schedule is periodic tasks as a process joins the others with them.
func Schedule(tasks []Periodic) (string, error) {
	list := make([]periodicText, len(tasks))
	for i, t := range tasks {
		list[i] = periodicText{t.Do, t.Task, t.Every}
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// errSchedule is a schedule that no process of ours has written.
var errSchedule = errors.New("a task without a known kind or an interval")

// parseSchedule reads what Schedule has written. Kinds that only a newer version knows are left
// out: its processes do them.
func parseSchedule(text string) (tasks []Periodic, err error) {
	if text == "" {
		return nil, nil
	}
	var list []periodicText
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, err
	}
	for _, t := range list {
		if t.Every <= 0 {
			return nil, errSchedule
		}
		if _, known := roleOf[t.Kind]; known {
			t.Task.Do = t.Kind
			tasks = append(tasks, Periodic{t.Task, t.Every})
		}
	}
	return tasks, nil
}
