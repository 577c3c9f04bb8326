package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// BookFile is a book that is written by schedule.
type BookFile struct {
	Name    string    `json:"name"`              // in the config
	Out     string    `json:"out"`               // the file that was written last, or is next
	Month   string    `json:"month,omitempty"`   // of which it was written last, such as 2026-10; "" before the first
	Written time.Time `json:"written,omitzero"`  // when
	Next    time.Time `json:"next,omitzero"`     // by the schedule, without what is by chance
	Failing string    `json:"failing,omitempty"` // the month of which it could not be written
	Error   string    `json:"error,omitempty"`   // why
	Mend    string    `json:"mend,omitempty"`
	Since   time.Time `json:"since,omitzero"`
}

// Says is a line for people: the file, when it was written, and when it is next.
func (b BookFile) Says(l wording.Language) string {
	text := b.Name + ": " + b.Out
	if !b.Written.IsZero() {
		text += "; " + say(l, "book_written", b.Written.In(b.Next.Location()).Format(wording.MinuteLayout))
	}
	if !b.Next.IsZero() {
		text += "; " + l.Say("due_next", b.Next.Format(wording.MinuteLayout+" MST"))
	}
	return text
}

// Problem is that the book could not be written, nil where it could.
func (b BookFile) Problem(l wording.Language) *Problem {
	if b.Error == "" {
		return nil
	}
	mend := b.Mend
	if mend == "" {
		mend = say(l, "book_file_failed_way")
	}
	return &Problem{Name: "book " + b.Name, Since: b.Since, Minor: true, Text: say(l, "book_file_failed", b.Name, b.Failing, b.Error), Mend: mend}
}
