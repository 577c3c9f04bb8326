package learn

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// paging is a proposal of how a list is cut into pages.
type paging struct {
	kind                 string
	param                string // the query name that moves on
	perPage              string
	first                string
	size, max            int
	inclusive            bool
	evidence             string
	guessed              bool // the query names stand nowhere
	total, totalPages    *whereabouts
	nextCursor, nextLink *whereabouts
	applied              *whereabouts // the size that the service applied
	words                *lexicon.Lexicon
}

// whereabouts is where something stands around the records: in the answer or a header.
type whereabouts struct{ path, header string }

// guessPaging reads the paging from the query's names and the answer's members around
// the records.
func guessPaging(o *operation, l *listing, words *lexicon.Lexicon) paging {
	p := paging{kind: "none", first: "1", size: 50, words: words}
	around := membersAround(o, l)
	p.total, p.totalPages = p.said(around, "total"), p.said(around, "total_pages")
	p.nextCursor, p.nextLink, p.applied = p.said(around, "next_cursor"), p.said(around, "next_link"), p.said(around, "size")
	p.headers(o)
	p.kindByQuery(o)
	if p.kind == "none" {
		p.kindByAnswer(around, l)
	}
	if p.kind != "cursor" {
		p.nextCursor = nil
	}
	return p
}

// said is where an answer says one of the things that tell its pages.
func (p *paging) said(around surroundings, what string) *whereabouts {
	return around.named(p.words.Field(lexicon.PagingAnswer, what).Names)
}

func (p *paging) headers(o *operation) {
	for _, name := range p.words.Words(lexicon.TotalHeaders) {
		if p.total == nil && o.hasHeader(name) {
			p.total = &whereabouts{header: name}
		}
	}
	for _, name := range p.words.Words(lexicon.TotalPagesHeaders) {
		if p.totalPages == nil && o.hasHeader(name) {
			p.totalPages = &whereabouts{header: name}
		}
	}
	if p.nextLink == nil && o.linksOn() {
		p.nextLink = &whereabouts{header: "Link"}
	}
}

var nextRel = regexp.MustCompile(`(?i)rel\s*=\s*"?next\b`)

// linksOn reports whether answers name the next page in the header Link: as the document
// promises, or by what was read, where it may hold other links.
func (o *operation) linksOn() bool {
	if link := o.header.Values("Link"); len(link) > 0 {
		return nextRel.MatchString(strings.Join(link, ","))
	}
	return o.hasHeader("Link")
}

// byHeader is the usual query of services that count in headers.
func (p *paging) byHeader(header string) {
	p.kind, p.guessed = "page", true
	p.param = "page"
	if p.perPage == "" {
		p.perPage = "per_page"
	}
	p.evidence = "the answer has the header " + header + "; the query names are a guess, see whether the second page has other records"
}

// parameter is the query parameter whose name says most that it is one of those that page.
func (p *paging) parameter(o *operation, what string) *parameter {
	names := p.words.Field(lexicon.PagingQuery, what).Names
	var best *parameter
	weight := 0.6
	for _, q := range o.query() {
		if w := names.Exact(lexicon.Phrase(q.name)); w > weight {
			best, weight = &q, w
		}
	}
	return best
}

func (p *paging) kindByQuery(o *operation) {
	if size := p.parameter(o, "size"); size != nil {
		p.perPage = size.name
		p.setSize(size)
	}
	page, offset := p.parameter(o, "page"), p.parameter(o, "offset")
	cursor, last := p.parameter(o, "cursor"), p.parameter(o, "last_id")
	switch {
	case cursor != nil && p.nextCursor != nil && (page == nil || last == nil):
		if page != nil { // both ways are there: the number of a page needs no state
			p.set("page", page)
			break
		}
		p.set("cursor", cursor)
	case page != nil:
		p.set("page", page)
		if page.fallback == "0" || p.words.Holds(lexicon.FromZero, lexicon.PhraseOfText(page.description)) || p.words.Holds(lexicon.CountedFromZero, lexicon.Phrase(page.name)) {
			p.first = "0"
		}
	case offset != nil:
		p.set("offset", offset)
	case last != nil:
		p.set("last_id", last)
		p.inclusive = p.words.Holds(lexicon.Inclusive, lexicon.PhraseOfText(last.description))
	case p.nextLink != nil && o.known && p.perPage != "":
		p.kind, p.evidence = "link", "the answer names the next page"
	}
}

func (p *paging) set(kind string, by *parameter) {
	p.kind, p.param = kind, by.name
	p.evidence = "the query has " + clean(by.name, 40)
}

// setSize takes what the document says of the size of a page.
func (p *paging) setSize(q *parameter) {
	if n, err := strconv.Atoi(q.fallback); err == nil && n > 0 {
		p.size = n
	}
	if q.most > 0 && q.most <= 10000 {
		p.max, p.size = q.most, q.most
	}
}

// kindByAnswer guesses from an answer alone: by the address of the next page where it
// has one, else by its page's number, with the usual names of the query.
func (p *paging) kindByAnswer(around surroundings, l *listing) {
	current := p.said(around, "page")
	switch {
	case p.nextLink != nil && p.nextLink.header == "":
		p.kind, p.evidence = "link", "the answer has "+p.nextLink.path
	case p.nextCursor != nil:
		p.guessed, p.kind, p.param, p.evidence = true, "cursor", "cursor", "the answer has "+p.nextCursor.path+"; the query name is a guess"
	case p.nextLink != nil:
		p.kind, p.evidence = "link", "the answer has the header Link"
	case current != nil:
		p.guessed, p.kind, p.param, p.evidence = true, "page", "page", "the answer has "+current.path+"; the query names are a guess"
		if p.applied != nil {
			names := strings.Split(p.applied.path, ".")
			p.perPage = names[len(names)-1]
		}
		if l != nil && l.op.sample != nil && around.value(current.path, l.op.sample) == "0" {
			p.first = "0"
		}
	case p.totalPages != nil && p.totalPages.header != "":
		p.byHeader(p.totalPages.header)
	case p.total != nil && p.total.header != "":
		p.byHeader(p.total.header)
	case p.total != nil && l != nil && len(l.rows) > 0:
		p.guessed = true
		p.evidence = "nothing says how to get another page: compare " + p.total.path + " with the number of records"
	default:
		p.evidence = "nothing in the answer or the query speaks of pages"
	}
}

// surroundings are the scalar members of an answer outside its records.
type surroundings []*candidate

func membersAround(o *operation, l *listing) surroundings {
	if o.answer == nil {
		return nil
	}
	var out surroundings
	for _, c := range candidates(o.answer, nil) {
		inside := l != nil && strings.HasPrefix(c.place.String()+".", l.root.String()+".") && len(l.root) > 0
		if c.place.single() && !c.list && !inside && len(c.place) <= 4 {
			out = append(out, c)
		}
	}
	return out
}

func (s surroundings) named(names lexicon.Names) *whereabouts {
	var best *candidate
	weight := 0.55
	for _, c := range s {
		own := c.place.names()
		w := names.OfName(own)
		if len(own) > 1 {
			w = max(w, 0.95*names.Exact(lexicon.Phrase(own[len(own)-1])))
		}
		if w > weight {
			best, weight = c, w
		}
	}
	if best == nil {
		return nil
	}
	return &whereabouts{path: best.place.String()}
}

func (s surroundings) value(path string, sample any) string {
	for _, c := range s {
		if c.place.String() == path {
			return c.place.text(sample)
		}
	}
	return ""
}
