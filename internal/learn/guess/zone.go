package guess

import (
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

const localZone = "Europe/Kyiv"

// findZone tells the zone of times that are written without one: the document may say it,
// or the clock of a live answer. told is false where it stays a guess.
func findZone(f Found) (zone, why string, told bool) {
	for _, r := range ListRoles {
		l := f.Lists[r.Role]
		if l == nil {
			continue
		}
		for _, m := range Assign(f.Words.Fields(r.record), Candidates(l.Record, l.Rows)) {
			if m.Field.Want != lexicon.WantTime || WithZone(NotationOf(m.From)) {
				continue
			}
			if f.Words.HoldsWhole(lexicon.UTC, lexicon.PhraseOfText(m.From.Shape.Description)) {
				return "UTC", "the document says UTC of " + service.Clean(m.From.Place.String(), 60), true
			}
			if zone, ok := zoneByClock(l.Op.Header, m.From.Texts); ok {
				return zone, "by the service's clock", true
			}
		}
	}
	return localZone, "the zone is a guess, ask the supplier", false
}

// WithZone reports whether a notation is of one point in time by itself, or of none.
func WithZone(notation string) bool {
	return notation == "" || notation == "rfc3339" || strings.HasPrefix(notation, "epoch")
}

// zoneByClock compares the newest time with the answer's Date. What lies ahead of the
// clock when read as UTC is local time, what is only just past tells its zone too.
func zoneByClock(header http.Header, texts []string) (string, bool) {
	now, err := http.ParseTime(header.Get("Date"))
	local, errLocal := time.LoadLocation(localZone)
	if err != nil || errLocal != nil {
		return "", false
	}
	var newest time.Time
	for _, text := range texts {
		for _, l := range timeLayouts {
			if t, err := time.Parse(l.reference, text); err == nil && strings.Contains(l.layout, "HH") && t.After(newest) {
				newest = t
			}
		}
	}
	if newest.IsZero() {
		return "", false
	}
	const recent = 15 * time.Minute
	read := time.Date(newest.Year(), newest.Month(), newest.Day(), newest.Hour(), newest.Minute(), newest.Second(), 0, local)
	asUTC, asLocal := now.Sub(newest), now.Sub(read)
	switch {
	case asUTC < -time.Minute && asLocal >= -time.Minute:
		return localZone, true
	case asUTC >= -time.Minute && asUTC < recent:
		return "UTC", true
	}
	return "", false
}
