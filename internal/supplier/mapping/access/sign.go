package access

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Sign is how requests are signed: an HMAC over a text of their parts, with the token as
// its key (RFC 2104).
type Sign struct {
	over   string
	hash   func() hash.Hash
	as     string
	Place  Spot
	Prefix string // before the signature
	Time   Spot   // where the time stands that was signed; no place: nowhere
	timeAs string
	User   Spot // where the user's name, mostly a public key, stands
}

// Spot is a place in a request's head: a header, or a name of the query.
type Spot struct{ Header, Query string }

// IsSet reports whether it is one.
func (s Spot) IsSet() bool { return s.Header != "" || s.Query != "" }

// Signed are the parts of a request that a signature can be over.
type Signed struct {
	Method string
	Path   string
	Query  url.Values // without the signature
	Body   string     // as it is sent
	User   string
	Time   string // see Clock
}

// hashes are the hash functions of signatures, by their names in a mapping.
var hashes = map[string]func() hash.Hash{"sha256": sha256.New, "sha512": sha512.New, "sha1": sha1.New, "md5": md5.New}

// Clock is a time as the service wants it in its requests.
func (s *Sign) Clock(now time.Time) string {
	switch s.timeAs {
	case "epoch_ms":
		return strconv.FormatInt(now.UnixMilli(), 10)
	case "rfc3339":
		return now.UTC().Format(time.RFC3339)
	}
	return strconv.FormatInt(now.Unix(), 10)
}

// Signature is that of a request.
func (s *Sign) Signature(r Signed, key string) string {
	mac := hmac.New(s.hash, []byte(key))
	mac.Write([]byte(s.text(r)))
	sum := mac.Sum(nil)
	switch s.as {
	case "base64":
		return s.Prefix + base64.StdEncoding.EncodeToString(sum)
	case "HEX":
		return s.Prefix + strings.ToUpper(hex.EncodeToString(sum))
	}
	return s.Prefix + hex.EncodeToString(sum)
}

// text is what is signed.
func (s *Sign) text(r Signed) string {
	return signPart.ReplaceAllStringFunc(s.over, func(mark string) string {
		switch mark {
		case "{method}":
			return r.Method
		case "{path}":
			return r.Path
		case "{query}":
			return r.Query.Encode() // sorted by the names
		case "{values}":
			return sortedValues(r.Query)
		case "{body}":
			return r.Body
		case "{user}":
			return r.User
		}
		return r.Time
	})
}

// sortedValues are the names and values of a query one after the other, by the names.
func sortedValues(query url.Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(query)) {
		for _, value := range query[name] {
			b.WriteString(name + value)
		}
	}
	return b.String()
}

// signPart is a part of a request in the text that is signed.
var signPart = regexp.MustCompile(`\{[a-z]+\}`)

// signParts are those that there are.
var signParts = []string{"{method}", "{path}", "{query}", "{values}", "{body}", "{user}", "{time}"}

// sign compiles how requests are signed.
func (c *compiler) sign(w *written.Sign) (*Sign, error) {
	out := &Sign{over: w.Over.Text, as: w.As.Text, timeAs: w.Time.As.Text, Prefix: w.Prefix.Text, hash: sha256.New}
	covers := false
	for _, part := range signPart.FindAllString(w.Over.Text, -1) {
		if !slices.Contains(signParts, part) {
			return nil, c.Unknown(w.Over, "part of a request", part, signParts)
		}
		covers = covers || part == "{body}" || part == "{query}" || part == "{values}" || part == "{path}" || part == "{time}"
	}
	if !covers {
		return nil, c.Wrong(written.Placed(w.Over, w.Header, w.Query), "auth: sign: over is the text that is signed, made of %s: want one of them at least", strings.Join(signParts, " "))
	}
	if w.Hash.Set {
		if err := c.Choice(w.Hash, "hash function", slices.Sorted(maps.Keys(hashes))...); err != nil {
			return nil, err
		}
		out.hash = hashes[w.Hash.Text]
	}
	if w.As.Set {
		if err := c.Choice(w.As, "way to write a signature", "hex", "HEX", "base64"); err != nil {
			return nil, err
		}
	}
	if w.Time.As.Set {
		if err := c.Choice(w.Time.As, "way to write the time", "epoch", "epoch_ms", "rfc3339"); err != nil {
			return nil, err
		}
	}
	return out, c.signSpots(out, w)
}

func (c *compiler) signSpots(into *Sign, w *written.Sign) (err error) {
	if into.Place, err = c.spot("sign", w.Header, w.Query); err != nil {
		return err
	}
	if !into.Place.IsSet() {
		return c.Wrong(w.Over, "auth: sign: want header or query, where the signature goes")
	}
	if into.Time, err = c.spot("sign: time", w.Time.Header, w.Time.Query); err != nil {
		return err
	}
	if strings.Contains(into.over, "{time}") && !into.Time.IsSet() {
		return c.Wrong(w.Over, "auth: sign: {time} is signed: say by time: {header: …} or {query: …} where the service finds it")
	}
	into.User, err = c.spot("sign: user", w.User.Header, w.User.Query)
	return err
}

// spot compiles a place in a request's head, none where neither is given.
func (c *compiler) spot(what string, header, query strictyaml.Scalar) (Spot, error) {
	switch {
	case header.Text != "" && query.Text != "":
		return Spot{}, c.Wrong(query, "auth: %s: want only one of header and query", what)
	case header.Text != "" && !HeaderName(header.Text):
		return Spot{}, c.Wrong(header, "auth: %s: %q is no header's name", what, header.Text)
	}
	return Spot{header.Text, query.Text}, nil
}
