package sandbox

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

const (
	defaultPerPage = 50
	maxPerPage     = 200
	maxPage        = 1_000_000_000
)

// position is the place of one row in a list's order: its time (or ordinal) and id.
type position struct {
	At int64  `json:"a"`
	ID string `json:"i,omitempty"`
}

// paging is which part of a list is asked for: a page, or what follows a position.
type paging struct {
	page    int // from 1; 0 when a cursor was given
	perPage int
	after   *position
	shift   int64  // by a fault, of a page of rows
	filter  string // fingerprint of the list and its filters
}

func (p paging) offset() int64 { return int64(p.page-1) * int64(p.perPage) }

// cursorText is what a cursor holds; it is opaque to clients.
type cursorText struct {
	Filter string `json:"f"`
	position
}

// paging reads page, per_page and cursor. A cursor fits only the client, the list
// and the filters that it was made with.
func (c *call) paging() paging {
	q := c.query
	p := paging{perPage: q.Int("per_page", defaultPerPage, 1, maxPerPage), filter: c.fingerprint(), shift: c.acts.rows}
	page := q.Int("page", 1, 1, maxPage)
	text := q.One("cursor")
	if text == "" {
		p.page = page
		return p
	}
	if q.Values.Has("page") {
		q.Fail("cursor", "conflicts", "cursor and page exclude each other")
		return p
	}
	var held cursorText
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &held)
	}
	switch {
	case err != nil:
		q.Fail("cursor", "invalid_format", "the cursor is not one of ours")
	case held.Filter != p.filter:
		q.Fail("cursor", "conflicts", "the cursor belongs to a request with other filters")
	}
	p.after = &held.position
	return p
}

// fingerprint stands for the client, the list and its filters.
func (c *call) fingerprint() string {
	filters := url.Values{}
	for name, values := range c.query.Values {
		if name != "page" && name != "per_page" && name != "cursor" {
			filters[name] = values
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s?%s", c.client.id, c.r.URL.Path, filters.Encode()))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

func (p paging) cursor(at position) (string, error) {
	raw, err := json.Marshal(cursorText{p.filter, at})
	if err != nil {
		return "", fmt.Errorf("write a cursor: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// list is one page of a list, ready to be written.
type list struct {
	data   []byte // the items' JSON, joined by commas
	total  int
	next   *position // of the last row, where more follow
	ledger *trade.Statement
	facets []facet // of a search, never nil there
}

type listMeta struct {
	Page       *int    `json:"page"`
	PerPage    int     `json:"per_page"`
	Total      int     `json:"total"`
	TotalPages int     `json:"total_pages"`
	NextCursor *string `json:"next_cursor"`
	*trade.Statement
}

// listAnswer wraps a page in the envelope that all lists share.
func (c *call) listAnswer(p paging, l list) (answer, error) {
	meta := listMeta{PerPage: p.perPage, Total: l.total, Statement: l.ledger,
		TotalPages: (l.total + p.perPage - 1) / p.perPage}
	if p.page > 0 {
		meta.Page = &p.page
	}
	var next *string
	if l.next != nil {
		cursor, err := p.cursor(*l.next)
		if err != nil {
			return answer{}, err
		}
		address := c.nextAddress(p, cursor)
		meta.NextCursor, next = &cursor, &address
	}
	tail, err := json.Marshal(struct {
		Meta  listMeta `json:"meta"`
		Links struct {
			Next *string `json:"next"`
		} `json:"links"`
		Facets []facet `json:"facets,omitzero"`
	}{meta, struct {
		Next *string `json:"next"`
	}{next}, l.facets})
	if err != nil {
		return answer{}, fmt.Errorf("write the list's envelope: %w", err)
	}
	body := make([]byte, 0, len(l.data)+len(tail)+16)
	body = append(body, `{"data":[`...)
	body = append(body, l.data...)
	body = append(body, `],`...)
	body = append(body, tail[1:]...)
	header := http.Header{"Content-Type": {"application/json"}}
	if next != nil {
		header.Set("Link", "<"+*next+`>; rel="next"`)
	}
	return answer{status: http.StatusOK, header: header, body: body}, nil
}

// nextAddress is the address of the next part, in the way of paging that the
// client uses.
func (c *call) nextAddress(p paging, cursor string) string {
	values := url.Values{}
	for name, v := range c.query.Values {
		values[name] = v
	}
	values.Set("per_page", strconv.Itoa(p.perPage))
	if p.page > 0 {
		values.Set("page", strconv.Itoa(p.page+1))
	} else {
		values.Set("cursor", cursor)
	}
	scheme := "http"
	if c.r.TLS != nil {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: c.r.Host, Path: c.r.URL.Path, RawQuery: values.Encode()}).String()
}

// selection is a list kept in a table: its conditions and its order.
type selection struct {
	table  string
	where  []string
	args   []any
	at, id string // the columns of a row's position
}

func (s *selection) and(condition string, args ...any) {
	s.where = append(s.where, condition)
	s.args = append(s.args, args...)
}

func (s *selection) condition() string { return strings.Join(s.where, " AND ") }

// sql writes the query for a part, with one row more than asked for: whether
// there is a next part is then known.
func (s selection) sql(columns string, p paging) (string, []any) {
	text := "SELECT " + columns + " FROM " + s.table + " WHERE "
	args := append([]any{}, s.args...)
	if p.after != nil {
		s.where = append(s.where[:len(s.where):len(s.where)], "("+s.at+", "+s.id+") > (?, ?)")
		args = append(args, p.after.At, p.after.ID)
	}
	text += s.condition() + " ORDER BY " + s.at + ", " + s.id + " LIMIT ?"
	args = append(args, p.perPage+1)
	offset := p.shift // behind a cursor nothing can repeat
	if p.page > 1 {
		offset += p.offset()
	}
	if offset > 0 {
		text += " OFFSET ?"
		args = append(args, offset)
	}
	return text, args
}
