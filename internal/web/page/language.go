package page

import (
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// languageCookie keeps what a person has chosen.
const languageCookie = "language"

// spoken are the languages of the pages.
var spoken = []wording.Language{wording.Ukrainian, wording.English}

// language is that which a person has chosen, or else the browser's, or else the shop's.
func (p *pages) language(r *http.Request) wording.Language { return Spoken(r, p.Language) }

// Spoken is the language which a person has chosen on the pages, or else the browser's, or
// else fallback. The page to log in speaks it too.
func Spoken(r *http.Request, fallback wording.Language) wording.Language {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		for _, l := range spoken {
			if cookie.Value == string(l) {
				return l
			}
		}
	}
	return access.Preferred(r, fallback)
}

// chooseLanguage keeps the language for a year and goes back to where the person was.
func (p *pages) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	for _, l := range spoken {
		if r.PostFormValue("to") == string(l) {
			http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: string(l), Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
				HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
	}
	http.Redirect(w, r, access.LocalPath(r.PostFormValue("back")), http.StatusSeeOther)
}
