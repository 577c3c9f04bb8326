package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// printReading shows how a file's headings were read, and why so.
func printReading(out io.Writer, r *orderfile.Report) {
	columns := r.Columns()
	if len(columns) == 0 {
		return
	}
	if r.Delimiter != "" {
		fmt.Fprintf(out, "  delimiter: %s\n", map[string]string{"\t": "tab", ";": ";", ",": ",", "|": "|"}[r.Delimiter])
	}
	switch signs := r.RecognisedBy(); {
	case r.Template == "":
		fmt.Fprintln(out, "  template: none fits")
	case len(signs) > 0:
		fmt.Fprintf(out, "  template: %s, chosen by the headings %s\n", r.Template, quotedList(signs))
	case r.Fixed():
		fmt.Fprintf(out, "  template: %s, as the source or the command says\n", r.Template)
	default:
		fmt.Fprintf(out, "  template: %s, as the headings are those of no known source\n", r.Template)
	}
	fmt.Fprintf(out, "  headings in row %d:\n", r.HeadingRow())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range columns {
		fmt.Fprintf(table, "    %s\t%s\t%s\n", spreadsheet.ColumnName(c.Index), oneLine(cut(c.Heading)), describeColumn(c))
	}
	table.Flush()
}

// describeColumn says what a column was read as.
func describeColumn(c orderfile.Column) string {
	switch {
	case c.Meaning != "":
		text := c.Meaning
		if c.Item >= 0 {
			text += fmt.Sprintf(" of item %d", c.Item)
		}
		if c.Choice > 1 {
			text += fmt.Sprintf(", choice %d where those before it are blank", c.Choice)
		}
		return text
	case c.Passed:
		return "not read: the template passes it over"
	case c.Nearest != "":
		return fmt.Sprintf("unknown, not read; the nearest known heading is %q (%s)", c.Nearest, c.Means)
	}
	return "unknown, not read"
}

// suggestDraft ends the report of a file whose headings are not enough with a template
// to start from.
func (a *app) suggestDraft(r *orderfile.Report) {
	lacking := slices.ContainsFunc(r.Problems, func(p orderfile.Problem) bool {
		return p.Code == orderfile.HeadingsUnknown || p.Code == orderfile.HeadingMissing || p.Code == orderfile.EncodingUnknown
	})
	switch draft := r.Draft(); {
	case !lacking || draft == "":
	case r.Fixed():
		a.printf("  `dropbridge inspect --template-draft FILE` begins a template of this file's headings\n")
	default:
		a.printf("  a template to start from; check it, save it as templates/orders/NAME.yaml and name that folder under templates: in the config\n")
		a.printf("  (`dropbridge inspect --template-draft FILE` prints it alone):\n\n")
		for line := range strings.Lines(draft) {
			a.printf("    %s", line)
		}
	}
}

func quotedList(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = fmt.Sprintf("%q", text)
	}
	return strings.Join(out, ", ")
}

// cut keeps a long heading from pushing the rest of its line away.
func cut(text string) string {
	const most = 60
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}
