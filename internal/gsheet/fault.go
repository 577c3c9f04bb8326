package gsheet

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Code tells the causes of faults apart.
type Code string

// The codes. Those of links and keys are mistakes of the config.
const (
	BadLink     Code = "bad_link"     // the link is none of a spreadsheet
	NotLasting  Code = "not_lasting"  // the link does not say which spreadsheet to the API
	BadKey      Code = "bad_key"      // the file is no key of a service account
	ForeignKey  Code = "foreign_key"  // the key names a host for its tokens that is not Google's
	NotShared   Code = "not_shared"   // a sign-in page came, or the link may not be read
	NotAllowed  Code = "not_allowed"  // the spreadsheet is not shared with the account
	ReadOnly    Code = "read_only"    // the account may read, and not write
	NotFound    Code = "not_found"    // there is no such spreadsheet
	NoTab       Code = "no_tab"       // the spreadsheet does not have the tab
	SeveralTabs Code = "several_tabs" // it has several, and none is named
	OtherTab    Code = "other_tab"    // the link and the config name different tabs
	NoSheet     Code = "no_sheet"     // the file is one of another kind, such as a workbook of Excel
	APIOff      Code = "api_off"      // the account's project has not turned the Sheets API on
	KeyRefused  Code = "key_refused"  // the key was revoked, or this machine's clock is wrong
	Throttled   Code = "throttled"    // asked for too often
	Away        Code = "away"         // Google fails, or is out of reach
	Cut         Code = "cut"          // the answer ends in the middle
	NotCSV      Code = "not_csv"      // the answer is something else, such as a page
	TooLarge    Code = "too_large"    // the tab is larger than any that is read
	Elsewhere   Code = "elsewhere"    // the link leads to another host
	Edited      Code = "edited"       // somebody edits the sheet this moment
	Refused     Code = "refused"      // another refusal of Google's
)

// Fault is what is wrong, in sentences of the catalogue: gsheet.CODE and gsheet.CODE.way.
type Fault struct {
	Code      Code
	What, Way wording.Message
	Wait      time.Duration // for how long Google asks to wait; 0: it does not say

	cause error
}

// newFault is a fault whose sentences have these values.
func newFault(code Code, values ...any) *Fault {
	key := "gsheet." + string(code)
	return &Fault{Code: code, What: wording.NewMessage(key, values...), Way: wording.NewMessage(key+".way", values...)}
}

// because is the fault with its cause.
func (f *Fault) because(cause error) *Fault {
	f.cause = cause
	return f
}

// Error is what is wrong, in English.
func (f *Fault) Error() string { return f.What.In(wording.English) }

// Hint is the way out in English.
func (f *Fault) Hint() string { return f.Way.In(wording.English) }

// Say is what is wrong and the way out in a language.
func (f *Fault) Say(l wording.Language) (what, way string) { return f.What.In(l), f.Way.In(l) }

// Unwrap is the cause.
func (f *Fault) Unwrap() error { return f.cause }

// Failure says where the cause lies.
func (f *Fault) Failure() failure.Kind {
	switch f.Code {
	case BadLink, NotLasting, BadKey, ForeignKey, OtherTab:
		return failure.Config
	}
	return failure.Other
}
