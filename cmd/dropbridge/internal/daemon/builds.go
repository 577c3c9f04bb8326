package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// mostBuilds is how many builds of a feed are remembered.
const mostBuilds = 30

// buildLog remembers the last builds of each feed in a file. Use openBuildLog.
type buildLog struct {
	path string

	mu sync.Mutex
	of map[string][]standing.Build // by the feed's name, the oldest first
}

// openBuildLog reads the file at path, which need not be there yet. Of one that cannot be read
// it says so, and begins anew.
func openBuildLog(path string) (*buildLog, error) {
	b := &buildLog{path: path, of: map[string][]standing.Build{}}
	return b, b.read()
}

// read reads the file, where there is one.
func (b *buildLog) read() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	data, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	read := map[string][]standing.Build{}
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err != nil {
		return fmt.Errorf("read the builds of before in %s: %w", b.path, err)
	}
	b.of = read
	return nil
}

// last are the last builds of a feed, the oldest first.
func (b *buildLog) last(feed string) []standing.Build {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.of[feed])
}

// add remembers a build, on the disk too, beside those that another process on this folder remembers there.
func (b *buildLog) add(feed string, one standing.Build) error {
	_ = b.read() // what cannot be read begins anew
	b.mu.Lock()
	defer b.mu.Unlock()
	all := append(b.of[feed], one)
	b.of[feed] = all[max(0, len(all)-mostBuilds):]
	err := os.MkdirAll(filepath.Dir(b.path), 0o700)
	if err == nil {
		err = durable.WriteFile(b.path, func(w io.Writer) error { return json.NewEncoder(w).Encode(b.of) })
	}
	if err != nil {
		return fmt.Errorf("remember a build of the feed %s in %s: %w", feed, b.path, err)
	}
	return nil
}

// buildOf is what a report says of a build.
func buildOf(report exporter.Report, at time.Time) standing.Build {
	b := standing.Build{At: at, Offers: int(report.Offers), LeftOut: len(report.Skipped), Bytes: report.Bytes}
	if c := report.Changes; c != nil && !c.First {
		b.Changes = &standing.Changes{New: int(c.New), Gone: int(c.Gone), Repriced: int(c.Repriced), Restocked: int(c.Restocked), SoldOut: int(c.SoldOut)}
	}
	if report.Err != nil {
		b.Error = oneline.Unbroken(report.Err.Error())
		_, b.Refused = errors.AsType[*exporter.GuardError](report.Err)
	}
	return b
}

// isRefused reports whether a feed's guard has refused a build, of whatever process.
func isRefused(err error) bool {
	_, ours := errors.AsType[*exporter.GuardError](err)
	theirs, told := errors.AsType[*toldError](err)
	return ours || told && theirs.refused
}

// outcomeOf is what became of a build, for who counts them.
func outcomeOf(report exporter.Report) string {
	switch {
	case report.Err == nil:
		return measure.Done
	case isRefused(report.Err):
		return measure.Refused
	}
	return measure.Failed
}

// toldError is the error of another process's build.
type toldError struct {
	text, mend string
	refused    bool
}

func (e *toldError) Error() string { return e.text }

// Hint is the way out.
func (e *toldError) Hint() string { return e.mend }

// Failure is not known: the other process tells words.
func (e *toldError) Failure() failure.Kind { return failure.Unknown }
