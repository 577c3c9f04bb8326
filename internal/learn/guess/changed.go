package guess

import (
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Changed is a record that was changed some time after it was made.
type Changed struct {
	ID               service.Place
	Record           string // its id
	Created, Updated time.Time
	notation         string
}

// ChangedRecord is the record of a list between whose creation and last change the most time
// lies; ok is false where none was changed, or nothing tells.
func ChangedRecord(f Found, r Role) (changed Changed, ok bool) {
	l := f.Lists[r]
	for _, known := range ListRoles {
		if known.Role != r {
			continue
		}
		matches := Assign(f.Words.Fields(known.record), Candidates(l.Record, l.Rows))
		id, created, updated := Find(matches, "id"), Find(matches, "created_at"), Find(matches, "updated_at")
		if id == nil || created == nil || updated == nil {
			return changed, false
		}
		for _, row := range l.Rows {
			from, _, okFrom := parseTime(created.From.Place.Text(row))
			to, notation, okTo := parseTime(updated.From.Place.Text(row))
			if okFrom && okTo && to.Sub(from) > max(2*time.Second, changed.Updated.Sub(changed.Created)) {
				changed, ok = Changed{id.From.Place, id.From.Place.Text(row), from, to, notation}, true
			}
		}
	}
	return changed, ok
}

// Falling reports whether the times of rows go from the newest to the oldest.
func Falling(c *Candidate, rows []any) bool {
	falls := 0
	var before time.Time
	for i, row := range rows {
		at, _, ok := parseTime(c.Place.Text(row))
		switch {
		case !ok, i > 0 && at.After(before):
			return false
		case i > 0 && at.Before(before):
			falls++
		}
		before = at
	}
	return falls > 0
}

// Write writes a time as the record has its own.
func (c Changed) Write(t time.Time) string {
	switch c.notation {
	case "rfc3339":
		return t.Format(time.RFC3339)
	case "epoch":
		return strconv.FormatInt(t.Unix(), 10)
	case "epoch_ms":
		return strconv.FormatInt(t.UnixMilli(), 10)
	}
	layout, parts, fraction := strings.Cut(c.notation, ".S")
	for _, l := range timeLayouts {
		if l.layout != layout {
			continue
		}
		if fraction {
			return t.Format(l.reference + "." + strings.Repeat("0", len(parts)+1))
		}
		return t.Format(l.reference)
	}
	return t.Format(time.RFC3339)
}

// parseTime reads a point in time in any of the notations; of one without a zone only
// differences count.
func parseTime(text string) (t time.Time, notation string, ok bool) {
	notation = timeNotation(text)
	layout, _, _ := strings.Cut(notation, ".S")
	switch notation {
	case "":
		return t, "", false
	case "rfc3339":
		t, err := time.Parse(time.RFC3339, text)
		return t, notation, err == nil
	case "epoch", "epoch_ms":
		n, err := strconv.ParseInt(strings.SplitN(text, ".", 2)[0], 10, 64)
		if notation == "epoch" {
			return time.Unix(n, 0).UTC(), notation, err == nil
		}
		return time.UnixMilli(n).UTC(), notation, err == nil
	}
	for _, l := range timeLayouts {
		if l.layout == layout {
			t, err := time.Parse(l.reference, text)
			return t, notation, err == nil
		}
	}
	return t, "", false
}
