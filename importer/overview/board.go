package overview

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Board tells what the journal knows, and the problems of all importers that share it.
type Board struct {
	*desk.Desk
	owner    *folder.Owner
	unclear  *unclearFiles
	leftOuts *leftOuts
}

// NewBoard is the board of the importer with that name.
func NewBoard(d *desk.Desk, owner *folder.Owner) *Board {
	return &Board{Desk: d, owner: owner, unclear: &unclearFiles{}, leftOuts: &leftOuts{kept: map[leftOutKey]leftOut{}}}
}

// In is the same board, which tells in that language.
func (b *Board) In(l wording.Language) *Board {
	d := *b.Desk
	d.Config.Language = l
	return &Board{Desk: &d, owner: b.owner, unclear: b.unclear, leftOuts: b.leftOuts}
}

// Status is what the journal knows, for the status command and the page.
type Status struct {
	Account  string         `json:"account"`
	Findings []Finding      `json:"findings"` // what needs a person, the most harmful first
	Files    []FileStatus   `json:"files"`    // the newest first
	Orders   []OrderStatus  `json:"orders"`   // the last changed first
	Counts   StatusCounts   `json:"counts"`
	Recent   []OrderStatus  `json:"recent"` // the same as Orders
	Problems []told.Problem `json:"problems"`
	// Conflicts is how many orders wait for a decision.
	Conflicts int `json:"conflicts"`

	Backup *standing.Backup `json:"backup,omitempty"` // nil: the config wants no copies of the journal
	Sheets []standing.Sheet `json:"sheets,omitempty"` // Google sheets that orders come from, by source
	Inlets []standing.Inlet `json:"inlets,omitempty"` // where files can be given; none where a query restricts
}

// StatusCounts are the rows and orders of a query, whether they are listed or not.
type StatusCounts struct {
	Rows   map[string]int      `json:"rows"`   // of files, by status
	Orders map[state.State]int `json:"orders"` // by state
}

// FileStatus is one dropped file.
type FileStatus struct {
	Name   string          `json:"name"`
	Source string          `json:"source"`
	SHA256 string          `json:"sha256"`
	State  state.FileState `json:"state"`
	Placed state.Placed    `json:"placed"`
	Result string          `json:"result"`
	// Rejected is the path of the file of refused rows.
	Rejected string       `json:"rejected,omitempty"`
	Counts   state.Counts `json:"counts"` // rows by status
	Reason   string       `json:"reason,omitempty"`
	At       time.Time    `json:"at"`
	// Note says what happened to the original where that is not as usual.
	Note string `json:"note,omitempty"`
	// DroppedAt is when it was dropped last.
	DroppedAt time.Time `json:"dropped_at"`

	// CameAt is when it was taken first.
	CameAt time.Time `json:"-"`

	id int64 // of the file in the journal
}

// OrderStatus is one order.
type OrderStatus struct {
	Source      string      `json:"source"`
	Supplier    string      `json:"supplier,omitempty"` // his name, of several
	SupplierID  string      `json:"-"`                  // as orders have him
	ExternalID  string      `json:"external_id"`
	State       state.State `json:"state"`
	OrderID     string      `json:"order_id"`
	OrderStatus string      `json:"order_status"`
	Waybills    []string    `json:"waybills"`
	Code        string      `json:"code,omitempty"`
	Message     string      `json:"message,omitempty"`
	File        string      `json:"file,omitempty"` // that brought it
	At          time.Time   `json:"at"`
	Story       *Story      `json:"story,omitempty"` // where one order was asked for
}

// StatusQuery narrows what Query tells. Zero fields do not restrict.
type StatusQuery struct {
	Number   string // one order, with its story
	Source   string // InboxItself: none
	Supplier string // of several
	State    string // of orders or rows, one of States
	Since    time.Time
	File     string // the name of a file as it was dropped
}

// Zero reports whether everything is asked for.
func (q StatusQuery) Zero() bool { return q == StatusQuery{} }

// States are the words that StatusQuery.State may be.
func States() []string {
	return state.Shown()
}

// sources are those of a query, nil for all.
func (q StatusQuery) sources() []string {
	switch q.Source {
	case "":
		return nil
	case state.InboxItself:
		return []string{""}
	}
	return []string{q.Source}
}

