package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// printReading shows how a file's headings were read, why so, and what stands in the
// columns that were not.
func printReading(out io.Writer, r *orderfile.Report) {
	columns := r.Columns()
	if len(columns) == 0 {
		return
	}
	say := sayer(r.Language)
	if r.Delimiter == "\t" {
		fmt.Fprintf(out, "  %s\n", say("inspect.delimiter", wording.NewMessage("inspect.delimiter_tab")))
	} else if r.Delimiter != "" {
		fmt.Fprintf(out, "  %s\n", say("inspect.delimiter", r.Delimiter))
	}
	switch signs := r.RecognisedBy(); {
	case r.Template == "":
		fmt.Fprintf(out, "  %s\n", say("inspect.template_none"))
	case len(signs) > 0:
		fmt.Fprintf(out, "  %s\n", say("inspect.template_chosen", r.Template, oneline.Quoted(signs)))
	case r.Fixed():
		fmt.Fprintf(out, "  %s\n", say("inspect.template_fixed", r.Template))
	default:
		fmt.Fprintf(out, "  %s\n", say("inspect.template_generic", r.Template))
	}
	fmt.Fprintf(out, "  %s\n", say("inspect.headings", r.HeadingRow()))
	unread := map[string]string{}
	for _, u := range r.Unread() {
		unread[u.Heading] = oneline.Unbroken(strings.Join(u.Cells, "; "))
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range columns {
		text := describeColumn(c).In(r.Language)
		if holds := unread[c.Heading]; holds != "" && c.Meaning == "" {
			text = say("inspect.holds", text, cut(holds))
		}
		fmt.Fprintf(table, "    %s\t%s\t%s\n", spreadsheet.ColumnName(c.Index), oneline.Unbroken(cut(c.Heading)), text)
	}
	table.Flush()
}

// sayer says messages of the catalogue in one language.
func sayer(l wording.Language) func(key string, values ...any) string {
	return func(key string, values ...any) string { return wording.NewMessage(key, values...).In(l) }
}

// describeColumn says what a column was read as.
func describeColumn(c orderfile.Column) wording.Message {
	switch {
	case c.Meaning != "" && c.Item >= 0:
		return wording.NewMessage("inspect.of_item", c.Meaning, c.Item)
	case c.Choice > 1:
		return wording.NewMessage("inspect.choice", c.Meaning, c.Choice)
	case c.Meaning != "":
		return wording.Literal(c.Meaning)
	case c.Passed:
		return wording.NewMessage("inspect.passed")
	case c.Nearest != "":
		return wording.NewMessage("inspect.unknown_near", c.Nearest, c.Means)
	}
	return wording.NewMessage("inspect.unknown")
}

// SuggestDraft ends the inspection of a file whose headings are not enough with a template
// to start from.
func SuggestDraft(out io.Writer, r *orderfile.Report) {
	say := sayer(r.Language)
	lacking := slices.ContainsFunc(r.Problems, func(p orderfile.Problem) bool {
		return p.Code == orderfile.HeadingsUnknown || p.Code == orderfile.HeadingMissing || p.Code == orderfile.EncodingUnknown
	})
	switch draft := r.Draft(); {
	case !lacking || draft == "":
	case r.Fixed():
		fmt.Fprintf(out, "  %s\n", say("inspect.draft_fixed"))
	default:
		fmt.Fprintf(out, "  %s\n  %s\n\n", say("inspect.draft"), say("inspect.draft_alone"))
		for line := range strings.Lines(draft) {
			fmt.Fprintf(out, "    %s", line)
		}
	}
}

// cut keeps a long heading from pushing the rest of its line away.
func cut(text string) string {
	const most = 60
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}
