package standing

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// late is how long a feed may be overdue before that counts as a fault.
const late = 15 * time.Minute

// Judge lists what needs a person in a snapshot, the worst first, in a language.
func Judge(s Snapshot, l wording.Language) []Finding {
	var list []Finding
	if s.JournalAway {
		list = append(list, Finding{Level: Failing, Code: CodeJournal, Text: say(l, "journal_away"), Mend: say(l, "journal_away_way"), Since: s.AwaySince})
	}
	list = append(list, roleFindings(s, l)...)
	list = append(list, problemFindings(s.Problems, Failing)...)
	list = append(list, feedFindings(s, l)...)
	list = append(list, stockFindings(s, l)...)
	if b := s.Books; b != nil && b.Error != "" {
		mend := b.Mend
		if mend == "" {
			mend = say(l, "books_failed_way")
		}
		list = append(list, Finding{Level: Failing, Code: CodeBooks, Text: say(l, "books_failed", b.Failing, b.Error), Mend: mend, Since: b.Since})
	}
	list = append(list, problemFindings(s.Problems, Attention)...)
	list = append(list, roomFindings(s, l)...)
	list = append(list, backupFindings(s, l)...)
	list = append(list, asked(s, l)...)
	return append(list, channelFindings(s, l)...)
}

// stockFindings is one for all words of a supplier's price lists that nobody knows.
func stockFindings(s Snapshot, l wording.Language) (list []Finding) {
	for _, supplier := range whose(s.StockWords, func(w StockWord) string { return w.Supplier }) {
		products, first := 0, StockWord{}
		for _, w := range s.StockWords {
			if w.Supplier != supplier {
				continue
			}
			if products += w.Products; first.Word == "" {
				first = w
			}
		}
		list = append(list, Finding{Level: Attention, Code: CodeStockWord, About: supplier, Count: products,
			Text: named(supplier, say(l, "stock_words", products, first.Word, first.Column)), Mend: say(l, "stock_words_way", first.List, first.Word)})
	}
	return list
}

// driftFindings is one for all changes of a supplier's answers.
func driftFindings(s Snapshot, l wording.Language) (list []Finding) {
	for _, supplier := range whose(s.Drift, func(d Drift) string { return d.Supplier }) {
		n := 0
		for _, d := range s.Drift {
			if d.Supplier == supplier {
				n++
			}
		}
		list = append(list, Finding{Level: Attention, Code: CodeDrift, About: supplier, Text: named(supplier, say(l, "drift", n)), Mend: say(l, "drift_way"), Count: n})
	}
	return list
}

// whose are the suppliers of things, each once, in the order of the things.
func whose[T any](things []T, of func(T) string) (names []string) {
	for _, one := range things {
		if name := of(one); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// named is a sentence about one of several suppliers, whose name is "" where there is but one.
func named(supplier, text string) string {
	if supplier == "" {
		return text
	}
	return supplier + ": " + text
}

// problemFindings are the problems of a level. Those of one cause are one finding, which tells
// the first of them.
func problemFindings(problems []Problem, level Level) (list []Finding) {
	of := map[string]int{}
	for _, p := range problems {
		if p.Minor != (level == Attention) {
			continue
		}
		at, known := of[p.Cause]
		if p.Cause == "" || !known {
			of[p.Cause] = len(list)
			list = append(list, p.finding(level))
			continue
		}
		f := &list[at]
		f.Also = append(f.Also, p.Text)
		if f.Since.IsZero() || p.Since.Before(f.Since) {
			f.Since = p.Since
		}
	}
	return list
}

// feedFindings are the feeds that are not published. Those that fail for one reason are one
// finding; what a feed's own guard refuses is its own.
func feedFindings(s Snapshot, l wording.Language) (list []Finding) {
	of := map[[2]string]int{}
	for _, f := range s.Feeds {
		switch {
		case f.Error != "":
			what, mend := f.Trouble(l)
			reason := [2]string{what, mend}
			at, known := of[reason]
			if !known || f.Refused {
				at, of[reason] = len(list), len(list)
				list = append(list, Finding{Level: Failing, Code: CodeFeed, Text: what, Mend: mend})
			}
			failed := &list[at]
			failed.Feeds = append(failed.Feeds, f.Name)
			if f.Refused {
				failed.Cause = CauseGuard
			}
			if f.Mend == "" { // nobody has to decide
				failed.Text, failed.Mend = say(l, "feed_failed", strings.Join(failed.Feeds, ", "), f.Error), say(l, "feed_failed_way")
				if f.NeverBuilt() && len(failed.Feeds) == 1 {
					failed.Text, failed.Mend = say(l, "feed_never", f.Name, f.Error), say(l, "feed_never_way")
					failed.Cause = CauseNever
				}
			}
		case !f.Running && !f.Next.IsZero() && s.Now.Sub(f.Next) > late:
			list = append(list, Finding{Level: Failing, Code: CodeFeedLate, Text: say(l, "feed_overdue", f.Name),
				Mend: say(l, "feed_overdue_way"), Since: f.Next, Feeds: []string{f.Name}})
		}
	}
	return list
}

// finding is the problem as a finding. Its code is the problem's own where it has one.
func (p Problem) finding(level Level) Finding {
	return Finding{Level: level, Code: cmp.Or(p.Code, CodeProblem), Text: p.Text, Mend: p.Mend, Since: p.Since, About: p.Name}
}

// asked lists what waits for a person although everything works.
func asked(s Snapshot, l wording.Language) []Finding {
	var list []Finding
	told := map[string]bool{}
	for _, f := range s.Findings {
		told[f.Code] = true
		list = append(list, Finding{Level: Attention, Code: f.Code, Text: f.Text, Mend: f.Mend, Since: f.Since, Orders: f.Orders, Files: f.Files, Subjects: f.Subjects})
	}
	if n := s.Orders[unknown]; n > 0 && !told[CodeUnknown] && !told["answer_differs"] && !told["order_id_taken"] {
		list = append(list, Finding{Level: Attention, Code: CodeUnknown, Text: say(l, "unknown", n), Mend: say(l, "unknown_way"), Count: n})
	}
	if n := max(s.Orders[conflict], s.Conflicts); n > 0 && !told[CodeConflict] && !told["cancelled_in_file"] && !told["revived_in_file"] {
		list = append(list, Finding{Level: Attention, Code: CodeConflict, Text: say(l, "conflict", n), Mend: say(l, "conflict_way"), Count: n})
	}
	if b := s.Books; b != nil && b.Differences > 0 {
		list = append(list, Finding{Level: Attention, Code: CodeBooksApart, Text: say(l, "books_differ", b.Differences, b.Month),
			Mend: say(l, "books_differ_way", b.Page), Since: b.Closed, About: b.Month, Count: b.Differences})
	}
	list = append(list, driftFindings(s, l)...)
	if n := s.Inbox.Failed; n > 0 && !told[CodeFileFailed] {
		list = append(list, Finding{Level: Attention, Code: CodeFileFailed, Text: say(l, "failed_files", n), Mend: say(l, "failed_files_way"), Count: n})
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

// AddBookProblems adds the problems of the books that are written by schedule.
func (s *Snapshot) AddBookProblems(l wording.Language) {
	for _, b := range s.BookFiles {
		if p := b.Problem(l); p != nil {
			s.Problems = append(s.Problems, *p)
		}
	}
}
