package doubt

import (
	"cmp"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// AdoptOptions say how an earlier journal is adopted.
type AdoptOptions struct {
	DryRun    bool   // only tell what would be done
	Unchecked bool   // look nothing up before the first send: somebody is sure
	By        string // who says so

	// Restored says that the journal was put back by the tools of its database, which leave no trace in it.
	Restored bool
}

// Adoption is what became of adopting an earlier journal.
type Adoption struct {
	Needed  bool   `json:"needed"` // false: this journal is the one of these folders already
	Doubt   string `json:"doubt,omitempty"`
	Message string `json:"message,omitempty"` // what was the matter
	DryRun  bool   `json:"dry_run"`

	Results int              `json:"results"` // result files that were read
	Orders  AdoptedOrders    `json:"orders"`  // that they tell of
	Unread  []UnreadResult   `json:"unread"`  // result files, or rows of them, that could not be read
	Guessed []GuessedSources `json:"guessed"` // result files of which it is not known which source they are of

	Decisions int            `json:"decisions"` // of people, that are known again
	Lost      []LostDecision `json:"lost"`      // and that are not

	AdoptedAt time.Time `json:"adopted_at,omitzero"`
	AdoptedBy string    `json:"adopted_by,omitempty"`
	LookUntil time.Time `json:"look_until,omitzero"` // until then what the results do not tell is looked up first

	counted map[state.OrderKey]bool
	ids     map[state.OrderKey]string // of accepted orders, as the oldest result shows them

	doubt    *told.Doubt
	kept     []keptDecision         // that lie beside the results, and this journal does not know
	known    []keptDecision         // that this journal knows
	contents map[string]state.Order // by hash, of those that were changed at the supplier
	shown    []shownContent
}

// Say is what was the matter, in a language.
func (a *Adoption) Say(l wording.Language) string {
	if a.doubt == nil {
		return a.Message
	}
	return a.doubt.What.In(l)
}

// AdoptedOrders counts orders by what the results tell of them.
type AdoptedOrders struct {
	Accepted int `json:"accepted"`
	Rejected int `json:"rejected"`
	Conflict int `json:"conflict"`
	Pending  int `json:"pending"`
	Unknown  int `json:"unknown"`
}

// UnreadResult is a result file that tells less than it should.
type UnreadResult struct {
	File   string `json:"file"`
	Row    int    `json:"row,omitempty"` // 0: the file as a whole
	Reason string `json:"reason"`
}

// GuessedSources are the sources that a result file may be of: its orders are taken for posted in each.
type GuessedSources struct {
	File    string   `json:"file"`
	Sources []string `json:"sources"`
}

// oldResult is a result file that an earlier journal wrote.
type oldResult struct {
	name    string
	sha     string // the beginning of the SHA-256 of its original
	stem    string // of the original's name
	at      time.Time
	account string
	sources []string // that it may be of
}

func (a *AdoptedOrders) add(s state.State) {
	switch s {
	case state.Accepted:
		a.Accepted++
	case state.Rejected:
		a.Rejected++
	case state.Conflict:
		a.Conflict++
	case state.Unknown:
		a.Unknown++
	default:
		a.Pending++
	}
}

// readResult is a result file, read as one of its sources says.
type readResult struct {
	file   oldResult
	source string
	drafts []state.AdoptDraft
	late   []state.AdoptDraft // that met another order under their number
}

// split takes the rows apart that have to wait until all orders are known.
func (r readResult) split() (now, later readResult) {
	now, later = r, r
	later.drafts, later.late = r.late, nil
	return now, later
}

func sortOldest(files []oldResult) {
	sorting.StableFunc(files, func(a, b oldResult) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.name, b.name)) })
}

// keptDecision is a decision that stands, as that file has it. It names orders by their numbers.
type keptDecision struct {
	At       time.Time          `json:"at"`
	Person   string             `json:"person"`
	Account  string             `json:"account"`
	Source   string             `json:"source,omitempty"`
	Supplier string             `json:"supplier,omitempty"` // as the order has him
	Number   string             `json:"number"`
	Kind     state.DecisionKind `json:"kind"`
	Value    string             `json:"value,omitempty"`
	Hashes   []string           `json:"hashes,omitempty"` // of the contents that it was about
}

// target is the number of the order that the contents are since.
func (d keptDecision) target() string {
	if d.Kind == state.DecidedAs {
		return d.Value
	}
	return d.Number
}

// restores reports whether something is lost with the decision that the results do not tell.
func (d keptDecision) restores() bool {
	return d.Kind == state.DecidedAs || d.Kind == state.DecidedKeep || d.Kind == state.DecidedChanged
}

func (d keptDecision) same(o keptDecision) bool {
	return d.At.Equal(o.At) && d.Account == o.Account && d.Source == o.Source && d.Supplier == o.Supplier && d.Number == o.Number && d.Kind == o.Kind
}

// LostDecision is an order of which a decision is not known any more, with what to do.
type LostDecision struct {
	Order  string `json:"order"`
	Source string `json:"source"`
	Reason string `json:"reason"` // in English

	said wording.Message
}

// In is the reason in a language.
func (l LostDecision) In(language wording.Language) string { return l.said.In(language) }

func (a *Adoption) lose(source, number string, reason wording.Message) {
	a.Lost = append(a.Lost, LostDecision{Order: told.OneLine(number), Source: source, Reason: reason.In(wording.English), said: reason})
}

// shownContent is a content that a result shows as an order of the supplier.
type shownContent struct {
	state.OrderKey
	number   string // under which it came
	RemoteID string
	Hash     string
}
