package listfile

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The codes of faults. They are fixed: people search for them and programs branch on them.
const (
	Incomplete          = "list_incomplete"       // it does not end, or is shorter than announced
	Unreadable          = "list_unreadable"       // it is no list of goods, or nothing that is known
	Empty               = "list_empty"            // it holds no goods
	Unreachable         = "list_unreachable"      // it cannot be got
	Refused             = "list_refused"          // its address refuses us: a key is missing or wrong
	FormUnknown         = "list_form_unknown"     // nothing tells which column is what
	PriceMeaningUnknown = "price_meaning_unknown" // nobody can know whose price it is
	Changed             = "list_changed"          // columns that decide money are not those that were looked at
)

// Fault is why a list is not read as a whole.
type Fault struct {
	Code    string
	Message wording.Message // what is wrong
	Way     wording.Message // what to do about it
	Cause   error           // may be nil
}

// Faultf is a fault with the sentences of the catalogue: "pricelist.KEY" says what is wrong,
// "pricelist.KEY_way" what to do, where KEY is the code, or the code, an underscore and what
// tells several sentences of one code apart. Values are those of both.
func Faultf(code, variant string, values ...any) *Fault {
	key := "pricelist." + code
	if variant != "" {
		key += "_" + variant
	}
	return &Fault{Code: code, Message: wording.NewMessage(key, values...), Way: wording.NewMessage(key+"_way", values...)}
}

// Because is the fault with its cause.
func (f *Fault) Because(err error) *Fault {
	f.Cause = err
	return f
}

// Error is the code and what is wrong, in English.
func (f *Fault) Error() string { return f.Code + ": " + f.Message.In(wording.English) }

// Hint is the way out, in English.
func (f *Fault) Hint() string { return f.Way.In(wording.English) }

// Say is what is wrong and the way out in a language.
func (f *Fault) Say(l wording.Language) (what, way string) {
	return f.Code + ": " + f.Message.In(l), f.Way.In(l)
}

func (f *Fault) Unwrap() error { return f.Cause }

// Failure says where the cause lies: in the config where somebody has to say what a column
// is, at the supplier where the list cannot be got.
func (f *Fault) Failure() failure.Kind {
	switch f.Code {
	case PriceMeaningUnknown, FormUnknown, Changed:
		return failure.Config
	case Unreachable, Refused:
		return failure.Supplier
	}
	return failure.Other
}
