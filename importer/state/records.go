package state

import (
	"errors"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Attempt is one try to post an order, or one look for it at the supplier that showed
// something, with what came of it.
type Attempt struct {
	Kind      AttemptKind
	Began     time.Time
	Ended     time.Time
	Round     int
	State     State // what the order became
	Code      string
	Message   wording.Message
	RequestID string // the supplier's, of its answer
	RemoteID  string // the supplier's, of the order
}

// AttemptKind tells trying and looking apart.
type AttemptKind string

// The kinds of attempts.
const (
	Posted   AttemptKind = "posted"
	LookedUp AttemptKind = "looked_up"
)

// OrderKey names an order: there is one order for a key, whatever number of files
// and rows it comes in.
type OrderKey struct {
	Account    string // the account at the supplier; the shop's, where there are several
	Source     string // the folder it was dropped in; "" is the inbox itself
	Supplier   string // whose it is of several; "" is the only one, or the first
	ExternalID string // the order number, with the source's prefix
}

// Order is one order in the journal.
type Order struct {
	ID      int64 // the journal's own number
	Version int64 // rises with every change
	OrderKey
	File    int64  // the file that made this order ready
	Hash    string // of Content: equal orders have equal hashes
	Content []byte // the order as it was read, as JSON
	Body    []byte // the exact request body
	Key     string // the Idempotency-Key of every attempt to send Body
	Round   int    // rises when a refused order is dropped again; part of Key

	State      State
	Attempts   int             // how often sending began
	Doubtful   bool            // an attempt of this round ended without an answer
	Owner      string          // who sends, while State is Sending
	LeaseUntil time.Time       // when the owner must have ended
	SentAt     time.Time       // when this round's first attempt began
	NotBefore  time.Time       // do nothing before
	Misses     int             // how often the supplier did not know an unknown order
	FirstMiss  time.Time       // when it did not for the first time
	Code       string          // why the order is where it is: a short name
	Message    wording.Message // and one line for a person
	Faults     []ItemFault     // the items at fault, where the supplier named them
	Tried      *Attempt        // what Swap adds to the order's attempts; never read back

	RemoteID     string // the supplier's id of the order
	RemoteStatus string
	RemoteAt     time.Time // the supplier's updated_at: older news is ignored
	Waybills     []string  // as the order itself lists them
	Parcels      []Parcel  // as its shipments do

	CreatedAt time.Time
	ChangedAt time.Time

	ForgottenAt time.Time // when its person was forgotten: Content names nobody, Body is gone; zero: never
}

// ItemFault is an item of a refused order that the supplier named as the reason.
type ItemFault struct {
	Item    int    `json:"item"` // from 0, in the order of Content
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Parcel is one shipment of an order.
type Parcel struct {
	ID        string    `json:"id"`
	Waybill   string    `json:"waybill"`
	State     string    `json:"state"`
	At        time.Time `json:"at"` // state_updated_at
	Carrier   string    `json:"carrier,omitempty"`
	ShippedAt time.Time `json:"shipped_at,omitzero"`
	Due       string    `json:"due,omitempty"` // the day of its delivery, as the supplier foresees it: YYYY-MM-DD
}

// Draft is an order as a file has it, before it meets what the journal holds.
type Draft struct {
	Order
	Rows     []int // the rows of the file that it was read from
	ItemRows []int // the row of each item

	// Skipped is an order that the file itself does not want sent: only the key of Order is
	// set, and nothing is recorded where no order is held under it. Cancelled says that it
	// is not to be delivered at all: see MeetSkipped.
	Skipped, Cancelled bool
	// Stated says that the file has a word for the order's state.
	Stated bool
}

// File is one dropped order file.
type File struct {
	ID      int64
	Version int64
	Account string
	Source  string
	SHA256  string // of its bytes, in hex
	Name    string // as it was dropped; need not be UTF-8
	Spool   string // path of the private copy
	Result  string // path of the result file, "" before it has one
	Origin  string // path of the original in the inbox, "" where it stays with its owner
	Mark    string // size, time and inode of the original: what it was when it was taken
	Placed  Placed
	State   FileState
	Digest  string // of what the result file shows
	Counts  Counts // rows by status, as the result file shows them
	Reason  string // why the file was refused: the code and the message, kept; Why says it
	Drops   int    // how often it was dropped

	CreatedAt time.Time
	ChangedAt time.Time
	DroppedAt time.Time // the last time; Record sets it
}

// Why is the code and the reason why the file was refused, "" where it was not.
func (f File) Why(l wording.Language) string {
	code, reason, ok := strings.Cut(f.Reason, ": ")
	if !ok {
		return f.Reason
	}
	return code + ": " + wording.Kept(reason).In(l)
}

// Lies reports whether this is the record of the original at a path that looks like
// mark, and is still to be moved from there.
func (f File) Lies(origin, mark string) bool {
	return origin != "" && f.Origin == origin && f.Mark == mark && (f.Placed == PlacedInbox || f.Placed == PlacedStuck)
}

// FileState is how far a file is.
type FileState string

// The states of a file.
const (
	FileOpen    FileState = "open"    // some order is not decided, or the result is not written
	FileSettled FileState = "settled" // every row is decided and shown; statuses and waybills may follow
	FileFinal   FileState = "final"   // nothing will change any more
	FileRefused FileState = "refused" // could not be read: no order came of it
)

// Placed is what became of the original.
type Placed string

// The places of an original.
const (
	PlacedNowhere Placed = ""        // it is not ours to move
	PlacedInbox   Placed = "inbox"   // still to be moved
	PlacedStuck   Placed = "stuck"   // it could not be moved; it is not taken again
	PlacedArchive Placed = "archive" // moved to the archive
	PlacedFailed  Placed = "failed"  // moved to the failed files
	PlacedCopied  Placed = "copied"  // somebody took it away or replaced it; the archive has it from the private copy
	PlacedGone    Placed = "gone"    // somebody took it away or replaced it, and the private copy is gone too
)

// Link joins a file's rows to an order.
type Link struct {
	Order    Order
	Rows     []int
	ItemRows []int // the row of each item; of links of older versions nil
	Relation Relation
	Differs  bool   // what the file holds is not what the order holds
	Code     string // for Conflict and Past: why, as it was found at that time
	Message  wording.Message
	From     string      // name of the file that brought the order as it is now
	Faults   []ItemFault // for Past: those of the order at that time
}

// FileLink is a link seen from its order.
type FileLink struct {
	Link
	File File
	// Hash and Content are what the file holds, where that is not what the order's own are.
	Hash    string
	Content []byte
	// DroppedAt is when the file was dropped last.
	DroppedAt time.Time
	Stated    bool // the file has a word for the order's state
}

// OrderQuery chooses orders; zero fields do not restrict.
type OrderQuery struct {
	Account    string
	States     []State   // HandedOver stands alone
	Confirmed  bool      // without those that are shown as HandedOver
	File       int64     // linked to this file, as own or duplicate
	Due        time.Time // NotBefore is not later
	RemoteIDs  []string
	Key        *OrderKey
	Number     string     // the external id, whatever the source
	Alias      string     // a content that came under this external id is answered by the order
	Sources    []string   // "" is the inbox itself
	Suppliers  []string   // as OrderKey has them
	Strangers  []string   // of any supplier but these
	Since      time.Time  // changed then or later
	Keys       []OrderKey // any of these
	Linked     []Relation // beside those of States: orders that a file is joined to so
	Files      []int64    // linked to one of these files in any way
	Said       []string   // some file holds one of these of it, such as HashCancelled
	Open       bool       // accepted, with a status that is not final
	LateAt     time.Time  // late at that time
	LateFirst  bool       // with LateAt: those that are late for the longest first; otherwise those that became late last
	Held       bool       // ready, and tried already or not to be tried yet
	Refused    int64      // by the supplier, as this file brought it
	Unchanged  time.Time  // since then: changed before
	Remembered bool       // its person was not forgotten
	IDs        []int64
	After      int64
	Bare       bool // Orders gives them without Content and Body
	Newest     bool // the last changed first
	Last       bool // the last that came first
	CountTo    int  // CountOrders counts no more than that; 0: all
	Limit      int
}

// ClashQuery chooses orders that wait for a decision; zero fields do not restrict.
type ClashQuery struct {
	Account string
	Sources []string // "" is the inbox itself
	Orders  []int64
	Code    string // of what the newest file says: CodeConflict, CodeCancelled or CodeRevived
	Limit   int    // of orders
}

// Kept are the numbers that the journal keeps with each change, so that nobody counts.
type Kept struct {
	Orders    map[State]int  // by the state that is shown
	Held      int            // of those that are ready: tried already, or not to be tried yet
	Conflicts map[string]int // orders that wait for a decision, by the code of what the newest file says
	Rows      Counts         // of all files
}

// Figures are what happened in some time, such as a day.
type Figures struct {
	Files    int           // that were dropped
	Rows     Counts        // of these files, as they stand now
	Orders   map[State]int // that came, by the state that is shown now
	Waybills int           // that became known
	Late     int           // orders with a parcel that is late at its end; LateCounted says that they are as many or more
	// LastOrder and LastWaybill are when one came last before its end; zero where none did.
	LastOrder, LastWaybill time.Time
}

// FileQuery chooses files; zero fields do not restrict.
type FileQuery struct {
	Account string
	States  []FileState
	Placed  []Placed
	SHA256  string
	Result  string
	ID      int64
	IDs     []int64
	Orders  []int64 // linked to one of these orders
	Names   []string
	Sources []string
	Since   time.Time // changed then or later
	Below   FilePlace // behind this place of the list of the newest
	Newest  bool
	Limit   int
}

// FilePlace is where a file stands in the list that begins with what changed last.
type FilePlace struct {
	ChangedAt time.Time
	ID        int64
}

// Place is where the file stands.
func (f File) Place() FilePlace { return FilePlace{ChangedAt: f.ChangedAt, ID: f.ID} }

// ErrStale is returned by Journal.Swap and Journal.SwapFile where the record was
// changed by somebody else since it was read. Nothing was written.
var ErrStale = errors.New("changed meanwhile by another worker or process")

// ErrFenced is returned by the methods of Journal that write where this process was silent for
// so long that others have taken over what it had begun. Nothing was written; a new process,
// under another name, may go on.
var ErrFenced = errors.New("this process was silent for too long, and others have taken over its work: it begins anew")

// TakenError is returned by Journal.Swap where the supplier's id of an accepted order is
// another order's already. Nothing was written.
type TakenError struct{ By OrderKey }

func (e *TakenError) Error() string {
	return "order " + e.By.ExternalID + " has the supplier's id already"
}

// Hint is none: whoever swaps decides what becomes of the order, and tells people of that.
func (e *TakenError) Hint() string { return "" }

// Failure is one of the two orders.
func (e *TakenError) Failure() failure.Kind { return failure.Other }

// State is where an order is on its way.
type State string

// The states of an order.
const (
	Ready    State = "ready"    // to be posted
	Sending  State = "sending"  // an attempt began; it is not known to have ended
	Accepted State = "accepted" // it exists at the supplier
	Rejected State = "rejected" // the supplier refused it
	Unknown  State = "unknown"  // it may or may not exist at the supplier
	Conflict State = "conflict" // the supplier has another order under this number

	// HandedOver is how an Accepted order is shown that went to a supplier without an API:
	// nobody has said yet that he has taken it. See Order.Shown.
	HandedOver State = supplier.HandedOver
)

// Relation is what an order is to a file that holds it.
type Relation string

// The relations of an order to a file.
const (
	Own       Relation = "own"              // this file brought it
	Duplicate Relation = "duplicate"        // an earlier drop brought the same order
	Clash              = Relation(Conflict) // an earlier drop brought another order under this number
	Past      Relation = "past"             // it was refused, and a later file brought it again
	Skips     Relation = "skipped"          // the file itself does not want it sent
)

// CalledOff reports whether the supplier does not deliver an order of this status any more.
func CalledOff(status string) bool {
	return supplier.OrderCalledOff(status)
}