// leftOut are the rows of a file that were refused or left out while it was read, and the
// language in which they say why.
type leftOut struct {
	lines    []orderfile.Line
	language wording.Language
}

// leftOutKey is a drop of a file, as it is told in a language of the config.
type leftOutKey struct {
	file     int64
	drops    int
	language wording.Language
}

// leftOuts keeps what files have left out: their private copies never change, and each page
// that shows an order asks for it.
type leftOuts struct {
	mu   sync.Mutex
	kept map[leftOutKey]leftOut
}

// Story is all that happened to one order, and what can be done about it.
type Story struct {
	Files       []StoryFile          `json:"files"`      // that held it, the newest first
	Understood  supplier.NewOrder    `json:"understood"` // what was read, and is or was to be sent
	Attempts    []StoryAttempt       `json:"attempts"`   // the oldest first
	Status      string               `json:"order_status"`
	StatusAt    time.Time            `json:"order_status_at,omitzero"`
	Parcels     []state.Parcel       `json:"parcels"`
	Decisions   []StoryDecision      `json:"decisions"` // the newest first
	NotBefore   time.Time            `json:"not_before,omitzero"`
	ForgottenAt time.Time            `json:"forgotten_at,omitzero"` // when its person was forgotten; Understood names nobody since
	Actions     []state.DecisionKind `json:"actions"`               // the decisions that can be taken now
	Way         string               `json:"way"`                   // what to do, in words
}

// StoryFile is a file that held the order.
type StoryFile struct {
	File    string          `json:"file"`
	Source  string          `json:"source"`
	Rows    []int           `json:"rows"`
	Status  state.RowStatus `json:"status"`
	Code    string          `json:"code,omitempty"`
	Message string          `json:"message,omitempty"`
	Result  string          `json:"result"`
	At      time.Time       `json:"at"`
	// Says is the order as the file has it, where that is not as it is Understood.
	Says *supplier.NewOrder `json:"says,omitempty"`
	// Open says that it waits for a decision.
	Open bool `json:"open,omitempty"`
	// ID is the journal's number of the file, for Board.Rows.
	ID int64 `json:"file_id"`
}

// StoryAttempt is one try to send the order, or one look for it that showed something.
type StoryAttempt struct {
	Kind      state.AttemptKind `json:"kind"`
	Began     time.Time         `json:"began"`
	Ended     time.Time         `json:"ended"`
	State     state.State       `json:"state"`
	Code      string            `json:"code,omitempty"`
	Message   string            `json:"message,omitempty"`
	RequestID string            `json:"request_id,omitempty"`
	OrderID   string            `json:"order_id,omitempty"`
}

// StoryDecision is what a person decided.
type StoryDecision struct {
	At       time.Time          `json:"at"`
	Person   string             `json:"person"`
	Kind     state.DecisionKind `json:"kind"`
	Value    string             `json:"value,omitempty"`
	Words    string             `json:"words"`
	UndoneAt time.Time          `json:"undone_at,omitzero"`
	UndoneBy string             `json:"undone_by,omitempty"`
}

// allProblems are ours, and those that other running importers noted.
func (b *Board) allProblems(ctx context.Context) ([]told.Problem, error) {
	notes, err := b.Journal.Notes(ctx, b.Config.Account)
	if err != nil {
		return nil, fmt.Errorf("read the problems: %w", err)
	}
	fences, err := b.Fences(ctx)
	if err != nil {
		return nil, err
	}
	out := append([]told.Problem{}, b.Problems.List()...)
	for name, text := range notes {
		owner, found := strings.CutPrefix(name, NoteProblems)
		if !found || owner == b.owner.Name || fences[owner] || b.owner.Dead(owner) {
			continue
		}
		var theirs []told.Problem
		if json.Unmarshal([]byte(text), &theirs) == nil {
			out = append(out, theirs...)
		}
	}
	sorting.Func(out, func(a, b told.Problem) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b told.Problem) bool { return a.Name == b.Name && a.Text == b.Text }), nil
}

// unclearFiles is what was found in files; a file is looked through once for each of its states.
type unclearFiles struct {
	mu    sync.Mutex
	found map[int64]lookedThrough
}
