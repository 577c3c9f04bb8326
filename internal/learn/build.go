package learn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// Field is one lexicon.Field field of a proposal with its source.
type Field struct {
	Field      string  `json:"field"`
	Path       string  `json:"path"` // as the mapping says it
	Confidence float64 `json:"confidence"`
	Evidence   string  `json:"evidence"`
}

// Operation is what is proposed for one operation of the mapping.
type Operation struct {
	Operation string   `json:"operation"`
	Request   string   `json:"request"` // "" where the samples do not tell
	Fields    []Field  `json:"fields"`
	Missing   []string `json:"missing"` // what a person has to fill in before the mapping can be used
}

// builder makes the lines of the mapping and the report side by side.
type builder struct {
	words   *lexicon.Lexicon
	service *service
	found   found
	times   timesFound
	root    *node
	lookups *node
	report  []*Operation
	tests   []Test
	look    []string // what the proposal is not sure of
}

// section is one operation being built.
type section struct {
	*Operation
	at *node // the operation's node
	b  *builder
}

func (b *builder) section(name, request string) *section {
	op := &Operation{Operation: name, Request: request, Fields: []Field{}, Missing: []string{}}
	b.report = append(b.report, op)
	return &section{op, b.root.add(name, "", ""), b}
}

// put adds a field's line and its row of the report.
func (s *section) put(at *node, prefix string, m match, value string) {
	evidence := strings.Join(m.evidence, ", ")
	note := m.note
	if note != "" {
		evidence += "; " + note
	}
	confidence := float64(int(m.confidence*100+0.5)) / 100
	at.add(m.field.Name, value, fmt.Sprintf("%.2f: %s", confidence, evidence))
	s.Fields = append(s.Fields, Field{prefix + m.field.Name, value, confidence, evidence})
}

// lacks says that a needed value has no source.
func (s *section) lacks(at *node, name, value, why string) {
	at.missing(name, value, why)
	s.Missing = append(s.Missing, name+": "+why)
}

// request writes the request line; a sample does not tell it.
func (s *section) request(l *listing) {
	if l.op.known {
		s.Request = l.op.String()
		s.at.add("request", s.Request, "from "+clean(l.op.source, 80))
		return
	}
	s.lacks(s.at, "request", "GET /PATH", "a sample does not tell the path: write it")
}

// list writes the root of the list, the paging and the query of an operation.
func (s *section) list(l *listing) {
	root := l.root.String()
	p := guessPaging(l.op, l, s.b.words)
	s.at.add("paging", flow(p.pairs()...), clean(p.evidence, 160))
	if p.guessed {
		s.b.lookAt("%s.paging: %s", s.Operation.Operation, p.evidence)
	}
	answer := s.at.add("answer", "", "")
	answer.add("list", scalar(root), fmt.Sprintf("%d records in the sample", len(l.rows)))
	if len(l.rows) == 0 {
		answer.kids[0].note = "by the document alone"
	}
	for _, w := range []struct {
		name string
		at   *whereabouts
	}{{"total", p.total}, {"total_pages", p.totalPages}, {"next_cursor", p.nextCursor}, {"next_link", p.nextLink}, {"size", p.applied}} {
		switch {
		case w.at == nil, w.name == "next_link" && p.kind != "link":
		case w.at.header != "":
			answer.add(w.name, flow("header", scalar(w.at.header)), "")
		default:
			answer.add(w.name, scalar(w.at.path), "")
		}
	}
}

// pairs are the names and values of the mapping's paging.
func (p *paging) pairs() []string {
	pairs := []string{"kind", p.kind}
	add := func(name, value string) {
		if value != "" {
			pairs = append(pairs, name, value)
		}
	}
	switch p.kind {
	case "page":
		add("page", scalar(p.param))
		add("first", p.first)
	case "offset", "cursor", "last_id":
		add(p.kind, scalar(p.param))
	}
	if p.inclusive {
		add("inclusive", "true")
	}
	if p.kind != "none" && p.perPage != "" {
		add("per_page", scalar(p.perPage))
		add("size", fmt.Sprint(p.size))
		if p.max > 0 {
			add("max", fmt.Sprint(p.max))
		}
	}
	return pairs
}

// filters writes the query names of the filters that the service has.
func (s *section) filters(o *operation, known lexicon.Record) {
	var query *node
	for _, f := range s.b.words.Fields(known) {
		for _, p := range o.query() {
			if f.Names.Exact(lexicon.Phrase(p.name)) == 0 {
				continue
			}
			if query == nil {
				query = s.at.add("query", "", "")
			}
			query.add(f.Name, scalar(p.name), "the query has it")
			break
		}
	}
}

// flowMap writes the map of a state's values.
func flowMap(values map[string]string) string {
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(values)) {
		pairs = append(pairs, quoted(key), scalar(values[key]))
	}
	return flow(pairs...)
}
