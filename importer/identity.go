package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// trust is what was found out about the journal.
type trust struct {
	mu       sync.Mutex
	known    bool
	checked  time.Time
	err      error
	identity state.Identity
	watched  bool            // Run is at work: nobody but the log tells people
	unsigned bool            // nothing beside the results names this journal and account yet
	saved    string          // the copy of a journal that was removed
	looked   map[int64]int64 // versions of orders that the supplier did not have
}

// Trusted is nil where the journal is the one of these folders and holds the orders of
// this account. Otherwise it is a *Doubt, and nothing is posted.
func (im *Importer) Trusted(ctx context.Context) error {
	im.trust.mu.Lock()
	defer im.trust.mu.Unlock()
	now := im.Config.Now()
	present := im.Journal.Present()
	if present == nil && im.trust.known && now.Sub(im.trust.checked).Abs() < im.Config.Scan {
		return im.trust.err
	}
	im.trust.known, im.trust.checked = true, now
	im.trust.err = present
	if present == nil {
		im.trust.err = im.examine(ctx)
	} else {
		im.trust.err = im.removed(present)
	}
	err := im.trust.err
	if err != nil {
		im.beside.close()
	}
	if doubt, ok := errors.AsType[*told.Doubt](err); ok {
		err = errors.New(doubt.In(cmp.Or(im.Config.Language, wording.English)))
	}
	im.Problems.Note(now, told.ProblemJournal, im.Broken(err), im.trust.watched)
	return im.trust.err
}

// Examine is Trusted without an importer: it makes no folders, and nothing is posted by it.
func Examine(ctx context.Context, config desk.Config, journal state.Journal) error {
	desk, err := desk.NewDesk(config, nil, journal)
	if err != nil {
		return err
	}
	im := &Importer{Desk: desk}
	return im.Trusted(ctx)
}

// watch makes the log say what is found out about the journal.
func (t *trust) watch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watched = true
}

// removed is the doubt about a journal whose file is gone.
func (im *Importer) removed(err error) error {
	if im.trust.saved == "" {
		return told.NewDoubt(told.DoubtRemoved, told.Error(err)).WithHint("FILE")
	}
	return told.NewDoubt(told.DoubtRemoved, told.Error(err)).WithHint(im.trust.saved)
}

// saveRemoved keeps what a journal holds whose file is gone, once nothing is under way.
func (im *Importer) saveRemoved(ctx context.Context) {
	im.trust.mu.Lock()
	defer im.trust.mu.Unlock()
	if im.trust.saved != "" || im.Journal.Present() == nil {
		return
	}
	path, err := im.Journal.Save(ctx)
	if err != nil {
		im.Log.Error("the journal's file is gone, and what it holds cannot be saved", "err", err)
		return
	}
	im.trust.saved = path
	im.Log.Error("the journal's file is gone: what it held was saved", "file", path)
}

// examine compares the journal with what lies in the folders.
func (im *Importer) examine(ctx context.Context) error {
	identity, err := im.Journal.Identity(ctx)
	if err != nil {
		return fmt.Errorf("find out whether the journal is the one of these folders: %w", err)
	}
	im.trust.identity = identity
	beside, err := readSign(im.Config.Results)
	if err != nil {
		return fmt.Errorf("read the sign of the journal beside the results: %w", err)
	}
	if err := im.compare(identity, beside); err != nil {
		return err
	}
	if err := im.examineAccount(ctx); err != nil {
		return err
	}
	im.trust.unsigned = beside == nil || beside.Journal != identity.ID || !slices.Contains(beside.Accounts, im.Config.Account)
	return nil
}

