package supplier

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
)

// request is what asks for one page.
func (l *list[T]) request(t ticket) (*request, error) {
	out := &request{op: l.op.op, method: l.op.method, path: l.op.path}
	if l.op.path == "" {
		return nil, &Error{Kind: KindRejected, Op: l.op.op, Err: Unmapped(l.op.key)}
	}
	p := params{values: maps.Clone(l.query), attrs: l.attrs, raw: map[string]string{}}
	number := func(name string, value int64) {
		if name != "" {
			text := strconv.FormatInt(value, 10)
			p.values.Set(name, text)
			p.raw[name] = text
		}
	}
	paging := &l.op.paging
	if l.plan.asked > 0 {
		number(paging.perPage, int64(l.plan.asked))
	}
	switch paging.kind {
	case pagingPage:
		number(paging.page, int64(paging.first)+int64(t.index))
	case pagingOffset:
		number(paging.offset, t.offset)
	case pagingCursor:
		if t.from != "" {
			p.values.Set(paging.cursor, t.from)
		}
	case pagingLastID:
		if t.from != "" {
			p.values.Set(paging.lastID, plainText(t.from))
			p.raw[paging.lastID] = t.from
		}
	case pagingLink:
		out.address = t.from
	}
	if out.method == "GET" {
		out.query = l.op.urlQuery(p)
		return out, nil
	}
	body, err := l.op.body(p)
	if err != nil {
		return nil, &Error{Kind: KindRejected, Op: l.op.op, Err: err}
	}
	out.body = body
	return out, nil
}

// begin is where the next page begins: its cursor, its address or the last id of this
// one, "" where the kind of paging has none or nothing follows.
func (l *list[T]) begin(t ticket, raw *RawPage, said envelope) (string, error) {
	switch l.op.paging.kind {
	case pagingCursor:
		if said.cursor == "false" { // loosely, as some services write that there is none
			return "", nil
		}
		return said.cursor, nil
	case pagingLink:
		if said.next == "" {
			return "", nil
		}
		r, err := l.request(t)
		if err != nil {
			return "", err
		}
		return follow(l.client.base, r, said.next)
	case pagingLastID:
		if said.count == 0 {
			return "", nil
		}
		return l.op.last(raw.Body())
	}
	return "", nil
}

// last is the JSON text of the id of the last record of a page.
func (e *endpoint) last(body string) (string, error) {
	records, err := first(e.listAt, body)
	if err != nil {
		return "", err
	}
	record, err := elementOf(records, -1)
	if err != nil {
		return "", err
	}
	id, err := first(e.from, record)
	if err == nil && (id == "" || strings.ContainsAny(id[:1], "{[")) {
		err = fmt.Errorf("the last record has no id at %s, from which the next page would begin", e.from[0].text)
	}
	return id, err
}

// errForeignLink refuses to carry the token to another host.
var errForeignLink = errors.New("the next page's address leads elsewhere")

// follow is the address of the next page, which the answer to a request names.
func follow(base *url.URL, r *request, link string) (string, error) {
	here := base.JoinPath(r.path)
	if r.address != "" {
		from, err := url.Parse(r.address)
		if err != nil {
			return "", errForeignLink
		}
		here = from
	}
	next, err := here.Parse(link)
	if err != nil { // the parser's words would show the address, and it may hold the token
		return "", fmt.Errorf("the next page's address is no address")
	}
	// A service behind a proxy often knows itself by http alone; the base's way is kept.
	if next.Scheme == "http" && base.Scheme == "https" && next.Port() == "" {
		next.Scheme = "https"
	}
	if next.Scheme != base.Scheme || hostOf(next) != hostOf(base) || next.User != nil {
		return "", fmt.Errorf("%w: to %s://%s", errForeignLink, cleanLine(next.Scheme, 20), cleanLine(next.Host, 80))
	}
	next.Fragment = ""
	return next.String(), nil
}

// hostOf is the host with its port, whether that is written or not.
func hostOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return strings.ToLower(u.Hostname()) + ":" + port
}
