package guess

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Paging is a proposal of how a list is cut into pages.
type Paging struct {
	Kind                 string
	Param                string // the query name that moves on
	PerPage              string
	First                string
	Size, Max            int
	Inclusive            bool
	Evidence             wording.Message
	Guessed              bool // the query names stand nowhere
	Total, TotalPages    *Whereabouts
	NextCursor, NextLink *Whereabouts
	Applied              *Whereabouts // the size that the service applied
	words                *lexicon.Lexicon
}

// Whereabouts is where something stands around the records: in the answer or a header.
type Whereabouts struct{ Path, Header string }

// PagingOf reads the paging from the query's names and the answer's members around
// the records.
func PagingOf(o *service.Operation, l *service.Listing, words *lexicon.Lexicon) Paging {
	p := Paging{Kind: "none", First: "1", Size: 50, words: words}
	around := membersAround(o, l)
	p.Total, p.TotalPages = p.totals(around)
	p.NextCursor, p.NextLink, p.Applied = p.said(around, "next_cursor"), p.said(around, "next_link"), p.said(around, "size")
	p.headers(o)
	p.kindByQuery(o)
	p.tried(o)
	if p.Kind == "none" {
		p.kindByAnswer(around, l)
	}
	if p.Kind != "cursor" {
		p.NextCursor = nil
	}
	return p
}

// totals are where an answer says how many records and how many pages there are. What may be
// either, as meta.page.total may, is neither: a wrong one would end the list early, or never.
func (p *Paging) totals(around surroundings) (records, pages *Whereabouts) {
	records, pages = p.said(around, "total"), p.said(around, "total_pages")
	if records != nil && pages != nil && records.Path == pages.Path {
		return nil, nil
	}
	return records, pages
}

// said is where an answer says one of the things that tell its pages.
func (p *Paging) said(around surroundings, what string) *Whereabouts {
	return around.named(p.words.Field(lexicon.PagingAnswer, what).Names)
}

func (p *Paging) headers(o *service.Operation) {
	for _, name := range p.words.Words(lexicon.TotalHeaders) {
		if p.Total == nil && o.HasHeader(name) {
			p.Total = &Whereabouts{Header: name}
		}
	}
	for _, name := range p.words.Words(lexicon.TotalPagesHeaders) {
		if p.TotalPages == nil && o.HasHeader(name) {
			p.TotalPages = &Whereabouts{Header: name}
		}
	}
	if p.NextLink == nil && o.LinksOn() {
		p.NextLink = &Whereabouts{Header: "Link"}
	}
}

// byHeader is the usual query of services that count in headers.
func (p *Paging) byHeader(header string) {
	p.Kind, p.Guessed = "page", true
	p.Param = "page"
	if p.PerPage == "" {
		p.PerPage = "per_page"
	}
	p.Evidence = wording.NewMessage("learn.paging_header", header)
}

// parameter is the query parameter whose name says most that it is one of those that page.
func (p *Paging) parameter(o *service.Operation, what string) *service.Parameter {
	names := p.words.Field(lexicon.PagingQuery, what).Names
	var best *service.Parameter
	weight := 0.6
	for _, q := range o.Query() {
		if w := names.Exact(lexicon.Phrase(q.Name)); w > weight {
			best, weight = &q, w
		}
	}
	return best
}

func (p *Paging) kindByQuery(o *service.Operation) {
	if size := p.parameter(o, "size"); size != nil {
		p.PerPage = size.Name
		p.setSize(size)
	}
	page, offset := p.parameter(o, "page"), p.parameter(o, "offset")
	cursor, last := p.parameter(o, "cursor"), p.parameter(o, "last_id")
	switch {
	case cursor != nil && p.NextCursor != nil && (page == nil || last == nil):
		if page != nil { // both ways are there: the number of a page needs no state
			p.set("page", page)
			break
		}
		p.set("cursor", cursor)
	case page != nil:
		p.set("page", page)
		if page.Fallback == "0" || p.words.Holds(lexicon.FromZero, lexicon.PhraseOfText(page.Description)) || p.words.Holds(lexicon.CountedFromZero, lexicon.Phrase(page.Name)) {
			p.First = "0"
		}
	case offset != nil:
		p.set("offset", offset)
	case last != nil:
		p.set("last_id", last)
		p.Inclusive = p.words.Holds(lexicon.Inclusive, lexicon.PhraseOfText(last.Description))
	case p.NextLink != nil && o.Known && p.PerPage != "":
		p.Kind, p.Evidence = "link", wording.NewMessage("learn.paging_link")
	}
}

