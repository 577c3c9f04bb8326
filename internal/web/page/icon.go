package page

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// colours of the icon's count, by level; they are those of the style.
var colours = map[standing.Level]string{standing.Fine: "#157347", standing.Attention: "#9a5b00", standing.Failing: "#b3261e"}

// icon is the sign of the program with the number of causes that need a person.
func (p *pages) icon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	needs, _ := strconv.Atoi(r.FormValue("needs")) // whatever else stands there is no number to show
	badge := ""
	if colour := colours[standing.Level(r.FormValue("level"))]; colour != "" && needs > 0 {
		text := strconv.Itoa(needs)
		if needs > 99 {
			text = "99+"
		}
		badge = fmt.Sprintf(`<rect x="10" y="14" width="22" height="18" rx="6" fill="%s"/><text x="21" y="28" font-family="sans-serif" font-weight="700" font-size="%d" fill="#fff" text-anchor="middle">%s</text>`,
			colour, 18-3*len(text), text)
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2457d6"/>`+
		`<path d="M5 21h22M8 21v-3a8 8 0 0 1 16 0v3M16 10v11" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>%s</svg>`, badge)
}
