package access

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// ownHeaders are those that the program or HTTP sets.
var ownHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Connection", "Trailer", "Upgrade", "Accept-Encoding", "User-Agent"}

// fixedHeaders compiles the headers of each request.
func (c *compiler) fixedHeaders(auth *Auth) (out [][2]string, err error) {
	_, taken := auth.Shown()
	taken = append(slices.Clone(taken), c.written.Idempotency.KeyHeader.Text)
	for i := range taken {
		taken[i] = http.CanonicalHeaderKey(taken[i])
	}
	for _, one := range c.written.Headers {
		name := http.CanonicalHeaderKey(one.Key.Text)
		switch {
		case !HeaderName(one.Key.Text):
			return nil, c.Wrong(one.Key, "headers: %q is no header's name", one.Key.Text)
		case slices.Contains(ownHeaders, name) || slices.Contains(taken, name):
			return nil, c.Wrong(one.Key, "headers: %s is set by the program", one.Key.Text)
		case strings.ContainsFunc(one.Value.Text, func(r rune) bool { return r < ' ' || r > '~' }):
			return nil, c.Wrong(one.Value, "headers: %s: want printable ASCII", one.Key.Text)
		}
		out = append(out, [2]string{name, one.Value.Text})
	}
	return out, nil
}

// HeaderName reports whether a text can be the name of a header.
func HeaderName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != ""
}

// AnswerPaths reads paths from the whole of an answer or a record.
func AnswerPaths(text string) ([]jsonread.Path, error) {
	paths, err := jsonread.ParsePaths(text)
	for _, p := range paths {
		if err == nil && (p.Up > 0 || p.Key) {
			err = fmt.Errorf("path %q: ^ and $key have no meaning here", p.Text)
		}
	}
	return paths, err
}
