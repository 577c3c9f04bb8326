package learn

import (
	"regexp"
	"strconv"
	"strings"
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
}

// whereabouts is where something stands around the records: in the answer or a header.
type whereabouts struct{ path, header string }

var (
	pageNames   = weigh("page|page number|page num|page no|p|paged|current page|page index|search criteria current page|pg")
	offsetNames = weigh("offset|skip|start|start index|from row")
	cursorNames = weigh("cursor|page token|next token|after|starting after|page info|next page token|continuation|from id=0.8|next")
	lastIDNames = weigh("last id|since id|from id=0.7|after id|min id|max id=0.8|id from=0.7")
	sizeNames   = weigh("per page|limit|page size|count=0.6|size|rows|take|page limit|search criteria page size|items per page|on page|perpage|pagesize|max results|results per page")

	totalNames      = weigh("total|total count|count|total items|total records|totals count|items count|records total|total results|found|pagination total|meta total count|quantity=0.3")
	totalPagesNames = weigh("last page|page count|total pages|total page count|pages|pages count|page total|pages total")
	nextCursorNames = weigh("next cursor|cursor|next page token|next token|next from id|next id|continuation token|cursor next|cursors after|end cursor")
	nextLinkNames   = weigh("next page url|links next|next|next url|next link|next page=0.8|next href|links next href")
	sizeSaidNames   = weigh("per page|page size|limit|items per page|size|pagesize|perpage")
	currentNames    = weigh("current page|page|page number|page num|page index")
)

// guessPaging reads the paging from the query's names and the answer's members around
// the records.
func guessPaging(o *operation, l *listing) paging {
	p := paging{kind: "none", first: "1", size: 50}
	around := membersAround(o, l)
	p.total, p.totalPages = around.named(totalNames), around.named(totalPagesNames)
	p.nextCursor, p.nextLink, p.applied = around.named(nextCursorNames), around.named(nextLinkNames), around.named(sizeSaidNames)
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

func (p *paging) headers(o *operation) {
	for _, name := range []string{"X-Total", "X-WP-Total", "X-Total-Count", "X-Pagination-Total-Count", "X-Total-Records"} {
		if p.total == nil && o.hasHeader(name) {
			p.total = &whereabouts{header: name}
		}
	}
	for _, name := range []string{"X-Total-Pages", "X-WP-TotalPages", "X-Pagination-Page-Count", "X-Pages"} {
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

// bestParameter is the query parameter that a list of names speaks for most.
func bestParameter(o *operation, names strengths) *parameter {
	var best *parameter
	weight := 0.6
	for _, q := range o.query() {
		if w := names[phrase(q.name)]; w > weight {
			best, weight = &q, w
		}
	}
	return best
}

func (p *paging) kindByQuery(o *operation) {
	if size := bestParameter(o, sizeNames); size != nil {
		p.perPage = size.name
		p.setSize(size)
	}
	page, offset := bestParameter(o, pageNames), bestParameter(o, offsetNames)
	cursor, last := bestParameter(o, cursorNames), bestParameter(o, lastIDNames)
	switch {
	case cursor != nil && p.nextCursor != nil && (page == nil || last == nil):
		if page != nil { // both ways are there: the number of a page needs no state
			p.set("page", page)
			break
		}
		p.set("cursor", cursor)
	case page != nil:
		p.set("page", page)
		if page.fallback == "0" || strings.Contains(phraseOfText(page.description), "from 0") || strings.Contains(phrase(page.name), "index") {
			p.first = "0"
		}
	case offset != nil:
		p.set("offset", offset)
	case last != nil:
		p.set("last_id", last)
		said := phraseOfText(last.description)
		p.inclusive = strings.Contains(said, "not higher") || strings.Contains(said, "inclusive") || strings.Contains(said, "включно")
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
	current := around.named(currentNames)
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

func (s surroundings) named(names strengths) *whereabouts {
	var best *candidate
	weight := 0.55
	for _, c := range s {
		own := c.place.names()
		w := names.ofName(own)
		if len(own) > 1 {
			w = max(w, 0.95*names[phrase(own[len(own)-1])])
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
