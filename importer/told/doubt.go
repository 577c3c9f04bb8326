package told

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The codes of a Doubt.
const (
	DoubtAccount     = "account_other"       // the journal's orders are of another account
	DoubtLost        = "journal_lost"        // results lie here, and the journal knows of none
	DoubtOther       = "journal_other"       // the results are of another journal
	DoubtRolledBack  = "journal_rolled_back" // the journal once knew more
	DoubtEmptied     = "journal_emptied"     // the journal has taken files and holds none
	DoubtRestored    = "journal_restored"    // a backup was put back
	DoubtRemoved     = "journal_removed"     // its file was taken away while the program runs
	DoubtMoved       = "journal_moved"       // another one goes on in its place
	DoubtFilesMoved  = "files_moved"         // the files are elsewhere than the config says
	DoubtFilesMoving = "files_moving"        // and are on their way just now
	DoubtUnlisted    = "orders_unlisted"     // what an earlier journal posted cannot be looked up
)

// Doubt is why nothing is posted although the supplier would take it: the journal may not
// know what was posted already.
type Doubt struct {
	Code string
	What wording.Message
	Way  wording.Message
}

// NewDoubt is a doubt whose sentence has the name of its code, and the way out of most:
// to adopt what lies there.
func NewDoubt(code string, values ...any) *Doubt {
	return NewDoubtThat(code, wording.NewMessage(code, values...))
}

// NewDoubtThat is NewDoubt with a sentence of its own.
func NewDoubtThat(code string, what wording.Message) *Doubt {
	return &Doubt{Code: code, What: what, Way: wording.NewMessage("adopt.hint")}
}

// WithHint is the doubt with the way out that belongs to its code.
func (d *Doubt) WithHint(values ...any) *Doubt {
	return d.WithWay(wording.NewMessage(d.Code+".hint", values...))
}

// WithWay is the doubt with another way out.
func (d *Doubt) WithWay(way wording.Message) *Doubt {
	d.Way = way
	return d
}

// Error is what is the matter, in English.
func (d *Doubt) Error() string { return d.What.In(wording.English) }

// Hint is the way out, in English.
func (d *Doubt) Hint() string { return d.Way.In(wording.English) }

// Failure is one of the config where that names another account than the journal.
func (d *Doubt) Failure() failure.Kind {
	if d.Code == DoubtAccount {
		return failure.Config
	}
	return failure.Unknown
}

// Say is what is the matter, and the way out, in a language.
func (d *Doubt) Say(l wording.Language) (what, way string) { return d.What.In(l), d.Way.In(l) }

// In is what is the matter and the way out, in a language.
func (d *Doubt) In(l wording.Language) string { return d.What.In(l) + ": " + d.Way.In(l) }

// Hides reports whether the journal may know less than the results show: they are left
// as they are then, as orders are read back from them.
func (d *Doubt) Hides() bool { return d.Code != DoubtAccount && d.Code != DoubtRemoved }

// Moved reports whether the journal or its files are elsewhere, which no adoption ends.
func (d *Doubt) Moved() bool {
	return d.Code == DoubtMoved || d.Code == DoubtFilesMoved || d.Code == DoubtFilesMoving
}

// refusal is a file that is not taken, whatever it may hold.
type refusal struct{ reason wording.Message }

// Refuse is a refusal with a sentence of the catalogue as its reason.
func Refuse(key string, values ...any) error {
	return &refusal{wording.NewMessage(key, values...)}
}

func (r *refusal) Error() string { return r.reason.Error() }

// Hint is none: the reason says what can be done.
func (r *refusal) Hint() string { return "" }

// Failure is one of the file.
func (r *refusal) Failure() failure.Kind { return failure.Other }
