package doubt

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Close brings the sign in the inbox up to date for the last time, and lets the signs go.
func (t *Trust) Close() {
	if present := t.Journal.Present(); present == nil && t.signed() {
		t.signInbox(true)
	}
	t.beside.close()
}

// SignAttempt says beside the results that an attempt is about to leave. A folder that
// cannot be written holds nothing back: results cannot be written there either, which is said.
func (t *Trust) SignAttempt() error {
	err := t.beside.raise(t.Config.Results, t.OwnID(), t.Journal.Reached, t.Config.Now())
	if errors.Is(err, errOtherSign) {
		t.distrust()
		return err
	}
	t.cannotSign(err)
	t.signInbox(false)
	return nil
}

// cannotSign says that the sign cannot be written. That the folder is missing is said where
// results are written.
func (t *Trust) cannotSign(err error) {
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	t.Problems.Set(t.Config.Now(), told.ProblemSign, t.Trouble(err, "trouble.sign"))
}

// distrust makes the next look at the journal a fresh one.
func (t *Trust) distrust() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known = false
}

// SignResult says beside the results whose a new result file is.
func (t *Trust) SignResult(file state.File) {
	of, name := resultOf{file.Account, file.Source}, filepath.Base(file.Result)
	t.beside.mu.Lock()
	defer t.beside.mu.Unlock()
	if t.beside.named[name] {
		return
	}
	there, err := readSign(t.Config.Results)
	if err != nil || there == nil {
		return
	}
	if t.beside.named == nil {
		t.beside.named = map[string]bool{}
	}
	t.beside.named[name] = true
	if there.of(name, t.Config.Account) == of {
		return
	}
	if err := appendSign(t.Config.Results, signLine{Account: of.Account, Result: name, Source: of.Source}); err != nil {
		t.Log.Warn("the journal's sign beside the results does not say whose a result is", "result", file.Result, "err", err)
	}
}
