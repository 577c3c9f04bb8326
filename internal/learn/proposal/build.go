package proposal

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Field is one lexicon.Field field of a proposal with its source.
type Field struct {
	Field      string       `json:"field"`
	Path       string       `json:"path"` // as the mapping says it
	Confidence float64      `json:"confidence"`
	Evidence   wording.Text `json:"evidence"`
}

// Operation is what is proposed for one operation of the mapping.
type Operation struct {
	Operation string         `json:"operation"`
	Request   string         `json:"request"` // "" where the samples do not tell
	Fields    []Field        `json:"fields"`
	Missing   []wording.Text `json:"missing"` // what a person has to fill in before the mapping can be used
}

// builder makes the lines of the mapping and the report side by side.
type builder struct {
	words   *lexicon.Lexicon
	service *service.Description
	found   guess.Found
	times   guess.Times
	head    *node // what stands before the operations
	root    *node
	lookups *node
	report  []*Operation
	tests   []Test
	look    []wording.Text   // what the proposal is not sure of
	params  []param          // of the paths
	marks   marks            // of all amounts of the service
	cut     *service.Listing // that shows that the service cuts its lists and does not say how
	asked   *node            // the line that asks it, nil where nothing has to be asked
	orders  *orderNumbers    // that parcels and entries may name, nil before they were read
	ownName *string          // what orders call the client's own number, nil before it was looked for
}

// section is one operation being built.
type section struct {
	*Operation
	at     *node // the operation's node
	b      *builder
	asRead bool // whether a new order is proposed as orders are read, and no document speaks of it
}

func (b *builder) section(name, request string) *section {
	op := &Operation{Operation: name, Request: request, Fields: []Field{}, Missing: []wording.Text{}}
	b.report = append(b.report, op)
	return &section{Operation: op, at: b.root.add(name, "", ""), b: b}
}

// notFound is why a needed value of a list's records has no place.
func notFound(l *service.Listing) wording.Message {
	if l.Unseen() {
		return say("learn.unseen")
	}
	return say("learn.not_in_answer")
}

// put adds a field's line and its row of the report.
func (s *section) put(at *node, prefix string, m guess.Match, value string) {
	evidence := wording.List{m.Evidence.Message()}
	if !m.Note.IsZero() {
		evidence = append(evidence, m.Note)
	}
	if ofDeciding[m.Field.Name] && !m.Proven {
		m.Confidence = min(m.Confidence, mostUnproven)
	}
	if s.asRead {
		m.Confidence, evidence = min(m.Confidence, mostAsRead), append(wording.List{say("learn.as_read")}, evidence...)
	}
	confidence := float64(int(m.Confidence*100+0.5)) / 100
	at.add(m.Field.Name, value, fmt.Sprintf("%.2f: %s", confidence, evidence.In(wording.English)))
	s.Fields = append(s.Fields, Field{prefix + m.Field.Name, value, confidence, wording.Text(evidence.Message())})
}

// lacks says that a needed value has no source, on the line that it gives.
func (s *section) lacks(at *node, name, value string, why wording.Message) *node {
	s.needs(say("learn.of", name, why))
	at.missing(name, value, why.String())
	return at.kids[len(at.kids)-1]
}

// needs says that something is left for a person to fill in.
func (s *section) needs(what wording.Message) { s.Missing = append(s.Missing, wording.Text(what)) }

// request writes the request line; a sample does not tell it.
func (s *section) request(l *service.Listing) {
	if l.Op.Known && !l.Op.Sayable() {
		s.Request = l.Op.String()
		s.lacks(s.at, "request", quoted(s.Request), say("learn.value_in_path")).trial = "GET /sample"
		return
	}
	if l.Op.Known {
		s.Request = l.Op.String()
		s.at.add("request", s.b.requestLine(l.Op), "from "+service.Clean(l.Op.Source, 80))
		return
	}
	s.lacks(s.at, "request", "GET /PATH", say("learn.no_path")).trial = "GET /sample"
}

// filters writes the query names of the filters that the service has.
func (s *section) filters(o *service.Operation, known lexicon.Record) {
	var query *node
	for _, f := range s.b.words.Fields(known) {
		for _, p := range o.Query() {
			note, ok := s.filterBy(f, p, o)
			if !ok {
				continue
			}
			if query == nil {
				query = s.at.add("query", "", "")
			}
			query.add(f.Name, scalar(p.Name), note)
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

// Test is one test of a proposal against real rows.
type Test struct {
	Name    wording.Text `json:"name"`
	OK      bool         `json:"ok"`
	Checked int          `json:"checked"`
	Failed  int          `json:"failed"`
	Detail  wording.Text `json:"detail"`
}

func (b *builder) test(name wording.Message, checked, failed int, detail wording.Message) {
	if checked > 0 {
		b.tests = append(b.tests, Test{wording.Text(name), failed == 0, checked, failed, wording.Text(detail)})
	}
}

// lookAt names something that the proposal cannot be sure of, once.
func (b *builder) lookAt(at wording.Message) {
	if !slices.ContainsFunc(b.look, func(s wording.Text) bool { return s.In(wording.English) == at.In(wording.English) }) {
		b.look = append(b.look, wording.Text(at))
	}
}

func (s *section) hasField(name string) bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Field == name })
}

// mostNamed is how many values a note names.
const mostNamed = 12
