package doubt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Trusted is nil where the journal is the one of these folders and holds the orders of
// this account. Otherwise it is a *Doubt, and nothing is posted.
func (t *Trust) Trusted(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.Config.Now()
	present := t.Journal.Present()
	if present == nil && t.known && now.Sub(t.checked).Abs() < t.Config.Scan {
		return t.err
	}
	t.known, t.checked = true, now
	t.err = present
	if present == nil {
		t.err = t.examine(ctx)
	} else {
		t.err = t.removed(present)
	}
	err := t.err
	if err != nil {
		t.beside.close()
	}
	if doubt, ok := errors.AsType[*told.Doubt](err); ok {
		err = told.SaidIn(t.Language(), doubt)
	}
	t.Problems.Note(now, told.ProblemJournal, t.Broken(err), t.watched)
	return t.err
}

// Examine is Trusted without an importer: it makes no folders, and nothing is posted by it.
func Examine(ctx context.Context, config desk.Config, journal state.Journal) error {
	d, err := desk.New(config, nil, journal)
	if err != nil {
		return err
	}
	return NewTrust(d).Trusted(ctx)
}

// SayAloud makes the log say what is found out about the journal.
func (t *Trust) SayAloud() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watched = true
}

// removed is the doubt about a journal whose file is gone.
func (t *Trust) removed(err error) error {
	if t.saved == "" {
		return told.NewDoubt(told.DoubtRemoved, told.Error(err)).WithHint("FILE")
	}
	return told.NewDoubt(told.DoubtRemoved, told.Error(err)).WithHint(t.saved)
}

// SaveRemoved keeps what a journal holds whose file is gone, once nothing is under way.
func (t *Trust) SaveRemoved(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.saved != "" || t.Journal.Present() == nil {
		return
	}
	path, err := t.Journal.Save(ctx)
	if err != nil {
		t.Log.Error("the journal's file is gone, and what it holds cannot be saved", "err", err)
		return
	}
	t.saved = path
	t.Log.Error("the journal's file is gone: what it held was saved", "file", path)
}

// examine compares the journal with what lies in the folders.
func (t *Trust) examine(ctx context.Context) error {
	left, err := t.look()
	if err != nil {
		return err
	}
	identity, err := t.Journal.Identity(ctx)
	if err != nil {
		return fmt.Errorf("find out whether the journal is the one of these folders: %w", err)
	}
	t.identity = identity
	beside := left.beside
	if err := t.compare(identity, left); err != nil {
		return err
	}
	if err := t.examineAccount(ctx); err != nil {
		return err
	}
	t.unsigned = beside == nil || beside.Journal != identity.ID || !slices.Contains(beside.Accounts, t.Config.Account)
	return nil
}

// left is what lies in the folders. It is looked at before the journal: another process that shares
// both notes what it does in the journal first, so that what lies there then is known to it.
type left struct {
	beside, inbox *sign // nil: there is none
	illegible     bool  // the one in the inbox cannot be read
	results       bool  // there are result files, and no sign beside them
	archive       bool  // there are originals in the archive, and no sign at all
}

// look finds out what lies in the folders.
func (t *Trust) look() (l left, err error) {
	if err := t.fetchSigns(); err != nil {
		return l, fmt.Errorf("read the sign of the journal: %w", err)
	}
	if l.beside, err = readSign(t.Config.Results); err != nil {
		return l, fmt.Errorf("read the sign of the journal beside the results: %w", err)
	}
	inbox, err := t.inboxKnows()
	l.inbox, l.illegible = inbox, err != nil
	l.results = l.beside == nil && len(resultFiles(t.Config.Results)) > 0
	l.archive = l.beside == nil && l.inbox == nil && holdsFiles(t.Config.Archive)
	return l, nil
}

// compare says what is wrong with a journal beside what lies in the folders.
func (t *Trust) compare(identity state.Identity, left left) error {
	beside := left.beside
	switch {
	case identity.Moved != "":
		return told.NewDoubt(told.DoubtMoved, told.OneLine(identity.Moved)).WithHint(told.OneLine(identity.Moved))
	case identity.Place.Moving:
		return told.NewDoubt(told.DoubtFilesMoving, t.place(identity.Place.Other)).WithHint()
	case identity.Place.Known && identity.Place.Address != t.Config.Disk.Place():
		return told.NewDoubt(told.DoubtFilesMoved, t.place(identity.Place.Address)).WithHint(told.OneLine(identity.Place.Address))
	case identity.Restored:
		return told.NewDoubt(told.DoubtRestored)
	case identity.Attempts > identity.Adopted && !identity.Files:
		return told.NewDoubt(told.DoubtEmptied)
	case beside == nil && !identity.Files && !identity.Orders && left.results:
		return told.NewDoubt(told.DoubtLost, t.Config.Results)
	case beside != nil && beside.Journal == identity.ID && beside.Sent > identity.Attempts:
		return told.NewDoubt(told.DoubtRolledBack, beside.Sent-identity.Attempts)
	case beside != nil && beside.Journal != identity.ID && t.matters(beside):
		return told.NewDoubt(told.DoubtOther, t.Config.Results)
	}
	return t.compareInbox(identity, left)
}

// place is where files are, as people are told it.
func (t *Trust) place(address string) any {
	if address == "" {
		return wording.NewMessage("place.folders")
	}
	return told.OneLine(address)
}

// matters reports whether a journal whose sign this is may have posted what ours would.
func (t *Trust) matters(beside *sign) bool {
	if beside.Sent == 0 && len(resultFiles(t.Config.Results)) == 0 {
		return false
	}
	onlyTrial := !slices.ContainsFunc(beside.Accounts, func(a string) bool { return a != state.EmbeddedAccount })
	return !onlyTrial || t.Config.Account == state.EmbeddedAccount
}

// LeaveSign makes the sign beside the results name this journal and account, before
// anything is posted. Where it cannot be written, as the folder is missing, results cannot
// either, and that is said.
func (t *Trust) LeaveSign(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.unsigned {
		return
	}
	t.unsigned = false
	identity := t.identity
	there, err := readSign(t.Config.Results)
	switch {
	case err != nil:
	case there == nil || there.Journal != identity.ID:
		next := sign{Journal: identity.ID, Sent: identity.Attempts, Made: t.Config.Now(), Accounts: []string{t.Config.Account}}
		if there == nil {
			next.Results = t.knownResults(ctx)
		}
		err = writeSign(t.Config.Results, next)
	default:
		err = appendSign(t.Config.Results, signLine{Account: t.Config.Account})
	}
	t.cannotSign(err)
}

// knownResults are those that the journal has written before it left signs.
func (t *Trust) knownResults(ctx context.Context) map[string]resultOf {
	files, err := t.Journal.Files(ctx, state.FileQuery{})
	if err != nil {
		return nil // they are taken for those of the inbox itself
	}
	out := map[string]resultOf{}
	for _, f := range files {
		if of := (resultOf{Account: f.Account, Source: f.Source}); f.Result != "" && of != (resultOf{Account: t.Config.Account}) {
			out[filepath.Base(f.Result)] = of
		}
	}
	return out
}

// resultPattern is the name of a result file; the first group begins its SHA-256.
var resultPattern = pattern.Lazy(`^(.+)\.([0-9a-f]{8})` + regexp.QuoteMeta(folder.ResultMark) + `(?: \(\d+\))?\.(csv|xlsx)$`)

// resultFiles are the names of the result files in a folder.
func resultFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, entry := range entries {
		if entry.Type().IsRegular() && resultPattern().MatchString(entry.Name()) {
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
