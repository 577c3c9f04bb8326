package terminal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CheckLine is the outcome of one check. Name and Detail are what programs read of it. People read the
// words that the catalogue has for the name, and Text where it is set.
type CheckLine struct {
	Name    string `json:"name"` // what was looked at: words of check_name, and what has a name of its own
	OK      bool   `json:"ok"`
	Warning bool   `json:"warning,omitempty"` // it works, and should be otherwise
	Detail  string `json:"detail"`
	Hint    string `json:"hint,omitempty"`
	Code    int    `json:"-"` // the exit code where it is not OK

	Text wording.Message `json:"-"`
}

// telling is the line with a detail of the catalogue, which programs read in English.
func (c CheckLine) telling(key string, values ...any) CheckLine {
	c.Text = wording.NewMessage(key, values...)
	c.Detail = c.Text.In(wording.English)
	return c
}

// detail is what was found, as people read it.
func (p Printer) detail(line CheckLine) string {
	if line.Text.IsZero() {
		return line.Detail
	}
	return line.Text.In(p.Language)
}

// checked is the name of what was looked at: as many of its first words as the catalogue has, and the
// rest, such as a folder's own name. Of several suppliers it stands behind the supplier's.
func (p Printer) checked(name string) string {
	of, what, several := strings.Cut(name, ": ")
	if !several {
		of, what = "", name
	}
	for words := what; words != ""; words = words[:max(0, strings.LastIndexByte(words, ' '))] {
		key := "check_name." + words
		if said := p.word(key); said != key {
			what = said + strings.TrimPrefix(what, words)
			break
		}
	}
	return strings.TrimPrefix(of+": "+what, ": ")
}

// failed is the exit code of a check that found something.
const failed = 1

// Checks prints a line for each check, and one for what would fix it.
func (p Printer) Checks(lines []CheckLine) {
	for _, line := range lines {
		mark := "ok  "
		switch {
		case line.Warning:
			mark = "warn"
		case !line.OK:
			mark = "FAIL"
		}
		p.printf("%s  %s: %s\n", mark, p.checked(line.Name), oneline.Unbroken(p.detail(line)))
		if line.Hint != "" {
			p.printf("      %s\n", p.word("error_text.hint", line.Hint))
		}
	}
}

// DriftLines say what a comparison of answers showed: a line for each change, or one for all.
func DriftLines(r drift.Compared, accept bool) []CheckLine {
	var lines []CheckLine
	rows := wording.NewMessage("drift_check.rows", r.Rows)
	same := true
	for _, d := range r.Changes {
		line := CheckLine{Name: r.Operation, OK: d.Minor || accept, Detail: oneline.Unbroken(d.Detail), Hint: oneline.Unbroken(d.Mend), Code: failed}
		if accept {
			line = line.telling("drift_check.taken", line.Detail)
			line.Hint = ""
		}
		same = same && d.Minor
		lines = append(lines, line)
	}
	switch {
	case r.First:
		lines = append(lines, CheckLine{Name: r.Operation, OK: true}.telling("drift_check.first", rows))
	case same:
		lines = append(lines, CheckLine{Name: r.Operation, OK: true}.telling("drift_check.same", rows))
	}
	return lines
}
