package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// late is how long a feed may be overdue before that counts as a fault.
const late = 15 * time.Minute

// Level says how the whole is doing; the values are names of the page's style too.
type Level string

const (
	Fine      Level = "fine"      // all works
	Attention Level = "attention" // works, but a person is asked for something
	Failing   Level = "failing"   // something does not work
)

// The codes of findings.
const (
	CodeProblem    = "problem"
	CodeFeed       = "feed_failed"
	CodeFeedLate   = "feed_overdue"
	CodeDrift      = "answers_changed"
	CodeUnknown    = "outcome_unknown"
	CodeConflict   = "order_conflict"
	CodeFileFailed = "file_refused"
	CodeBooks      = "books_failed"
	CodeBooksApart = "books_differ"
	CodeJournal    = "journal_away"
)

// Judge lists what needs a person in a snapshot, the worst first, in a language.
func Judge(s Snapshot, l wording.Language) []Finding {
	var list []Finding
	if s.JournalAway {
		list = append(list, Finding{Level: Failing, Code: CodeJournal, Text: say(l, "journal_away"), Mend: say(l, "journal_away_way"), Since: s.AwaySince})
	}
	for _, p := range s.Problems {
		if !p.Minor {
			list = append(list, Finding{Level: Failing, Code: CodeProblem, Text: p.Text, Mend: p.Mend, Since: p.Since})
		}
	}
	for _, f := range s.Feeds {
		switch {
		case f.Error != "":
			text, mend := say(l, "feed_failed", f.Name, f.Error), say(l, "feed_failed_way")
			if f.NeverBuilt() {
				text, mend = say(l, "feed_never", f.Name, f.Error), say(l, "feed_never_way")
			}
			if f.Mend != "" { // a person has to decide
				text, mend = f.Error, f.Mend
			}
			list = append(list, Finding{Level: Failing, Code: CodeFeed, Text: text, Mend: mend, Feeds: []string{f.Name}})
		case !f.Running && !f.Next.IsZero() && s.Now.Sub(f.Next) > late:
			list = append(list, Finding{Level: Failing, Code: CodeFeedLate, Text: say(l, "feed_overdue", f.Name),
				Mend: say(l, "feed_overdue_way"), Since: f.Next, Feeds: []string{f.Name}})
		}
	}
	if b := s.Books; b != nil && b.Error != "" {
		mend := b.Mend
		if mend == "" {
			mend = say(l, "books_failed_way")
		}
		list = append(list, Finding{Level: Failing, Code: CodeBooks, Text: say(l, "books_failed", b.Failing, b.Error), Mend: mend, Since: b.Since})
	}
	for _, p := range s.Problems {
		if p.Minor {
			list = append(list, Finding{Level: Attention, Code: CodeProblem, Text: p.Text, Mend: p.Mend, Since: p.Since})
		}
	}
	return append(list, asked(s, l)...)
}

// asked lists what waits for a person although everything works.
func asked(s Snapshot, l wording.Language) []Finding {
	var list []Finding
	told := map[string]bool{}
	for _, f := range s.Findings {
		told[f.Code] = true
		list = append(list, Finding{Level: Attention, Code: f.Code, Text: f.Text, Mend: f.Mend, Since: f.Since, Orders: f.Orders, Files: f.Files})
	}
	if n := s.Orders["unknown"]; n > 0 && !told[CodeUnknown] && !told["answer_differs"] && !told["order_id_taken"] {
		list = append(list, Finding{Level: Attention, Code: CodeUnknown, Text: say(l, "unknown", n), Mend: say(l, "unknown_way")})
	}
	if n := max(s.Orders["conflict"], s.Conflicts); n > 0 && !told[CodeConflict] && !told["cancelled_in_file"] && !told["revived_in_file"] {
		list = append(list, Finding{Level: Attention, Code: CodeConflict, Text: say(l, "conflict", n), Mend: say(l, "conflict_way")})
	}
	if b := s.Books; b != nil && b.Differences > 0 {
		list = append(list, Finding{Level: Attention, Code: CodeBooksApart, Text: say(l, "books_differ", b.Differences, b.Month),
			Mend: say(l, "books_differ_way", b.Page), Since: b.Closed})
	}
	if n := len(s.Drift); n > 0 {
		list = append(list, Finding{Level: Attention, Code: CodeDrift, Text: say(l, "drift", n), Mend: say(l, "drift_way")})
	}
	if n := s.Inbox.Failed; n > 0 && !told[CodeFileFailed] {
		list = append(list, Finding{Level: Attention, Code: CodeFileFailed, Text: say(l, "failed_files", n), Mend: say(l, "failed_files_way")})
	}
	return list
}

// LevelOf is the worst of the findings.
func LevelOf(list []Finding) Level {
	worst := Fine
	for _, f := range list {
		if f.Level == Failing {
			return Failing
		}
		worst = Attention
	}
	return worst
}

// say is a sentence in a language.
func say(l wording.Language, key string, values ...any) string {
	return wording.NewMessage("page."+key, values...).In(l)
}
