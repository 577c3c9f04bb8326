package page

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// languageCookie keeps what a person has chosen.
const languageCookie = "language"

// spoken are the languages of the pages, in the order of their matcher's tags.
var spoken = []wording.Language{wording.Ukrainian, wording.English}

var matcher = language.NewMatcher([]language.Tag{language.Ukrainian, language.English})

// language is that which a person has chosen, or else the browser's, or else the shop's.
func (p *pages) language(r *http.Request) wording.Language {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		for _, l := range spoken {
			if cookie.Value == string(l) {
				return l
			}
		}
	}
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(wanted) == 0 {
		return p.Language
	}
	_, at, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return p.Language
	}
	return spoken[at]
}

// chooseLanguage keeps the language for a year and goes back to where the person was.
func (p *pages) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	for _, l := range spoken {
		if r.PostFormValue("to") == string(l) {
			http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: string(l), Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
				HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
	}
	http.Redirect(w, r, ownPath(r.PostFormValue("back")), http.StatusSeeOther)
}

// ownPath is an address on this server, "/" for any other.
func ownPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n") {
		return "/"
	}
	return u.RequestURI()
}
