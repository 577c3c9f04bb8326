package proposal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// list writes the root of the list, the paging and the query of an operation.
func (s *section) list(l *service.Listing) {
	root := l.Root.String()
	p := guess.PagingOf(l.Op, l, s.b.words)
	s.paging(&p, l)
	answer := s.at.add("answer", "", "")
	answer.add("list", scalar(root), fmt.Sprintf("%d records in the sample", len(l.Rows)))
	if len(l.Rows) == 0 {
		answer.kids[0].note = pick(l.Unseen(), "an empty list", "by the document alone")
		if said := s.b.refused(l); said != "" {
			s.b.lookAt(say("learn.answer_refused", s.Operation.Operation, said))
		}
	}
	for _, w := range []struct {
		name string
		at   *guess.Whereabouts
	}{{"total", p.Total}, {"total_pages", p.TotalPages}, {"next_cursor", p.NextCursor}, {"next_link", p.NextLink}, {"size", p.Applied}} {
		switch {
		case w.at == nil, w.name == "next_link" && p.Kind != "link":
		case w.at.Header != "":
			answer.add(w.name, flow("header", scalar(w.at.Header)), "")
		default:
			answer.add(w.name, scalar(w.at.Path), "")
		}
	}
}

// refused is what an answer without records says of itself where it is a refusal, else "".
func (b *builder) refused(l *service.Listing) string {
	bad := service.Place{{Name: "success"}}.Text(l.Op.Sample)
	if bad != "false" {
		bad = ""
	}
	for _, verdict := range b.words.Verdicts() {
		if text := (service.Place{{Name: verdict.Name}}).Text(l.Op.Sample); strings.Trim(text, "0123456789") != "" && !slices.Contains(verdict.Good, text) {
			bad = text
		}
	}
	if bad == "" {
		return ""
	}
	weight := 0.6
	for _, c := range guess.Candidates(l.Op.Answer, nil) {
		if w := c.Named(b.words.Field(lexicon.Refusal, "detail")); !c.List && w > weight && c.Place.Text(l.Op.Sample) != "" {
			bad, weight = c.Place.Text(l.Op.Sample), w
		}
	}
	return service.Clean(bad, 80)
}

// paging writes how a list is cut, or asks it where nothing tells.
func (s *section) paging(p *guess.Paging, l *service.Listing) {
	switch {
	case p.Kind == "none" && l.Unseen():
		s.lacks(s.at, "paging", flow("kind", "page", "page", "PAGE", "first", "1", "per_page", "SIZE", "size", "50"),
			say("learn.paging_unseen"))
	case p.Kind == "none" && p.Total != nil && s.b.cut != nil:
		s.b.askPaging(s)
	case p.Kind == "none" && fullPage(p, l):
		s.lacks(s.at, "paging", flow("kind", "page", "page", "PAGE", "first", "1", "per_page", "SIZE", "size", fmt.Sprint(len(l.Rows))),
			say("learn.paging_of_page", len(l.Rows))).trial = flow("kind", "none")
	default:
		s.at.add("paging", flow(pagingPairs(p)...), service.Clean(p.Evidence.String(), 160))
		if p.Guessed {
			s.b.lookAt(say("learn.of", s.Operation.Operation+".paging", p.Evidence))
		}
	}
}

// findCut looks for a list whose answer counts more records than it has, without a word of
// pages: the service cuts its lists, also those that are short today.
func (b *builder) findCut() {
	for _, r := range guess.ListRoles {
		l := b.found.Lists[r.Role]
		if l == nil || b.cut != nil {
			continue
		}
		if p := guess.PagingOf(l.Op, l, b.words); p.Kind == "none" && p.Total != nil && p.Total.Header == "" && fullPage(&p, l) {
			b.cut = l
		}
	}
}

// askPaging asks once how all lists of a service are cut, for the head of the file.
func (b *builder) askPaging(s *section) {
	if b.asked != nil {
		return
	}
	l := b.cut
	why := say("learn.paging_of_all", len(l.Rows), l.Root)
	b.asked = &node{key: "paging", value: flow("kind", "page", "page", "PAGE", "first", "1", "per_page", "SIZE", "size", fmt.Sprint(len(l.Rows))), note: why.String(), off: true, trial: flow("kind", "none")}
	s.needs(say("learn.of", "paging", why))
}

// fullPage reports whether rows may be a page of more: their number is round, as the sizes
// of pages are, or the answer counts more than it has.
func fullPage(p *guess.Paging, l *service.Listing) bool {
	n := len(l.Rows)
	if p.Total != nil && p.Total.Header == "" && l.Op.Sample != nil {
		if steps := strings.Split(p.Total.Path, "."); len(steps) > 0 {
			at := service.Place{}
			for _, name := range steps {
				at = at.To(service.Step{Name: name})
			}
			switch at.Text(l.Op.Sample) {
			case fmt.Sprint(n):
				return false // it says itself that this is all
			case "":
			default:
				return n > 0
			}
		}
	}
	return n >= 10 && (n%10 == 0 || n%25 == 0 || n%16 == 0 || n%12 == 0)
}

// pagingPairs are the names and values of the mapping's paging.
func pagingPairs(p *guess.Paging) []string {
	pairs := []string{"kind", p.Kind}
	add := func(name, value string) {
		if value != "" {
			pairs = append(pairs, name, value)
		}
	}
	switch p.Kind {
	case "page":
		add("page", scalar(p.Param))
		add("first", p.First)
	case "offset", "cursor", "last_id":
		add(p.Kind, scalar(p.Param))
	}
	if p.Inclusive {
		add("inclusive", "true")
	}
	if p.Kind != "none" && p.PerPage != "" {
		add("per_page", scalar(p.PerPage))
		add("size", fmt.Sprint(p.Size))
		if p.Max > 0 {
			add("max", fmt.Sprint(p.Max))
		}
	}
	return pairs
}
