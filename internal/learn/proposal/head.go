package proposal

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// mapping writes the whole file.
func (b *builder) mapping(name string) string {
	head := &node{}
	head.remark("Proposed by `dropbridge learn`: look at every line before you use it. The number behind a")
	head.remark("line is how sure the proposal is, from 0 to 1, with what speaks for it. Lines that begin")
	head.remark("with \"missing\" wait for you: the mapping cannot be used before they are filled in.")
	head.add("name", scalar(cmp.Or(name, "proposed")), "")
	head.add("kind", "supplier", "")
	head.add("format", "json", "")
	head.add("description", quoted(service.Clean("proposed from "+b.service.Source, 100)), "")
	head.add("types", "loose", "numbers as texts and texts as numbers are taken")
	value, note := timesValue(b.times)
	if !guess.WithZone(b.times.Notation) {
		b.doubtZone()
	}
	head.add("times", value, note)
	if limits := b.limits(); len(limits) > 0 {
		head.add("limits", flowList(limits...), "the document says so")
	}
	b.auth(head)
	b.declareParams(head)
	value, note = b.promise(b.found.Operations[guess.CreateOrder])
	head.add("idempotency", value, note)
	if b.asked != nil {
		head.kids = append(head.kids, b.asked)
	}
	b.envelope(head)
	head.kids = append(head.kids, b.errors()...)
	if b.lookups != nil {
		head.kids = append(head.kids, b.lookups)
	}
	b.head = head
	return written(head, b.root)
}

// written is the text of a file.
func written(head, operations *node) string {
	var out strings.Builder
	head.write(&out, 0)
	for _, kid := range operations.kids {
		out.WriteByte('\n')
		(&node{kids: []*node{kid}}).write(&out, 0)
	}
	return out.String()
}

var number = pattern.Lazy(`[0-9]{1,5}`)

// limits reads how many requests a service takes from what the document says of the whole
// of it, such as "60 requests a minute".
func (b *builder) limits() []string {
	var out []string
	for _, sentence := range strings.FieldsFunc(b.service.About, func(r rune) bool { return strings.ContainsRune(".;\n", r) }) {
		if len(sentence) > 400 || !b.saysBeginning(lexicon.RequestWords, sentence) {
			continue
		}
		for _, per := range []struct {
			set  lexicon.Set
			unit string
		}{{lexicon.PerSecond, "s"}, {lexicon.PerMinute, "m"}, {lexicon.PerHour, "h"}, {lexicon.PerDay, "d"}} {
			if counts := number().FindAllString(sentence, 3); len(counts) == 1 && b.saysBeginning(per.set, sentence) {
				out = append(out, counts[0]+"/"+per.unit)
				break
			}
		}
	}
	return out
}

func (b *builder) auth(head *node) {
	found := b.service.Auth
	auth := head.add("auth", "", "")
	switch {
	case found.Query != "":
		auth.add("query", scalar(found.Query), found.Evidence)
	case found.Basic:
		auth.add("basic", "true", found.Evidence+"; the name is supplier.user or user_env of dropbridge.yaml, the token is the secret beside it")
	case found.Header != "":
		auth.add("header", scalar(found.Header), found.Evidence)
		if found.Prefix != "" {
			auth.add("prefix", quoted(found.Prefix), "")
		}
	default:
		auth.add("header", "Authorization", "a guess: nothing says where the token goes")
		auth.add("prefix", quoted("Bearer "), "")
	}
	for _, o := range b.service.Operations {
		if o.Method != http.MethodPost || o.HasHole() || o.Answer == nil {
			continue
		}
		if token := b.tokenOf(o); token != nil {
			auth.remark("there is a call that gives a token: login: {request: " + o.String() + ", body: {…}, token: " + token.Place.String() + "}")
			return
		}
	}
}

// tokenOf is where the answer of a login call has the token.
func (b *builder) tokenOf(o *service.Operation) *guess.Candidate {
	if o.Request == nil || len(o.Request.Members) == 0 || len(o.Request.Members) > 6 {
		return nil
	}
	secret := false
	for _, m := range o.Request.Members {
		secret = secret || b.words.Holds(lexicon.Secrets, lexicon.Phrase(m.Name))
	}
	for _, c := range guess.Candidates(o.Answer, nil) {
		names := c.Place.Names()
		if secret && c.Place.Single() && !c.List && b.words.Has(lexicon.Tokens, lexicon.Phrase(names[len(names)-1])) {
			return c
		}
	}
	return nil
}

// envelope proposes the verdict that stands in good answers too.
func (b *builder) envelope(head *node) {
	for _, r := range []guess.Role{guess.Products, guess.Orders, guess.Ledger, guess.Shipments} {
		l := b.found.Lists[r]
		if l == nil || l.Op.Answer == nil {
			continue
		}
		if m := l.Op.Answer.Member("success"); m != nil && m.Has(service.IsScalar) {
			value := service.Literal(service.Place{{Name: "success"}}.Text(l.Op.Sample))
			if value != "" && value != "true" && value != "1" {
				return
			}
			head.add("success", flow("at", "success", "is", flowList(quoted("true"), quoted("1"))), "the answers have it; a refusal may come under status 200")
			return
		}
		for _, verdict := range b.words.Verdicts() {
			text := service.Place{{Name: verdict.Name}}.Text(l.Op.Sample)
			if slices.Contains(verdict.Good, text) {
				head.add("success", flow("at", verdict.Name, "is", flowList(quoted(text))), "the sample has it; a refusal may come under status 200")
				return
			}
		}
	}
}

// errors proposes what a refusal says of itself, from the document.
func (b *builder) errors() []*node {
	refusal := (*service.Shape)(nil)
	for _, o := range b.service.Operations {
		if o.Refusal != nil && len(o.Refusal.Members) > 0 && (refusal == nil || o == b.found.Operations[guess.CreateOrder]) {
			refusal = o.Refusal
		}
	}
	if refusal == nil {
		return nil
	}
	out := &node{key: "errors", note: "from the refusals that the document describes"}
	all := guess.Candidates(refusal, nil)
	for _, field := range b.words.Fields(lexicon.Refusal) {
		var best *guess.Candidate
		weight := 0.6
		for _, c := range all {
			if w := c.Named(field); !c.List && !c.Used && c.Place.Single() && w >= weight && (best == nil || w > weight) {
				best, weight = c, w
			}
		}
		if best != nil {
			best.Used = true
			out.add(field.Name, scalar(best.Place.String()), "")
		}
	}
	if len(out.kids) == 0 {
		return nil
	}
	return []*node{out}
}

// timesValue is the file's line for times.
func timesValue(t guess.Times) (value, note string) {
	if guess.WithZone(t.Notation) {
		return t.Notation, t.Evidence
	}
	return flow("layout", quoted(t.Notation), "zone", t.Zone), t.Evidence + "; " + t.Why
}
