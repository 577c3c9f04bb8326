package proposal

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// say is a sentence of the catalogue.
func say(key string, values ...any) wording.Message { return wording.NewMessage(key, values...) }

// WriteReport writes the proposal for people, in a language: where each field stands and why,
// the tests against real rows, and what is left to do.
func (p *Proposal) WriteReport(w io.Writer, l wording.Language) error {
	var b strings.Builder
	for _, source := range p.Sources {
		fmt.Fprintf(&b, "%-8s %s\n", l.Say("learn.found"), source.In(l))
	}
	for _, o := range p.Operations {
		fmt.Fprintf(&b, "\n%s  %s\n", o.Operation, service.Clean(o.Request, 120))
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, f := range o.Fields {
			fmt.Fprintf(table, "  %s\t%s\t%.2f\t%s\n", service.Clean(f.Field, 40), service.Clean(f.Path, 60), f.Confidence, service.Clean(f.Evidence.In(l), 140))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		for _, missing := range o.Missing {
			fmt.Fprintf(&b, "  %s  %s\n", l.Say("learn.missing"), service.Clean(missing.In(l), 200))
		}
	}
	if len(p.Sanity) > 0 {
		fmt.Fprintf(&b, "\n%s\n", l.Say("learn.tests"))
	}
	for _, t := range p.Sanity {
		fmt.Fprintf(&b, "  %s  %s\n", pick(t.OK, "ok  ", "FAIL"), l.Say("learn.tested", t.Name.In(l), t.Checked, t.Failed, service.Clean(t.Detail.In(l), 160)))
	}
	if len(p.LookAt) > 0 {
		fmt.Fprintf(&b, "\n%s\n", l.Say("learn.look_at"))
	}
	for _, doubt := range p.LookAt {
		fmt.Fprintf(&b, "  %s\n", service.Clean(doubt.In(l), 240))
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "%-8s %s\n", l.Say("learn.note"), service.Clean(note.In(l), 200))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
