package access

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

//go:embed login.html
var loginHTML string

// longestPassword is how many bytes a password has at most.
const longestPassword = 1024

// Handle adds the routes by which people log in and out. Their requests must have passed
// Wrap.
func (a *Access) Handle(mux *http.ServeMux) {
	mux.HandleFunc("GET "+LoginPath, func(w http.ResponseWriter, r *http.Request) { a.showLogin(w, r, http.StatusOK, "") })
	mux.HandleFunc("POST "+LoginPath, a.logIn)
	mux.HandleFunc("POST "+LogoutPath, a.logOut)
	if a.Issuer != nil {
		mux.HandleFunc("GET "+LeavePath, a.leave)
		mux.HandleFunc("GET "+BackPath, a.arrive)
	}
}

// loginView is what the page to log in shows.
type loginView struct {
	Language            wording.Language
	Message, Next       string
	Token               string
	Visitor             Visitor
	Password, Issuer    bool // the ways that there are
	Leave               string
	Login, Logout       string
	TokenField          string
	Unencrypted, Closed bool
}

// showLogin renders the page to log in.
func (a *Access) showLogin(w http.ResponseWriter, r *http.Request, status int, message string) {
	next := LocalPath(r.FormValue("next"))
	view := loginView{Language: a.Language(r), Message: message, Next: next, Token: Token(r.Context()), Visitor: Of(r.Context()),
		Password: a.Users != nil && a.Users.Any(), Issuer: a.Issuer != nil, Leave: LeavePath + "?next=" + url.QueryEscape(next),
		Login: LoginPath, Logout: LogoutPath, TokenField: TokenField, Unencrypted: !a.encrypted(r) && !Local(r)}
	view.Closed = !view.Password && !view.Issuer
	page, err := template.New("login").Funcs(template.FuncMap{"t": func(key string, values ...any) string { return a.say(r, key, values...) }}).Parse(loginHTML)
	var out bytes.Buffer
	if err == nil {
		err = page.Execute(&out, view)
	}
	if err != nil {
		a.Logger.Error("page to log in not rendered", "error", err)
		http.Error(w, a.say(r, "unrendered"), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if _, err := w.Write(out.Bytes()); err != nil {
		a.Logger.Debug("page to log in not sent whole", "error", err)
	}
}

// logIn takes a name and a password.
func (a *Access) logIn(w http.ResponseWriter, r *http.Request) {
	if a.Users == nil || !a.Users.Any() {
		a.showLogin(w, r, http.StatusNotFound, "")
		return
	}
	name, password, address := r.PostFormValue("name"), r.PostFormValue("password"), a.client(r)
	counted := name
	if !plain(name) || len(password) > longestPassword {
		counted, password = "", "" // nobody's; an odd name is not kept
	}
	if wait := a.throttle.try(counted, address); wait > 0 {
		seconds := int64((wait + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
		a.Logger.Warn("log-in refused: too many tries", "name", counted, "address", address)
		a.showLogin(w, r, http.StatusTooManyRequests, a.say(r, "wait", seconds))
		return
	}
	user, right := a.check(r, counted, password)
	if !right {
		a.Logger.Warn("log-in refused: wrong name or password", "name", counted, "address", address)
		a.showLogin(w, r, http.StatusForbidden, a.say(r, "wrong"))
		return
	}
	a.throttle.passed(counted, address)
	if err := a.sessions.begin(a, w, r, user.Name, ByPassword, user.Stamp); err != nil {
		a.Logger.Error("session not begun", "error", err)
		http.Error(w, a.say(r, "wrong"), http.StatusInternalServerError)
		return
	}
	a.Logger.Info("logged in", "name", user.Name, "via", ByPassword, "address", address)
	http.Redirect(w, r, LocalPath(r.PostFormValue("next")), http.StatusSeeOther)
}

// check asks whose password that is, a few at a time: each costs memory and time by intent.
func (a *Access) check(r *http.Request, name, password string) (User, bool) {
	select {
	case a.checking <- struct{}{}:
	case <-r.Context().Done():
		return User{}, false
	}
	defer func() { <-a.checking }()
	return a.Users.Check(name, password)
}

// logOut ends the visitor's session.
func (a *Access) logOut(w http.ResponseWriter, r *http.Request) {
	if v := Of(r.Context()); v.LoggedIn() {
		a.Logger.Info("logged out", "name", v.Name)
	}
	a.sessions.end(a, w, r)
	http.Redirect(w, r, LoginPath, http.StatusSeeOther)
}
