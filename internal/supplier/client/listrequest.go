package client

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// request is what asks for one page.
func (l *list[T]) request(t ticket) (*request, error) {
	out := &request{op: l.op.Op, shape: l.op.Key, method: l.op.Method, lends: l.lends, path: cmp.Or(l.path, l.op.Path)}
	if l.op.Path == "" {
		return nil, &supplier.Error{Kind: supplier.KindRejected, At: l.client.at, Op: l.op.Op, Err: supplier.NoOperation(l.op.Key)}
	}
	p := mapping.Params{Values: maps.Clone(l.query), Attrs: l.attrs, Raw: map[string]string{}}
	number := func(name string, value int64) {
		if name != "" {
			text := strconv.FormatInt(value, 10)
			p.Values.Set(name, text)
			p.Raw[name] = text
		}
	}
	paging := &l.op.Paging
	if l.plan.asked > 0 {
		number(paging.PerPage, int64(l.plan.asked))
	}
	switch paging.Kind {
	case mapping.PagingPage:
		number(paging.Page, int64(paging.First)+int64(t.index))
	case mapping.PagingOffset:
		number(paging.Offset, t.offset)
	case mapping.PagingCursor:
		if l.byLink.Load() {
			out.address = t.from
		} else if t.from != "" {
			p.Values.Set(paging.Cursor, t.from)
		}
	case mapping.PagingLastID:
		if t.from != "" {
			p.Values.Set(paging.LastID, jsonread.PlainText(t.from))
			p.Raw[paging.LastID] = t.from
		}
	case mapping.PagingLink:
		out.address = t.from
	}
	if out.method == "GET" {
		out.query = l.op.URLQuery(p)
		return out, nil
	}
	body, err := l.op.Body(p)
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindRejected, Op: l.op.Op, Err: err}
	}
	out.body, out.encoding = body, l.op.Encoding
	return out, nil
}

// begin is where the next page begins: its cursor, its address or the last id of this
// one, "" where the kind of paging has none or nothing follows.
func (l *list[T]) begin(t ticket, raw *supplier.RawPage, said supplier.Envelope) (string, error) {
	if said.More == supplier.Some(false) {
		return "", nil
	}
	if said.More == supplier.Some(true) && l.plan.named() && said.Cursor == "" && said.Next == "" {
		return "", fmt.Errorf("the answer says that a page follows, and does not name it")
	}
	switch l.op.Paging.Kind {
	case mapping.PagingCursor:
		if l.hasLinksAlone(t, said) {
			l.byLink.Store(true)
		}
		switch {
		case l.byLink.Load():
			return l.next(t, said)
		case said.Cursor == "false": // loosely, as some services write that there is none
			return "", nil
		}
		return said.Cursor, nil
	case mapping.PagingLink:
		return l.next(t, said)
	case mapping.PagingLastID:
		if said.Count == 0 {
			return "", nil
		}
		return l.op.LastID(raw.Body())
	}
	return "", nil
}

// hasLinksAlone reports whether a list that is to be paged by a cursor has none, though
// more follows than its first page, and names the address of the next page instead.
func (l *list[T]) hasLinksAlone(t ticket, said supplier.Envelope) bool {
	more := said.Total.Known && said.Total.Value > int64(said.Count)
	return t.index == 0 && said.Cursor == "" && said.Next != "" && said.Count > 0 && more
}

// next is the address of the next page that an answer names, "" where it names none.
func (l *list[T]) next(t ticket, said supplier.Envelope) (string, error) {
	if said.Next == "" {
		return "", nil
	}
	r, err := l.request(t)
	if err != nil {
		return "", err
	}
	return follow(l.client.base, r, said.Next)
}

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
		return "", fmt.Errorf("%w: to %s://%s", errForeignLink, oneline.Clean(next.Scheme, 20), oneline.Clean(next.Host, 80))
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
