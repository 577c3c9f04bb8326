package page

import (
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// word is the word of a code whose sentence has that beginning, or of a row's status; a
// code that has none stands for itself.
func word(l wording.Language, code, beginning string) string {
	for _, key := range []string{beginning + code, "status." + code} {
		if m := wording.NewMessage(key); m.In(l) != key {
			return m.In(l)
		}
	}
	return code
}

// tally is a number of things in one state.
type tally struct {
	Name  string
	Word  string // the name in words
	Count int
	Tone  standing.Level
	About string
}

// states are the importer's states of orders and rows in the order in which they are shown, each with
// the key of what it means.
func states() []tally {
	return []tally{
		{string(state.Accepted), "", 0, standing.Fine, "about_accepted"},
		{string(state.HandedOver), "", 0, standing.Fine, "about_handed_over"},
		{string(state.Duplicate), "", 0, standing.Fine, "about_duplicate"},
		{string(state.Skips), "", 0, standing.Fine, "about_skipped"},
		{string(state.Ready), "", 0, "", "about_ready"},
		{string(state.Sending), "", 0, "", "about_sending"},
		{string(state.RowPending), "", 0, "", "about_pending"},
		{string(state.Unknown), "", 0, standing.Attention, "about_unknown"},
		{string(state.Conflict), "", 0, standing.Attention, "about_conflict"},
		{string(state.Rejected), "", 0, standing.Failing, "about_rejected"},
	}
}

// tone is the level of a state, "" for one that is neither good nor bad.
func tone(state string) standing.Level {
	for _, known := range states() {
		if known.Name == state {
			return known.Tone
		}
	}
	return ""
}

// tallies lists the counts that are not zero, unknown states last.
func tallies(l wording.Language, counts map[string]int) []tally {
	var list []tally
	rest := maps.Clone(counts)
	for _, known := range states() {
		if known.Count = counts[known.Name]; known.Count > 0 {
			known.Word, known.About = word(l, known.Name, "state."), say(l, known.About)
			list = append(list, known)
		}
		delete(rest, known.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		if rest[name] > 0 {
			list = append(list, tally{Name: name, Word: name, Count: rest[name]})
		}
	}
	return list
}

// amount is an amount with its thousands parted, "" for one that is not known. Orders have
// no other currency than the hryvnia.
func amount(l wording.Language, a money.Amount) string {
	if !a.IsSet() {
		return ""
	}
	return say(l, "hryvnias", l.Figures(a.String()))
}

// say is a sentence of the pages in a language.
func say(l wording.Language, key string, values ...any) string {
	return wording.NewMessage("page."+key, values...).In(l)
}
