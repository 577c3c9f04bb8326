package result

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ReasonSuffix ends the name of the file that says why a file was not read.
const ReasonSuffix = ".reason.txt"

// WriteReason says beside a file that was moved away why nothing of it was posted, and what
// to do: in the language of the config, else of the file's headings, else in both.
func WriteReason(ctx context.Context, d *desk.Desk, moved string, file state.File) error {
	err := d.FetchCopy(file)
	if err != nil {
		return err
	}
	report, err := d.Read(ctx, file.Spool, file.Name, file.Source)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report = &orderfile.Report{} // the copy is gone; what was noted has to do
	}
	var said []string
	for _, language := range reasonLanguages(d, report) {
		said = append(said, reason(d, file, report, language))
	}
	err = d.WriteShared(moved+ReasonSuffix, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(said, "\n"+strings.Repeat("-", 60)+"\n\n"))
		return err
	})
	return told.Doing("write the reason beside "+moved, err)
}

func reasonLanguages(d *desk.Desk, report *orderfile.Report) []wording.Language {
	switch {
	case d.Config.Language != "":
		return []wording.Language{d.Config.Language}
	case report.HasHeadings():
		return []wording.Language{report.Language}
	}
	return []wording.Language{wording.Ukrainian, wording.English}
}

// mostReasonRows: how many rows a reason names; somebody reads it.
const mostReasonRows = 20

// reason is the text of a reason in one language.
func reason(d *desk.Desk, file state.File, report *orderfile.Report, language wording.Language) string {
	var b strings.Builder
	line := func(key string, values ...any) { b.WriteString(wording.NewMessage(key, values...).In(language) + "\n") }
	line("reason.file", told.OneLine(file.Name))
	line("reason.nothing_posted")
	b.WriteString("\n")
	named := 0
	for _, problem := range report.Problems {
		if problem.Row == nil && problem.Weight() == orderfile.Error {
			line("reason.why", problem.Say(language), problem.Code)
			named++
		}
	}
	if named == 0 {
		code, message, _ := strings.Cut(file.Why(language), ": ")
		line("reason.why", message, code)
	}
	rows := 0
	for _, problem := range report.Problems {
		if problem.Row == nil || problem.Weight() != orderfile.Error {
			continue
		}
		if rows++; rows > mostReasonRows {
			line("reason.more_rows")
			break
		}
		line("reason.row", *problem.Row, problem.Say(language), problem.Code)
	}
	b.WriteString("\n")
	line("reason.next", told.OneLine(filepath.Join(d.Config.Inbox, file.Source)))
	line("reason.inspect", fmt.Sprintf("dropbridge inspect %q", told.OneLine(file.Name)))
	return b.String()
}
