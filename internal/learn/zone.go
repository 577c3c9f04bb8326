package learn

import (
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

const localZone = "Europe/Kyiv"

// findZone tells the zone of times that are written without one: the document may say it,
// or the clock of a live answer. told is false where it stays a guess.
func findZone(f found) (zone, why string, told bool) {
	for _, r := range listRoles {
		l := f.lists[r.role]
		if l == nil {
			continue
		}
		for _, m := range assign(f.words.Fields(r.record), candidates(l.record, l.rows)) {
			if m.field.Want != lexicon.WantTime || withZone(notationOf(m.from)) {
				continue
			}
			if f.words.HoldsWhole(lexicon.UTC, lexicon.PhraseOfText(m.from.shape.description)) {
				return "UTC", "the document says UTC of " + clean(m.from.place.String(), 60), true
			}
			if zone, ok := zoneByClock(l.op.header, m.from.texts); ok {
				return zone, "by the service's clock", true
			}
		}
	}
	return localZone, "the zone is a guess, ask the supplier", false
}

// withZone reports whether a notation is of one point in time by itself, or of none.
func withZone(notation string) bool {
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

// doubtZone names a zone that nothing tells.
func (b *builder) doubtZone() {
	if !b.times.told {
		b.lookAt("times: they are written without a zone, and %s is a guess: ask the supplier", b.times.zone)
	}
}
