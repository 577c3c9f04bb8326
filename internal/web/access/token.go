package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"mime"
	"net/http"
)

// Where a token stands that a form or a script sends.
const (
	TokenField  = "csrf"
	TokenHeader = "X-CSRF-Token"
)

// What a form may hold at most, in bytes: its fields, and with them its files.
const (
	LargestForm   = 1_000_000
	LargestUpload = 128_000_000
	InMemory      = 1 << 20 // of the files; the rest waits on the disk
)

// formCookie is to what the forms of visitors without a session are bound.
const formCookie = "dropbridge_form"

func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions || method == http.MethodTrace
}

// tokenFor makes the token of a visitor's forms. A visitor without a session gets a cookie to
// which it is bound, if there is none yet.
func (a *Access) tokenFor(w http.ResponseWriter, r *http.Request, v Visitor, session string) string {
	if session != "" {
		return a.sign("form", session)
	}
	cookie, err := r.Cookie(formCookie)
	if err != nil || cookie.Value == "" {
		cookie = &http.Cookie{Name: formCookie, Value: rand.Text(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.encrypted(r)}
		http.SetCookie(w, cookie)
		r.AddCookie(cookie) // a second form of this answer is bound to the same
	}
	return a.sign("form", cookie.Value, v.Name, string(v.Via))
}

// genuine reports whether a request that would change something comes of a form of ours, or
// of a program that shows a key: no other site can have a browser send one. err is a form that
// is too large to be read.
func (a *Access) genuine(w http.ResponseWriter, r *http.Request, v Visitor, session string) (ok bool, err error) {
	if http.NewCrossOriginProtection().Check(r) != nil {
		return false, nil
	}
	if Bearer(r) != "" {
		return true, nil
	}
	want := ""
	if session != "" {
		want = a.sign("form", session)
	} else if cookie, err := r.Cookie(formCookie); err == nil && cookie.Value != "" {
		want = a.sign("form", cookie.Value, v.Name, string(v.Via))
	}
	if want == "" {
		return false, nil // what it sends is not read
	}
	sent, err := sentToken(w, r, v.Acts())
	return hmac.Equal([]byte(want), []byte(sent)), err
}

// sentToken is the token that a request carries, "" where its form cannot be read; err says
// that it is too large for that. Files are taken in from those alone who may act.
func sentToken(w http.ResponseWriter, r *http.Request, files bool) (string, error) {
	if token := r.Header.Get(TokenHeader); token != "" {
		return token, nil
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/x-www-form-urlencoded":
		r.Body = http.MaxBytesReader(w, r.Body, LargestForm)
		if err := r.ParseForm(); err != nil {
			return "", onlyTooLarge(err)
		}
	case "multipart/form-data":
		r.Body = http.MaxBytesReader(w, r.Body, LargestUpload)
		if !files {
			return "", nil
		}
		if err := r.ParseMultipartForm(InMemory); err != nil {
			return "", onlyTooLarge(err)
		}
	default:
		return "", nil
	}
	return r.PostForm.Get(TokenField), nil
}

// onlyTooLarge keeps of the errors of a form that it is too large: whoever sends anything else
// that cannot be read has no form of ours.
func onlyTooLarge(err error) error {
	if large, is := errors.AsType[*http.MaxBytesError](err); is {
		return large
	}
	return nil
}

// sign is a text that nobody else can make for these parts: for one purpose, so that what is
// signed for one is nothing for another.
func (a *Access) sign(purpose string, parts ...string) string {
	mac := hmac.New(sha256.New, a.secret)
	for _, part := range append([]string{purpose}, parts...) {
		sum := sha256.Sum256([]byte(part)) // of one length, so that no two lists of parts are one text
		mac.Write(sum[:])
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