// compare says what is wrong with a journal beside that sign, which may be nil.
func (im *Importer) compare(identity state.Identity, beside *sign) error {
	switch {
	case identity.Restored:
		return told.NewDoubt(told.DoubtRestored)
	case identity.Attempts > identity.Adopted && !identity.Files:
		return told.NewDoubt(told.DoubtEmptied)
	case beside == nil && !identity.Files && !identity.Orders && len(resultFiles(im.Config.Results)) > 0:
		return told.NewDoubt(told.DoubtLost, im.Config.Results)
	case beside != nil && beside.Journal == identity.ID && beside.Sent > identity.Attempts:
		return told.NewDoubt(told.DoubtRolledBack, beside.Sent-identity.Attempts)
	case beside != nil && beside.Journal != identity.ID && im.matters(beside):
		return told.NewDoubt(told.DoubtOther, im.Config.Results)
	}
	return im.compareInbox(identity)
}

// matters reports whether a journal whose sign this is may have posted what ours would.
func (im *Importer) matters(beside *sign) bool {
	if beside.Sent == 0 && len(resultFiles(im.Config.Results)) == 0 {
		return false
	}
	onlyTrial := !slices.ContainsFunc(beside.Accounts, func(a string) bool { return a != state.EmbeddedAccount })
	return !onlyTrial || im.Config.Account == state.EmbeddedAccount
}

// leaveSign makes the sign beside the results name this journal and account, before
// anything is posted. Where it cannot be written, as the folder is missing, results cannot
// either, and that is said.
func (im *Importer) leaveSign(ctx context.Context) {
	im.trust.mu.Lock()
	defer im.trust.mu.Unlock()
	if !im.trust.unsigned {
		return
	}
	im.trust.unsigned = false
	identity := im.trust.identity
	there, err := readSign(im.Config.Results)
	switch {
	case err != nil:
	case there == nil || there.Journal != identity.ID:
		next := sign{Journal: identity.ID, Sent: identity.Attempts, Made: im.Config.Now(), Accounts: []string{im.Config.Account}}
		if there == nil {
			next.Results = im.knownResults(ctx)
		}
		err = writeSign(im.Config.Results, next)
	default:
		err = appendSign(im.Config.Results, signLine{Account: im.Config.Account})
	}
	im.unsigned(err)
}

// knownResults are those that the journal has written before it left signs.
func (im *Importer) knownResults(ctx context.Context) map[string]resultOf {
	files, err := im.Journal.Files(ctx, state.FileQuery{})
	if err != nil {
		return nil // they are taken for those of the inbox itself
	}
	out := map[string]resultOf{}
	for _, f := range files {
		if of := (resultOf{Account: f.Account, Source: f.Source}); f.Result != "" && of != (resultOf{Account: im.Config.Account}) {
			out[filepath.Base(f.Result)] = of
		}
	}
	return out
}

// resultPattern is the name of a result file; the first group begins its SHA-256.
var resultPattern = regexp.MustCompile(`^(.+)\.([0-9a-f]{8})\.result(?: \(\d+\))?\.(csv|xlsx)$`)

// resultFiles are the names of the result files in a folder.
func resultFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && resultPattern.MatchString(entry.Name()) {
			out = append(out, entry.Name())
		}
	}
	return out
}

// HasPast reports whether a journal has left something beside the results or in the inbox.
func HasPast(results, inbox string) bool {
	return !folder.Missing(filepath.Join(results, signName)) || len(resultFiles(results)) > 0 || inbox != "" && !folder.Missing(filepath.Join(inbox, signName))
}

// MissingJournal is the doubt about a journal whose file is gone, as a command finds it that
// only reads: a new one is not made for that. Where a running program has saved what the old
// one held, it is named as that program does.
func MissingJournal(journal string) *told.Doubt {
	d := told.NewDoubtThat(told.DoubtRemoved, wording.NewMessage("journal_missing", told.OneLine(journal)))
	if saved, err := filepath.Glob(journal + ".saved-*"); err == nil && len(saved) > 0 {
		return d.WithWay(wording.NewMessage("journal_removed.hint", slices.Max(saved)))
	}
	return d
}
