package sheets

import (
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// fault is what is wrong with the content of a sheet, in sentences of the catalogue: sheet.CODE and
// sheet.CODE.way.
type fault struct{ what, way wording.Message }

func newFault(code string, values ...any) error {
	return &fault{wording.NewMessage("sheet."+code, values...), wording.NewMessage("sheet."+code+".way", values...)}
}

// Error is what is wrong, in English.
func (f *fault) Error() string { return f.what.In(wording.English) }

// Hint is the way out in English.
func (f *fault) Hint() string { return f.way.In(wording.English) }

// Failure is one of the sheet.
func (f *fault) Failure() failure.Kind { return failure.Other }

// Say is what is wrong and the way out in a language.
func (f *fault) Say(l wording.Language) (what, way string) { return f.what.In(l), f.way.In(l) }
