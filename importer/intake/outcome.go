package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Waiting is the state of a file that lies in the inbox and that the journal does not know
// yet. The others are those of state.File.
const Waiting state.FileState = "waiting"

// Outcome is what became of a file.
type Outcome struct {
	File   string          // its name
	SHA256 string          // of its bytes, in hex; "" while it is waiting
	State  state.FileState // Waiting, or as the journal has it
	Since  time.Time       // when that last changed
	Reason string          // why it was refused: the code and the message

	result string // the path of its result file, "" for none
}

// Find is what became of a file, the newest of that name, in a language. The error is
// fs.ErrNotExist where none was given under it.
func (c *Counter) Find(ctx context.Context, l wording.Language, source, name string) (Outcome, error) {
	if _, err := room(c.desk, source); err != nil {
		return Outcome{}, err
	}
	if err := checkName(c.desk, name); err != nil {
		return Outcome{}, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	path := filepath.Join(c.desk.Config.Inbox, source, name)
	info, err := c.desk.Config.Disk.Look(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Outcome{}, fmt.Errorf("look for %s: %w", told.OneLine(name), err)
	}
	known, knownErr := c.known(ctx, source, name)
	switch {
	case knownErr != nil:
		return Outcome{}, knownErr
	case err == nil && info.Mode().IsRegular() && !lies(known, path, info):
		return waiting(name, info), nil
	case len(known) > 0:
		return outcome(l, known[0]), nil
	}
	return Outcome{}, fmt.Errorf("find the file %s: %w", told.OneLine(name), fs.ErrNotExist)
}

// lies reports whether the original at a path is one of these files, and not one that was
// dropped anew.
func lies(known []state.File, path string, info fs.FileInfo) bool {
	mark := folder.Mark(info)
	return slices.ContainsFunc(known, func(f state.File) bool { return f.Lies(path, mark) })
}

func waiting(name string, info fs.FileInfo) Outcome {
	return Outcome{File: name, State: Waiting, Since: info.ModTime()}
}

func outcome(l wording.Language, f state.File) Outcome {
	return Outcome{File: f.Name, SHA256: f.SHA256, State: f.State, Since: f.ChangedAt, Reason: f.Why(l), result: f.Result}
}

// MostListed is how many files of the journal List gives at most.
const MostListed = 1000

// List is what became of the files of a source: those that wait, then those that changed at a
// time or later, the newest first. complete is false where there are more than MostListed.
func (c *Counter) List(ctx context.Context, l wording.Language, source string, since time.Time) (list []Outcome, complete bool, err error) {
	dir, err := room(c.desk, source)
	if err != nil {
		return nil, false, err
	}
	entries, err := c.desk.Config.Disk.List(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, fmt.Errorf("list the inbox: %w", err)
	}
	q := state.FileQuery{Account: c.desk.Config.Account, Sources: []string{source}, Since: since, Newest: true, Limit: MostListed + 1}
	files, err := c.desk.Journal.Files(ctx, q)
	if err != nil {
		return nil, false, fmt.Errorf("list the files: %w", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || checkName(c.desk, entry.Name()) != nil || info.ModTime().Before(since) {
			continue
		}
		if !lies(files, filepath.Join(dir, entry.Name()), info) {
			list = append(list, waiting(entry.Name(), info))
		}
	}
	sorting.Func(list, func(a, b Outcome) int { return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.File, b.File)) })
	complete = len(files) <= MostListed
	for _, f := range files[:min(len(files), MostListed)] {
		list = append(list, outcome(l, f))
	}
	return list, complete, nil
}

// Open opens the result of a file as it stands now; whoever calls closes it. The error is
// fs.ErrNotExist where there is none yet. Links out of the folder of results are not followed.
func (c *Counter) Open(o Outcome) (*os.File, error) {
	if o.result == "" {
		return nil, fmt.Errorf("open the result of %s: %w", told.OneLine(o.File), fs.ErrNotExist)
	}
	if err := c.desk.Config.Disk.Fetch(o.result); err != nil {
		return nil, fmt.Errorf("fetch the result of %s: %w", told.OneLine(o.File), err)
	}
	results, err := os.OpenRoot(c.desk.Config.Results)
	if err != nil {
		return nil, fmt.Errorf("open the results: %w", err)
	}
	defer results.Close()
	return results.Open(filepath.Base(o.result))
}
