package link

import (
	"net/url"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/template"
)

// Rule is what the links of one feed are made of. The zero Rule leaves them as the supplier
// has them.
type Rule struct {
	Page  *template.Phrase // nil: the supplier's address
	Marks []Mark           // in the order in which they stand
	Shop  string           // the shop's host; "" where nobody is to be told of links elsewhere
}

// Mark is a parameter of an address.
type Mark struct {
	Name  string // such as utm_source
	Value *template.Phrase
}

// Neutral reports whether the rule changes nothing.
func (r *Rule) Neutral() bool { return r.Page == nil && len(r.Marks) == 0 }

// String is the rule in short.
func (r *Rule) String() string {
	var parts []string
	if r.Page != nil {
		parts = append(parts, "link "+r.Page.String())
	}
	for _, m := range r.Marks {
		parts = append(parts, m.Name+"="+m.Value.String())
	}
	return strings.Join(parts, ", ")
}

// Private is a phrase of the rule that shows what the client pays, nil where none does.
func (r *Rule) Private() *template.Phrase {
	if r.Page != nil && r.Page.Private() {
		return r.Page
	}
	for _, m := range r.Marks {
		if m.Value.Private() {
			return m.Value
		}
	}
	return nil
}

// Address is the page of the offer at hand. Where a field of the page has nothing to show
// there is none, and blank names the field; a mark without a value is left out.
func (r *Rule) Address(s *template.Scope, given string) (address, blank string) {
	address = given
	if r.Page != nil {
		var made []byte
		if made, blank = r.Page.Append(nil, s, escaped); blank != "" {
			return "", blank
		}
		address = string(made)
	}
	if strings.TrimSpace(address) == "" {
		return address, ""
	}
	for _, m := range r.Marks {
		if value, none := m.Value.Append(nil, s, escaped); none == "" && len(value) > 0 {
			address = marked(address, m.Name, string(value))
		}
	}
	return address, ""
}

// escaped appends a text as any part of an address can hold it.
func escaped(dst []byte, text string) []byte {
	return append(dst, strings.ReplaceAll(url.QueryEscape(text), "+", "%20")...)
}

// marked is an address with a parameter, in the place of one of the same name.
func marked(address, name, value string) string {
	address, fragment, hasFragment := strings.Cut(address, "#")
	page, query, _ := strings.Cut(address, "?")
	var parameters []string
	for _, parameter := range strings.Split(query, "&") {
		if own, _, _ := strings.Cut(parameter, "="); parameter != "" && own != name {
			parameters = append(parameters, parameter)
		}
	}
	address = page + "?" + strings.Join(append(parameters, name+"="+value), "&")
	if hasFragment {
		address += "#" + fragment
	}
	return address
}

// Elsewhere is the host of an address that is on another site than the shop; "" where it is
// not, where it has none, or where nobody is to be told.
func (r *Rule) Elsewhere(address string) string {
	if r.Shop == "" {
		return ""
	}
	host := Host(address)
	if host == "" || host == r.Shop || strings.HasSuffix(host, "."+r.Shop) || strings.HasSuffix(r.Shop, "."+host) {
		return ""
	}
	return host
}

// Host is the host of an address in small letters, without port and a leading "www."; "" where
// it has none.
func Host(address string) string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if port := strings.LastIndexByte(rest, ':'); port >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:port]
	}
	return strings.TrimPrefix(strings.ToLower(rest), "www.")
}
