package told

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Problem is something that a person should know of, until it is mended.
type Problem struct {
	Name  string    `json:"name"` // what it is about, such as "inbox" or a file's name
	Text  string    `json:"text"` // one line, with the mend where one is known
	Since time.Time `json:"since"`
	// Minor waits for a person, and no part of the program fails: a matter of one thing in
	// the inbox, or of orders that are not to be posted yet.
	Minor bool `json:"minor,omitempty"`
	// Supplier is the one of several whom it is about; the text names him, too.
	Supplier string `json:"supplier,omitempty"`
	// Code tells the causes apart that people are told of by name: CodeToken and the like, or "".
	Code string `json:"code,omitempty"`
}

// The codes of problems.
const (
	CodeToken    = "token_refused"       // the supplier refuses the token
	CodeAway     = "supplier_away"       // it is out of reach, or asks to wait
	CodeApproval = "posting_not_allowed" // a person has not allowed orders yet
	CodeDoubt    = "journal_doubt"       // the journal may not know what was posted
)

// What problems are about: their names, and how the names begin of those that are about one
// thing each, which comes after.
const (
	ProblemJournal   = "journal"  // the journal may not know what was posted
	ProblemApproval  = "approval" // orders may not be posted at all
	ProblemSupplier  = "supplier" // it is out of reach, asks to wait, or refuses the token
	ProblemPosting   = "posting"
	ProblemLookup    = "lookup"              // what the supplier has cannot be asked
	ProblemFollow    = "follow"              // what became of orders cannot be asked
	ProblemStray     = "stray orders"        // whose supplier the config has no more
	ProblemStill     = "orders without news" // that have changed at the supplier all the same
	ProblemResults   = "results"
	ProblemDecisions = "decisions"
	ProblemSign      = "sign of the journal"
	ProblemInbox     = "inbox"
	ProblemLock      = "inbox lock"
	ProblemIntake    = "intake" // files cannot be taken

	ProblemEntry       = "inbox entry " // something lies there that is not taken
	ProblemSlow        = "slow file "   // that takes long to read
	ProblemOriginal    = "original of "
	ProblemResult      = "result of "
	ProblemWaybills    = "waybills of "
	ProblemWaybillRows = "orders left out of the waybills of " // waits for a person, and nothing fails
	ProblemSheet       = "sheet of "                           // that orders come from cannot be read
	ProblemSheetResult = "results in the sheet of "            // cannot be written
)

// Problems are the open ones of this importer.
type Problems struct {
	*book
	supplier string // whose these are; "": those of no one in particular
}

// book is where all problems stand, by name and supplier.
type book struct {
	mu     sync.Mutex
	open   map[string]Problem
	log    *slog.Logger
	shared string // as it was last noted in the journal
	reword func(error) error
}

// NewProblems are none yet; log tells each that comes, and that it went.
func NewProblems(log *slog.Logger) *Problems { return &Problems{book: &book{log: log}} }

// Of are those of the supplier of that name, which stand among the others.
func (p *Problems) Of(supplier string) *Problems { return &Problems{book: p.book, supplier: supplier} }

// Cause is what a problem comes of where several may come of it, "" for one of its own: what
// the supplier does not answer keeps orders from being sent, looked for and followed.
func (p Problem) Cause() string {
	switch p.Name {
	case ProblemSupplier, ProblemPosting, ProblemLookup, ProblemFollow:
		return p.of(ProblemSupplier)
	}
	return ""
}

// About is what the problem is about, and whom of several suppliers.
func (p Problem) About() string { return p.of(p.Name) }

// Topic is the name of the problem that is about that, whomever of several suppliers.
func Topic(about string) string {
	topic, _, _ := strings.Cut(about, " (")
	return topic
}

// SupplierOf is the name of the supplier whom a problem is about, "" where there is but one.
func SupplierOf(about string) string {
	_, supplier, _ := strings.Cut(about, " (")
	return strings.TrimSuffix(supplier, ")")
}

// of is a name with the supplier behind it, where there are several.
func (p Problem) of(name string) string {
	if p.Supplier == "" {
		return name
	}
	return name + " (" + p.Supplier + ")"
}

// Reword has other words stand for errors of which other gives some, before there is any
// problem; the log has both. It is called before the problems are used.
func (p *Problems) Reword(other func(error) error) { p.reword = other }

// Set opens a problem, or closes it where err is nil.
func (p *Problems) Set(now time.Time, name string, err error) { p.Note(now, name, err, true) }

// Note is set, and says nothing in the log where the caller gets the error and tells it.
// What was cut off because the program ends is no problem of the work.
func (p *Problems) Note(now time.Time, name string, err error, loud bool) {
	if errors.Is(err, context.Canceled) {
		return
	}
	text, logged := "", ""
	details := []any{"about", name}
	if p.supplier != "" {
		details = append(details, "supplier", p.supplier)
	}
	if err != nil {
		text, logged = p.named(OneLine(err.Error())), p.named(OneLine(english(err)))
		if p.reword != nil {
			if other := p.reword(err); other != nil {
				text, logged, details = p.named(OneLine(other.Error())), p.named(OneLine(english(other))), append(details, "cause", english(err))
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := name
	if p.supplier != "" {
		key += "\x00" + p.supplier
	}
	old, known := p.open[key]
	switch {
	case text == "" && known:
		delete(p.open, key)
		if loud {
			p.log.Info("mended", details...)
		}
	case text != "" && old.Text != text:
		if p.open == nil {
			p.open = map[string]Problem{}
		}
		since := now
		if known {
			since = old.Since
		}
		p.open[key] = Problem{Name: name, Supplier: p.supplier, Text: text, Since: since, Minor: isMinor(name), Code: codeOf(name, err)}
		if loud {
			p.log.Error(logged, details...)
		}
	}
}

// named is what is said, with whose it is.
func (p *Problems) named(text string) string {
	if p.supplier == "" {
		return text
	}
	return p.supplier + ": " + text
}

// isMinor tells what waits for a person, or for time to pass, and is no fault of the program.
func isMinor(name string) bool {
	return strings.HasPrefix(name, ProblemEntry) || strings.HasPrefix(name, ProblemWaybillRows) || strings.HasPrefix(name, ProblemSlow) || name == ProblemApproval || name == ProblemStray
}

// codeOf is the code of a problem, "" for most.
func codeOf(name string, err error) string {
	why, worded := errors.AsType[*trouble](err)
	switch {
	case worded && why.what.Key == "trouble.token":
		return CodeToken
	case name == ProblemApproval, worded && why.what.Key == "trouble.stopped":
		return CodeApproval
	case name == ProblemSupplier:
		return CodeAway
	case name == ProblemJournal:
		return CodeDoubt
	}
	return ""
}

// KeepOnly closes the problems under a prefix that are not among the given names.
func (p *Problems) KeepOnly(prefix string, names map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.open, func(_ string, open Problem) bool {
		return strings.HasPrefix(open.Name, prefix) && !names[open.Name]
	})
}

// List is the open ones by their names.
func (p *Problems) List() []Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	return sorting.Sorted(maps.Values(p.open), func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Supplier, b.Supplier))
	})
}

// News reports whether the shared form of the problems differs from the last one.
func (p *Problems) News(shared string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := p.shared != shared
	p.shared = shared
	return changed
}
