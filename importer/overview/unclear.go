package overview

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Unclear is a word of a file that nobody knew, or a heading that was not read. A list of the
// source in the config settles it.
type Unclear struct {
	Source string
	File   string         // its name
	List   orderfile.List // that settles it
	Word   string         // or the heading, for orderfile.Ignore
	Times  int            // in how many rows

	Cells  []string        // the first different ones under the heading
	Bare   bool            // the column has no heading: Word is its name, and nothing but Ignore settles it
	Likely orderfile.Field // what the cells speak of; "": nobody knows

	// Row is a row that is refused for something else, which only its file can mend: 0 for a word.
	Row     int
	Number  string // of its order, "" where it has none
	Problem orderfile.Problem
	Rows    int // of the file that are refused for such a thing; the first ones are listed
}

// mostRefusedRows is how many rows of a file are listed.
const mostRefusedRows = 10

// recentUnclear is how many files are looked through for words that nobody knew.
const recentUnclear = 10

// largestUnclear is the most bytes of a file that is looked through.
const largestUnclear = 8 << 20

type lookedThrough struct {
	at   time.Time // File.ChangedAt
	list []Unclear
}

// lookAt takes what is known of the column with the heading.
func (u *Unclear) lookAt(columns []orderfile.Unread) {
	at := slices.IndexFunc(columns, func(c orderfile.Unread) bool { return u.List == orderfile.Ignore && c.Heading == u.Word })
	if at >= 0 {
		u.Cells, u.Bare = columns[at].Cells, columns[at].Bare
	}
}

// Unclear lists the words and headings of recent files that nobody knew, where rows or the
// whole file are still refused for them.
func (b *Board) Unclear(ctx context.Context) (list []Unclear, err error) {
	files, err := b.Journal.Files(ctx, state.FileQuery{Account: b.Config.Account, Newest: true, Limit: result.LookBack})
	if err != nil {
		return nil, fmt.Errorf("list the files with words that nobody knew: %w", err)
	}
	b.unclear.mu.Lock()
	defer b.unclear.mu.Unlock()
	kept := map[int64]lookedThrough{}
	for _, f := range files {
		if len(kept) == recentUnclear || !b.refusedStill(f) {
			continue
		}
		known, before := b.unclear.found[f.ID]
		if !before || !known.at.Equal(f.ChangedAt) {
			path := b.contentOf(f)
			if b.Config.Disk.Glance(path) != nil {
				continue // it is looked through once it is at hand
			}
			known = lookedThrough{f.ChangedAt, b.lookThrough(ctx, f, path)}
		}
		kept[f.ID] = known
		list = append(list, known.list...)
	}
	b.unclear.found = kept
	return list, nil
}

// refusedStill reports whether a file as a whole, or rows of it, wait to be corrected.
func (b *Board) refusedStill(f state.File) bool {
	if f.State == state.FileRefused {
		return f.Placed == state.PlacedFailed && b.stillRefused(f, false)
	}
	return f.Counts.Rejected > 0 && result.RejectedPath(b.Desk, f) != "" && b.readable(f)
}

// contentOf is where the content of a file lies: its private copy, or the original that could
// not be read.
func (b *Board) contentOf(f state.File) string {
	if f.State == state.FileRefused {
		return filepath.Join(b.Config.Failed, folder.CleanName(f.Name))
	}
	return f.Spool
}

// lookThrough reads a file for what nobody knew in it. A file that cannot be read has none:
// its finding says what is wrong with it.
func (b *Board) lookThrough(ctx context.Context, f state.File, path string) (list []Unclear) {
	if info, err := b.Config.Disk.Look(path); err != nil || info.Size() > largestUnclear || b.Config.Disk.Fetch(path) != nil {
		return nil
	}
	report, err := b.Read(ctx, path, f.Name, f.Source)
	if err != nil {
		b.Log.Warn("a file is not looked through", "err", err)
		return nil
	}
	waits := func(int) bool { return true }
	if f.State != state.FileRefused {
		standing, err := result.ReadStanding(ctx, b.Desk, f.ID, report)
		if err != nil {
			b.Log.Warn("the rows to correct are not known", "err", err)
			return nil
		}
		rows := result.ToCorrect(standing.Rows)
		waits = func(row int) bool { _, there := rows[row]; return there }
	}
	at := map[[2]string]int{}
	var rows []Unclear
	for _, p := range report.Problems {
		what, word, ok := p.Teaching()
		if !ok {
			if p.Row != nil && p.Weight() == orderfile.Error && waits(*p.Row) && (len(rows) == 0 || rows[len(rows)-1].Row != *p.Row) {
				rows = append(rows, Unclear{Source: f.Source, File: told.OneLine(f.Name), Row: *p.Row, Problem: p})
			}
			continue
		}
		key := [2]string{string(what), word}
		n, known := at[key]
		if !known {
			n, at[key] = len(list), len(list)
			one := Unclear{Source: f.Source, File: told.OneLine(f.Name), List: what, Word: word, Likely: p.Likely()}
			one.lookAt(report.Unread())
			list = append(list, one)
		}
		list[n].Times++
	}
	lines := report.Lines()
	for n := range min(len(rows), mostRefusedRows) {
		rows[n].Rows = len(rows)
		if at, found := slices.BinarySearchFunc(lines, rows[n].Row, func(l orderfile.Line, row int) int { return l.Row - row }); found {
			rows[n].Number = told.OneLine(lines[at].ExternalID)
		}
		list = append(list, rows[n])
	}
	return list
}
