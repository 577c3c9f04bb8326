package learn

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
)

// mapping writes the whole file.
func (b *builder) mapping(options Options) string {
	head := &node{}
	name := options.Name
	if name == "" {
		name = "proposed"
	}
	head.remark("Proposed by `dropbridge learn`: look at every line before you use it. The number behind a")
	head.remark("line is how sure the proposal is, from 0 to 1, with what speaks for it. Lines that begin")
	head.remark("with \"missing\" wait for you: the mapping cannot be used before they are filled in.")
	head.add("name", scalar(name), "")
	head.add("kind", "supplier", "")
	head.add("format", "json", "")
	head.add("description", quoted(clean("proposed from "+b.service.source, 100)), "")
	head.add("types", "loose", "numbers as texts and texts as numbers are taken")
	value, note := b.times.value()
	if !withZone(b.times.notation) {
		b.doubtZone()
	}
	head.add("times", value, note)
	b.auth(head)
	value, note = b.promise(b.found.operations[createOrder])
	head.add("idempotency", value, note)
	b.envelope(head)
	head.kids = append(head.kids, b.errors()...)
	if b.lookups != nil {
		head.kids = append(head.kids, b.lookups)
	}
	var out strings.Builder
	head.write(&out, 0)
	for _, kid := range b.root.kids {
		out.WriteByte('\n')
		(&node{kids: []*node{kid}}).write(&out, 0)
	}
	return out.String()
}

func (b *builder) auth(head *node) {
	found := b.service.auth
	auth := head.add("auth", "", "")
	switch {
	case found.query != "":
		auth.add("query", scalar(found.query), found.evidence)
	case found.header != "":
		auth.add("header", scalar(found.header), found.evidence)
		if found.prefix != "" {
			auth.add("prefix", quoted(found.prefix), "")
		}
	default:
		auth.add("header", "Authorization", "a guess: nothing says where the token goes")
		auth.add("prefix", quoted("Bearer "), "")
	}
	for _, o := range b.service.operations {
		if o.method != http.MethodPost || o.hasHole() || o.answer == nil {
			continue
		}
		if token := b.tokenOf(o); token != nil {
			auth.remark("there is a call that gives a token: login: {request: " + o.String() + ", body: {…}, token: " + token.place.String() + "}")
			return
		}
	}
}

// tokenOf is where the answer of a login call has the token.
func (b *builder) tokenOf(o *operation) *candidate {
	if o.request == nil || len(o.request.members) == 0 || len(o.request.members) > 6 {
		return nil
	}
	secret := false
	for _, m := range o.request.members {
		secret = secret || b.words.Holds(lexicon.Secrets, lexicon.Phrase(m.name))
	}
	for _, c := range candidates(o.answer, nil) {
		names := c.place.names()
		if secret && c.place.single() && !c.list && b.words.Has(lexicon.Tokens, lexicon.Phrase(names[len(names)-1])) {
			return c
		}
	}
	return nil
}

// envelope proposes the verdict that stands in good answers too.
func (b *builder) envelope(head *node) {
	for _, r := range []role{products, orders, ledger, shipments} {
		l := b.found.lists[r]
		if l == nil || l.op.answer == nil {
			continue
		}
		if m := l.op.answer.member("success"); m != nil && m.has(isScalar) {
			value := literal(place{{name: "success"}}.text(l.op.sample))
			if value != "" && value != "true" && value != "1" {
				return
			}
			head.add("success", flow("at", "success", "is", flowList(quoted("true"), quoted("1"))), "the answers have it; a refusal may come under status 200")
			return
		}
		for _, verdict := range b.words.Verdicts() {
			text := place{{name: verdict.Name}}.text(l.op.sample)
			if slices.Contains(verdict.Good, text) {
				head.add("success", flow("at", verdict.Name, "is", flowList(quoted(text))), "the sample has it; a refusal may come under status 200")
				return
			}
		}
	}
}

// errors proposes what a refusal says of itself, from the document.
func (b *builder) errors() []*node {
	refusal := (*shape)(nil)
	for _, o := range b.service.operations {
		if o.refusal != nil && len(o.refusal.members) > 0 && (refusal == nil || o == b.found.operations[createOrder]) {
			refusal = o.refusal
		}
	}
	if refusal == nil {
		return nil
	}
	out := &node{key: "errors", note: "from the refusals that the document describes"}
	all := candidates(refusal, nil)
	for _, field := range b.words.Fields(lexicon.Refusal) {
		var best *candidate
		weight := 0.6
		for _, c := range all {
			if w := field.Names.OfName(c.place.names()); !c.list && !c.used && c.place.single() && w >= weight && (best == nil || w > weight) {
				best, weight = c, w
			}
		}
		if best != nil {
			best.used = true
			out.add(field.Name, scalar(best.place.String()), "")
		}
	}
	if len(out.kids) == 0 {
		return nil
	}
	return []*node{out}
}