func (p *Paging) set(kind string, by *service.Parameter) {
	p.Kind, p.Param = kind, by.Name
	p.Evidence = wording.NewMessage("learn.paging_query", service.Clean(by.Name, 40))
}

// tried says that the service itself was asked for a page.
func (p *Paging) tried(o *service.Operation) {
	if o.Paged && p.Kind != "none" {
		p.Evidence = wording.NewMessage("learn.paging_tried")
	}
}

// setSize takes what the document says of the size of a page.
func (p *Paging) setSize(q *service.Parameter) {
	if n, err := strconv.Atoi(q.Fallback); err == nil && n > 0 {
		p.Size = n
	}
	if q.Most > 0 && q.Most <= 10000 {
		p.Max, p.Size = q.Most, q.Most
	}
}

// kindByAnswer guesses from an answer alone: by the address of the next page where it
// has one, else by its page's number, with the usual names of the query.
func (p *Paging) kindByAnswer(around surroundings, l *service.Listing) {
	current := p.said(around, "page")
	switch {
	case p.NextLink != nil && p.NextLink.Header == "":
		p.Kind, p.Evidence = "link", wording.NewMessage("learn.paging_answer", p.NextLink.Path)
	case p.NextCursor != nil:
		p.Guessed, p.Kind, p.Param, p.Evidence = true, "cursor", "cursor", wording.NewMessage("learn.paging_cursor", p.NextCursor.Path)
	case p.NextLink != nil:
		p.Kind, p.Evidence = "link", wording.NewMessage("learn.paging_link_header")
	case current != nil:
		p.Guessed, p.Kind, p.Param, p.Evidence = true, "page", "page", wording.NewMessage("learn.paging_number", current.Path)
		if p.Applied != nil {
			names := strings.Split(p.Applied.Path, ".")
			p.PerPage = names[len(names)-1]
		}
		if l != nil && l.Op.Sample != nil && around.value(current.Path, l.Op.Sample) == "0" {
			p.First = "0"
		}
	case p.TotalPages != nil && p.TotalPages.Header != "":
		p.byHeader(p.TotalPages.Header)
	case p.Total != nil && p.Total.Header != "":
		p.byHeader(p.Total.Header)
	case p.Total != nil && l != nil && len(l.Rows) > 0:
		p.Guessed = true
		p.Evidence = wording.NewMessage("learn.paging_total", p.Total.Path)
	default:
		p.Evidence = wording.NewMessage("learn.paging_none")
	}
}

// surroundings are the scalar members of an answer outside its records.
type surroundings []*Candidate

func membersAround(o *service.Operation, l *service.Listing) surroundings {
	if o.Answer == nil {
		return nil
	}
	var out surroundings
	for _, c := range Candidates(o.Answer, nil) {
		inside := l != nil && strings.HasPrefix(c.Place.String()+".", l.Root.String()+".") && len(l.Root) > 0
		if c.Place.Single() && !c.List && !inside && len(c.Place) <= 4 {
			out = append(out, c)
		}
	}
	return out
}

func (s surroundings) named(names lexicon.Names) *Whereabouts {
	var best *Candidate
	weight := 0.55
	for _, c := range s {
		own := c.Place.Names()
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
	return &Whereabouts{Path: best.Place.String()}
}

func (s surroundings) value(path string, sample any) string {
	for _, c := range s {
		if c.Place.String() == path {
			return c.Place.Text(sample)
		}
	}
	return ""
}
