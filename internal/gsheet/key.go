package gsheet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// What the account asks to be allowed.
const (
	scopeRead  = "https://www.googleapis.com/auth/spreadsheets.readonly"
	scopeWrite = "https://www.googleapis.com/auth/spreadsheets"
)

// Account is a service account and its key.
type Account struct {
	Email string // with which the spreadsheet is shared

	keyID   string
	private supplier.Secret
	tokens  string // the address at which it gets its tokens
}

// ParseKey reads the JSON file that Google Cloud gives for a key of a service account. Another
// file is a *Fault of code BadKey.
func ParseKey(data []byte) (*Account, error) {
	var file struct {
		Type         string `json:"type"`
		ClientEmail  string `json:"client_email"`
		PrivateKeyID string `json:"private_key_id"`
		PrivateKey   string `json:"private_key"`
		TokenURI     string `json:"token_uri"`
	}
	err := json.Unmarshal(data, &file)
	if err != nil || file.Type != "service_account" || file.ClientEmail == "" || !strings.Contains(file.PrivateKey, "PRIVATE KEY-----") {
		return nil, newFault(BadKey) // an error of JSON would show a part of the key
	}
	tokens, err := url.Parse(file.TokenURI)
	if err != nil || tokens.Scheme != "https" || !strings.HasSuffix(tokens.Hostname(), ".googleapis.com") {
		return nil, newFault(ForeignKey, oneline.Clean(file.TokenURI, 100))
	}
	return &Account{Email: file.ClientEmail, keyID: file.PrivateKeyID, private: supplier.NewSecret(file.PrivateKey), tokens: file.TokenURI}, nil
}

// source gives the account's tokens, each for as long as it is good. at is another address that
// gives them, "" for the key's own.
func (a *Account) source(client *http.Client, at, scope string) oauth2.TokenSource {
	if at == "" {
		at = a.tokens
	}
	c := jwt.Config{Email: a.Email, PrivateKey: []byte(a.private.Reveal()), PrivateKeyID: a.keyID, Scopes: []string{scope}, TokenURL: at, Audience: a.tokens}
	return c.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, client))
}

// tokenFault is why there is no token.
func (a *Account) tokenFault(err error) *Fault {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case !ok && strings.Contains(err.Error(), "private key"):
		return newFault(BadKey)
	case !ok:
		return newFault(Away, reason(err)).because(err)
	case refused.Response.StatusCode == http.StatusTooManyRequests || refused.Response.StatusCode >= http.StatusInternalServerError:
		return statusFault(refused.Response)
	}
	var said struct {
		Error string `json:"error"`
		Text  string `json:"error_description"`
	}
	_ = json.NewDecoder(bytes.NewReader(refused.Body)).Decode(&said) // what cannot be read says nothing
	return newFault(KeyRefused, a.Email, oneline.Clean(said.Error+" "+said.Text, 200))
}

// reason is the innermost cause of a request that came to nothing: those around it name the
// address, which not everybody may know.
func reason(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return oneline.Clean(err.Error(), 200)
}

// longestWait is how long Google can make us wait; a longer wait is a mistake.
const longestWait = time.Hour
