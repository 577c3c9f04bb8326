package state

import (
	"context"
	"iter"
	"time"
)

// Journal is the durable memory of the importer: what was dropped, what was meant
// to be posted, and what became of it. When a method that writes returns nil, its
// effect survives a crash of the process and of the machine. All methods are safe
// for concurrent use, and several processes may share one journal.
type Journal interface {
	Pedigree
	// Record makes a file and its orders durable in one transaction and returns the
	// file as it stands. Files are known by account, source, SHA-256 and name; what
	// becomes of an order whose key is known already is decided by Meet. file.Drops is
	// how often a file with an Origin was dropped before; where another process has
	// recorded this drop meanwhile it is returned, or ErrStale where it was moved already.
	// draft gives the orders one by one, from 0 to count-1, perhaps more than once: of a
	// long file they are never all in memory. An error of it undoes everything.
	Record(ctx context.Context, file File, count int, draft func(n int) (Draft, error)) (File, error)
	// Swap writes the state of an order, if its Version is still the given one, and
	// returns it with its new Version. Key, content and body are left as they are. Where
	// order.Tried is set it is added to the order's attempts in the same commit; an order
	// that an attempt makes Accepted must not have another order's RemoteID: *TakenError.
	Swap(ctx context.Context, order Order) (Order, error)
	// SwapBody is Swap that writes the order's body, too.
	SwapBody(ctx context.Context, order Order) (Order, error)
	// SwapFile does for files what Swap does for orders.
	SwapFile(ctx context.Context, file File) (File, error)
	// Orders lists orders by their ID.
	Orders(ctx context.Context, q OrderQuery) ([]Order, error)
	// EachOrder gives the orders of a query by their ID one by one, without their Body: there
	// may be a hundred thousand. Newest and Limit count for nothing. An error ends the list.
	EachOrder(ctx context.Context, q OrderQuery) iter.Seq2[Order, error]
	// Files lists files by their ID, the newest first where q.Newest is set.
	Files(ctx context.Context, q FileQuery) ([]File, error)
	// Links lists the orders of a file in the order of the file, without their Content and
	// Body, one by one: a file may have a hundred thousand. An error ends the list.
	Links(ctx context.Context, file int64) iter.Seq2[Link, error]
	// Join links rows of a file to orders that other files brought. Where the file is linked
	// to an order already, that link stays.
	Join(ctx context.Context, file int64, links []Link) error
	// OrderLinks lists what files hold of some orders, the file that was dropped last first.
	OrderLinks(ctx context.Context, orders ...int64) ([]FileLink, error)
	// Clashes lists the open conflicts of files with orders, the first order first and of each
	// the newest file.
	Clashes(ctx context.Context, q ClashQuery) ([]FileLink, error)
	// ClashedThere lists the orders of a query that the supplier has in another form and that no
	// file is in open conflict with, the first one first.
	ClashedThere(ctx context.Context, q ClashQuery) ([]Order, error)
	// ClashKeys are the keys of the orders of a query, which may be many: the first one first.
	ClashKeys(ctx context.Context, q ClashQuery) ([]OrderKey, error)
	// Remarked lists the account's links with CodeCalledOff of files that were dropped since then,
	// the newest first.
	Remarked(ctx context.Context, account string, since time.Time, limit int) ([]FileLink, error)
	// Relink gives links of files to an order another meaning, if the order's Version still is
	// the given one.
	Relink(ctx context.Context, order Order, links []LinkChange) error
	// Decide writes all that a person's decision changes in one transaction.
	Decide(ctx context.Context, ruling Ruling) (Ruling, error)
	// Decisions lists what was decided about some orders, the newest first.
	Decisions(ctx context.Context, orders ...int64) ([]Decision, error)
	// AllDecisions lists what was decided about all orders of all accounts, the oldest first.
	AllDecisions(ctx context.Context) ([]Decision, error)
	// Attempts lists how an order was tried and looked for, the oldest first.
	Attempts(ctx context.Context, order int64) ([]Attempt, error)
	// CountOrders is the number of the orders of a query in each state.
	CountOrders(ctx context.Context, q OrderQuery) (map[State]int, error)
	// CountRows sums up the rows of the files of a query by their status.
	CountRows(ctx context.Context, q FileQuery) (Counts, error)
	// Counts is the number of the account's orders in each state.
	Counts(ctx context.Context, account string) (map[State]int, error)
	// Kept are the numbers that are kept of the account, of all its sources or of some.
	Kept(ctx context.Context, account string, sources []string) (Kept, error)
	// Figures are what happened from a time on until before another.
	Figures(ctx context.Context, account string, from, to time.Time) (Figures, error)
	// Search gives a page of the orders that a person looks for, the last that came first. It
	// looks through a bounded number of orders.
	Search(ctx context.Context, q SearchQuery) (SearchPage, error)
	// Forget takes the persons out of final orders, and out of all that is kept beside them: what
	// their files say, attempts, decisions and the search. An order stays known by its number,
	// hash, goods and waybills. Orders are named by ID and Version; one that has changed, is not
	// final or waits for a decision stays as it is. It returns how many were forgotten.
	Forget(ctx context.Context, orders []Order, at time.Time) (int, error)
	// Scrub has what was forgotten leave the database's files, too, as far as those are ours. It
	// takes as long as copying the journal does.
	Scrub(ctx context.Context) error
	// Tidy scrubs where much of the database's file holds nothing any more, and gives how many bytes
	// of the disk that has freed. Whoever writes meanwhile waits.
	Tidy(ctx context.Context) (freed int64, err error)
	// Act adds what a person did to what is kept of that for good.
	Act(ctx context.Context, action Action) error
	// Actions lists what people did, the newest first.
	Actions(ctx context.Context, q ActionQuery) ([]Action, error)
	// SetNote keeps a named text of the account, such as a cursor; an empty text removes it.
	SetNote(ctx context.Context, account, name, text string) error
	// Notes are all named texts of the account.
	Notes(ctx context.Context, account string) (map[string]string, error)

	// Size is what the database takes, in bytes.
	Size(ctx context.Context) (int64, error)
}
