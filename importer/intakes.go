package importer

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Files are taken a few at once, so that one that is slow or huge does not keep the others
// waiting. They begin in the order in which they were found, and are recorded in it as
// well, unless the earlier one takes long: of two files that name one order, the first
// decides what becomes of it.
const (
	mostIntakes = 4
	largeIntake = 4 << 20          // of these, one at a time: reading one may take much memory
	outOfTurn   = 3 * time.Second  // so long a file waits for the ones before it
	slowIntake  = 30 * time.Second // from here on it is said
)

// intake is a file that is being taken, or waits for it.
type intake struct {
	path, source string
	at           sighting
	large        bool
	began        time.Time     // zero while it waits
	before       *intake       // that began before it
	ended        chan struct{} // closed when nothing is left to do
}

// intakes are the files on their way from the inbox into the journal.
type intakes struct {
	mu      sync.Mutex
	waiting []*intake
	busy    map[string]*intake // by path, those that wait included
	last    *intake            // that began
	workers int
	large   bool // one is at work on a large file
	done    sync.WaitGroup
	failed  map[string]error // by path, why it could not be taken
}

func newIntakes() intakes {
	return intakes{busy: map[string]*intake{}, failed: map[string]error{}}
}

func (s *intakes) has(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.busy[path] != nil
}

// add lets a file wait for its turn, and one worker more begin where there are few.
func (s *intakes) add(t *intake, work func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.ended = make(chan struct{})
	s.busy[t.path] = t
	s.waiting = append(s.waiting, t)
	if s.workers < mostIntakes {
		s.workers++
		s.done.Go(work)
	}
}

// next is the file that has waited longest, nil where none may be taken now: the worker
// ends then. Who is at work on a large file comes back for the next one.
func (s *intakes) next(now time.Time) *intake {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.waiting, func(t *intake) bool { return !t.large || !s.large })
	if at < 0 {
		s.workers--
		return nil
	}
	t := s.waiting[at]
	if at == 0 { // as mostly: of thousands the others stay where they are
		s.waiting[0], s.waiting = nil, s.waiting[1:]
	} else {
		s.waiting = slices.Delete(s.waiting, at, at+1)
	}
	s.large = s.large || t.large
	t.began, t.before, s.last = now, s.last, t
	return t
}

// end forgets a file that was dealt with, and remembers why it could not be taken.
func (s *intakes) end(t *intake, failed error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, t.path)
	s.large = s.large && !t.large
	delete(s.failed, t.path)
	if failed != nil {
		s.failed[t.path] = failed
	}
	if s.last == t {
		s.last = nil
	}
	t.before = nil // or all files of a long run would stay in memory
	close(t.ended)
}

// turn waits until the files before this one are recorded, or have taken long.
func (s *intakes) turn(ctx context.Context, t *intake, after func(time.Duration) <-chan time.Time) error {
	s.mu.Lock()
	before := t.before
	s.mu.Unlock()
	if before == nil {
		return nil
	}
	select {
	case <-before.ended:
		return nil
	default:
	}
	select {
	case <-before.ended:
	case <-after(outOfTurn):
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// wait returns when no file is being taken any more.
func (s *intakes) wait() { s.done.Wait() }

// slow are the files that began before a time.
func (s *intakes) slow(before time.Time) (out []*intake) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.busy {
		if !t.began.IsZero() && t.began.Before(before) {
			out = append(out, t)
		}
	}
	return out
}

// failures are the files that lie in the inbox and could not be taken, by path.
func (s *intakes) failures(present map[string]bool) (paths []string, first error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.failed {
		if present != nil && !present[path] {
			delete(s.failed, path)
			continue
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if len(paths) > 0 {
		first = s.failed[paths[0]]
	}
	return paths, first
}

// work takes files until none waits.
func (in *inbox) work(ctx context.Context) {
	for {
		t := in.intakes.next(in.im.Config.Now())
		if t == nil {
			return
		}
		err := ctx.Err()
		if err == nil && in.im.Config.Allowed() == nil {
			err = in.take(ctx, t)
		}
		in.ended(ctx, t, err)
	}
}

// ended keeps in mind what became of a file.
func (in *inbox) ended(ctx context.Context, t *intake, err error) {
	gone := err != nil && in.im.Missing(t.path)
	in.mu.Lock()
	at, known := in.seen[t.path]
	same := known && at.mark == t.at.mark
	switch {
	case ctx.Err() != nil:
		err = nil
	case errors.Is(err, folder.ErrMoving), gone:
		delete(in.seen, t.path) // look at it anew
		err = nil
	case err == nil && same:
		in.seen[t.path] = t.at
	}
	in.mu.Unlock()
	in.intakes.end(t, err)
	in.im.Problems.Set(in.im.Config.Now(), told.ProblemSlow+told.OneLine(t.path), nil)
	in.sayFailures(nil)
}

// sayFailures says which files could not be taken. present are those that lie in the
// inbox, nil where that is not known.
func (in *inbox) sayFailures(present map[string]bool) {
	paths, err := in.intakes.failures(present)
	if len(paths) > 0 {
		key, values := "trouble.take", []any{told.OneLine(paths[0])}
		if len(paths) > 1 {
			key, values = "trouble.take_more", append(values, len(paths)-1)
		}
		err = in.im.Trouble(err, key, values...)
	}
	in.im.Problems.Set(in.im.Config.Now(), told.ProblemIntake, err)
}

// saySlow says which files take long, and since when.
func (in *inbox) saySlow() {
	now := in.im.Config.Now()
	slow := map[string]bool{}
	for _, t := range in.intakes.slow(now.Add(-slowIntake)) {
		name := told.ProblemSlow + told.OneLine(t.path)
		slow[name] = true
		in.im.Problems.Set(now, name, errors.New(wording.NewMessage("trouble.slow",
			told.OneLine(filepath.Base(t.path)), t.began.UTC().Format("2006-01-02 15:04:05 MST")).In(in.im.Language())))
	}
	in.im.Problems.KeepOnly(told.ProblemSlow, slow)
}

// claims are the result files of the files that are being recorded: until they are, the
// journal does not know that their names are taken.
type claims struct {
	mu   sync.Mutex
	held map[string]claim // by path
}

type claim struct {
	file string // which file it is, as the journal knows it
	n    int
}

// claim takes a path for a file; false where another file has it.
func (c *claims) claim(path, file string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.held[path]
	if held.n > 0 && held.file != file {
		return false
	}
	if c.held == nil {
		c.held = map[string]claim{}
	}
	c.held[path] = claim{file, held.n + 1}
	return true
}

func (c *claims) release(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if held := c.held[path]; held.n > 1 {
		c.held[path] = claim{held.file, held.n - 1}
	} else {
		delete(c.held, path)
	}
}
