package intake

import (
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Why says what is wrong with a file that was not taken in.
type Why string

// The reasons.
const (
	NoSource   Why = "no_source"   // the config does not have the source
	BadName    Why = "bad_name"    // no file of the inbox has such a name
	NeverTaken Why = "never_taken" // temporary and hidden files are named like that
	TooLarge   Why = "too_large"   // larger than any file that is read
	NameTaken  Why = "name_taken"  // another content has that name already
)

// Refused is the error of a file that was not taken in: nothing of it lies anywhere.
type Refused struct {
	Why       Why
	What, Way wording.Message
}

// Error is what is wrong, in English.
func (r *Refused) Error() string { return r.What.In(wording.English) }

// Hint is the way out in English.
func (r *Refused) Hint() string { return r.Way.In(wording.English) }

// Failure is one of the file.
func (r *Refused) Failure() failure.Kind { return failure.Other }

// Say is what is wrong and the way out in a language.
func (r *Refused) Say(l wording.Language) (what, way string) { return r.What.In(l), r.Way.In(l) }

// refuse refuses by the sentences intake.WHY and intake.WHY.way of the catalogue.
func refuse(why Why, values ...any) error {
	key := "intake." + string(why)
	return &Refused{why, wording.NewMessage(key, values...), wording.NewMessage(key+".way", values...)}
}

// RefuseSize is the error of a file that is larger than any that is read.
func RefuseSize() error { return refuse(TooLarge, wording.Megabytes(folder.Largest)) }
