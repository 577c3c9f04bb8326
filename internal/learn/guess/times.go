package guess

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Times is how the service writes points in time.
type Times struct {
	Notation string // rfc3339, epoch, epoch_ms or a layout
	Evidence string
	Zone     string // of times that are written without one
	Why      string
	Told     bool // whether zone is more than a guess
}

// TimesOf takes the notation that most fields of time have.
func TimesOf(f Found) Times {
	count, example := map[string]int{}, map[string]string{}
	for _, r := range ListRoles {
		l := f.Lists[r.Role]
		if l == nil {
			continue
		}
		for _, m := range Assign(f.Words.Fields(r.record), Candidates(l.Record, l.Rows)) {
			if m.Field.Want != lexicon.WantTime {
				continue
			}
			if notation := NotationOf(m.From); notation != "" {
				count[notation]++
				example[notation] = m.From.Place.String() + exampleOf(m.From)
			}
		}
	}
	out := Times{Notation: "rfc3339", Evidence: "guessed: no point in time was seen"}
	out.Zone, out.Why, out.Told = findZone(f)
	best := ""
	for _, notation := range slices.Sorted(maps.Keys(count)) {
		if best == "" || count[notation] > count[best] {
			best = notation
		}
	}
	if best != "" {
		out.Notation, out.Evidence = best, service.Clean(example[best], 80)
	}
	return out
}

// IsTime reports whether a place has points in time and nothing else: by its values, or by
// its format.
func IsTime(c *Candidate) bool {
	if len(c.Texts) == 0 {
		return strings.HasPrefix(c.Shape.Format, "date")
	}
	return Passing(c.Texts, looksTime) == len(c.Texts)
}

// exampleOf is a time that the candidate has, for the evidence.
func exampleOf(c *Candidate) string {
	if len(c.Texts) == 0 {
		return " by its format"
	}
	return " such as " + c.Texts[0]
}
