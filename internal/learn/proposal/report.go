package proposal

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// WriteReport writes the proposal for people: where each field stands and why, the
// tests against real rows, and what is left to do.
func (p *Proposal) WriteReport(w io.Writer) error {
	var b strings.Builder
	for _, source := range p.Sources {
		fmt.Fprintf(&b, "found    %s\n", source)
	}
	for _, o := range p.Operations {
		fmt.Fprintf(&b, "\n%s  %s\n", o.Operation, service.Clean(o.Request, 120))
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, f := range o.Fields {
			fmt.Fprintf(table, "  %s\t%s\t%.2f\t%s\n", service.Clean(f.Field, 40), service.Clean(f.Path, 60), f.Confidence, service.Clean(f.Evidence, 140))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		for _, missing := range o.Missing {
			fmt.Fprintf(&b, "  missing  %s\n", service.Clean(missing, 200))
		}
	}
	if len(p.Sanity) > 0 {
		b.WriteString("\ntests against the sample rows\n")
	}
	for _, t := range p.Sanity {
		mark := pick(t.OK, "ok  ", "FAIL")
		fmt.Fprintf(&b, "  %s  %s: %d checked, %d failed (%s)\n", mark, t.Name, t.Checked, t.Failed, service.Clean(t.Detail, 160))
	}
	if len(p.LookAt) > 0 {
		b.WriteString("\nlook at\n")
	}
	for _, doubt := range p.LookAt {
		fmt.Fprintf(&b, "  %s\n", service.Clean(doubt, 240))
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "note     %s\n", service.Clean(note, 200))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
