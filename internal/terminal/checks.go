package terminal

import (
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CheckLine is the outcome of one check. Name and Detail are what programs read of it: Title and Text say
// the same to people where they have a sentence for it.
type CheckLine struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Warning bool   `json:"warning,omitempty"` // it works, and should be otherwise
	Detail  string `json:"detail"`
	Hint    string `json:"hint,omitempty"`
	Code    int    `json:"-"` // the exit code where it is not OK

	Title wording.Message `json:"-"`
	Text  wording.Message `json:"-"`
}

// Of says whose the line is, of several suppliers.
func (c *CheckLine) Of(supplier string) {
	if c.Name = supplier + ": " + c.Name; !c.Title.IsZero() {
		c.Title = wording.NewMessage("check_line.of", supplier, c.Title)
	}
}

// titled is the line under a name of the catalogue, which programs read in English.
func (c CheckLine) titled(key string, values ...any) CheckLine {
	c.Title = wording.NewMessage(key, values...)
	c.Name = c.Title.In(wording.English)
	return c
}

// telling is the line with a detail of the catalogue, which programs read in English.
func (c CheckLine) telling(key string, values ...any) CheckLine {
	c.Text = wording.NewMessage(key, values...)
	c.Detail = c.Text.In(wording.English)
	return c
}

// said is the message in the language, or else the text.
func (p Printer) said(m wording.Message, text string) string {
	if m.IsZero() {
		return text
	}
	return m.In(p.Language)
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
		p.printf("%s  %s: %s\n", mark, p.said(line.Title, line.Name), oneline.Unbroken(p.said(line.Text, line.Detail)))
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
