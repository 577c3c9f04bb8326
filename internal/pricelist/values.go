package pricelist

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
)

// looked are the columns of one list, and what its values were when nothing about them was odd.
type looked struct {
	Columns map[string]form.Role `json:"columns"`
	Records int64                `json:"records,omitempty"`
	Values  map[string]values    `json:"values,omitempty"` // by columns
	At      time.Time            `json:"at"`
}

// values are what was seen in a column when somebody looked at the list.
type values struct {
	Filled int64 `json:"filled"`           // records that have one
	Middle int64 `json:"middle,omitempty"` // the amount that half of the prices do not reach, in whole units
}

// MoveKind is what of a list's values is not as it was.
type MoveKind string

// The kinds of moves.
const (
	FewerRecords MoveKind = "records" // of a list; Was and Is are how many
	FewerFilled  MoveKind = "filled"  // of a column; in hundredths of the records
	OtherSize    MoveKind = "size"    // of a column of prices; the middle one, in whole units
)

// Move is how a list of the same columns says something else than it did.
type Move struct {
	Path string    `json:"path,omitempty"` // the column, none for the list as a whole
	Role form.Role `json:"role,omitempty"`
	Kind MoveKind  `json:"kind"`
	Was  int64     `json:"was"`
	Is   int64     `json:"is"`
}

// What it takes to say that values moved. They are those of the guard of feeds, which would not
// publish such a list.
const (
	fewRecords  = 5  // of which a middle or a number says something
	manyRecords = 20 // of which a share says something
	mostLost    = 30 // hundredths of the records, or of those that have a value
	mostTimes   = 2  // as high or low as the middle price was
)

// rolesOf are the columns of a form that are read.
func rolesOf(f *form.Form) map[string]form.Role {
	out := map[string]form.Role{}
	for _, c := range f.Columns {
		if c.Role != form.NoRole && c.Role != form.Ignore && c.Filled > 0 {
			out[c.Path] = c.Role
		}
	}
	return out
}

// valuesOf are the values of the columns of a form that are read.
func valuesOf(f *form.Form) map[string]values {
	out := map[string]values{}
	read := rolesOf(f)
	for _, c := range f.Columns {
		if _, ok := read[c.Path]; ok {
			out[c.Path] = values{c.Filled, c.Middle()}
		}
	}
	return out
}

// moves are how the values of a list moved since somebody looked, in the order of its columns.
func moves(was *looked, f *form.Form) []Move {
	out := []Move{}
	if was.Records >= fewRecords && lost(was.Records, f.Records, was.Records) {
		out = append(out, Move{Kind: FewerRecords, Was: was.Records, Is: f.Records})
	}
	now := valuesOf(f)
	for _, c := range f.Columns {
		before, known := was.Values[c.Path]
		is, read := now[c.Path]
		if !known || !read || was.Columns[c.Path] != c.Role {
			continue
		}
		if share, left := before.Filled*100/max(was.Records, 1), is.Filled*100/max(f.Records, 1); min(was.Records, f.Records) >= manyRecords && lost(share, left, 100) {
			out = append(out, Move{c.Path, c.Role, FewerFilled, share, left})
		}
		if low, high := min(before.Middle, is.Middle), max(before.Middle, is.Middle); low > 0 && high > low*mostTimes && min(before.Filled, is.Filled) >= fewRecords {
			out = append(out, Move{c.Path, c.Role, OtherSize, before.Middle, is.Middle})
		}
	}
	return out
}

// lost reports whether so much less of a whole is there that it is no usual change.
func lost(was, is, whole int64) bool { return (was-is)*100 > mostLost*whole }
