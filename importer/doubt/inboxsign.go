package doubt

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// signInbox says in the inbox which journal is at work, once there is something to remember.
// An inbox that cannot be written has no sign, as it has no lock.
func (t *Trust) signInbox(last bool) {
	if t.Config.Inbox == "" || !t.renewInboxSign(last) {
		return
	}
	for _, dir := range []string{t.Config.Results, t.Config.Inbox} {
		if err := t.Config.Disk.Bring(filepath.Join(dir, signName)); err != nil {
			t.Log.Warn("the journal's sign does not outlast this machine yet", "err", err)
		}
	}
}

// renewInboxSign writes the sign where it is time to, and reports whether it did.
func (t *Trust) renewInboxSign(last bool) bool {
	s := &t.atInbox
	s.mu.Lock()
	defer s.mu.Unlock()
	now := t.Config.Now()
	sent := t.Journal.Reached()
	if sent <= s.sent || !last && s.sent > 0 && now.Sub(s.at).Abs() < syncEvery {
		return false
	}
	first := s.sent == 0
	if err := t.writeInboxSign(sent); err != nil {
		if first && !errors.Is(err, fs.ErrNotExist) {
			t.Log.Debug("the journal's id cannot be kept in the inbox", "inbox", t.Config.Inbox, "err", err)
		}
		return false
	}
	s.sent, s.at = sent, now
	return true
}

// fetchSigns has the signs at hand, once, that another machine has left.
func (t *Trust) fetchSigns() error {
	if t.fetched {
		return nil
	}
	var errs []error
	for _, dir := range []string{t.Config.Results, t.Config.Inbox} {
		if dir != "" {
			errs = append(errs, t.Config.Disk.Fetch(filepath.Join(dir, signName)))
		}
	}
	err := errors.Join(errs...)
	t.fetched = err == nil
	return err
}

// writeInboxSign makes the sign in the inbox, or brings it up to date where it is ours.
func (t *Trust) writeInboxSign(sent int64) error {
	there, err := readSign(t.Config.Inbox)
	if err != nil {
		return err
	}
	id := t.OwnID()
	switch {
	case id == "":
		return nil // it was not looked at yet
	case there == nil || there.Journal != id:
		return writeSign(t.Config.Inbox, sign{Journal: id, Sent: sent, Made: t.Config.Now(), Accounts: []string{t.Config.Account}})
	case !slices.Contains(there.Accounts, t.Config.Account):
		err = appendSign(t.Config.Inbox, signLine{Account: t.Config.Account})
	}
	if err != nil || sent <= there.Sent {
		return err
	}
	file, err := os.OpenFile(filepath.Join(t.Config.Inbox, signName), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt([]byte(sentDigits(sent)), int64(signAt))
	return errors.Join(err, file.Sync(), file.Close())
}

// compareInbox looks at what earlier importers have left in the inbox: a dead one its lock,
// and each the sign. A living one says by its lock itself that it works with another journal.
func (t *Trust) compareInbox(identity state.Identity, left left) error {
	if t.Config.Inbox == "" {
		return nil
	}
	lock := filepath.Join(t.Config.Inbox, folder.LockName)
	if id := folder.LockJournal(lock); id != "" && id != identity.ID && folder.AbandonedLock(lock) {
		return told.NewDoubt(told.DoubtOther, t.Config.Inbox)
	}
	if left.illegible {
		return nil
	}
	there := left.inbox
	switch {
	case there == nil:
		return t.compareArchive(identity, left)
	case there.Journal != identity.ID && t.matters(there):
		return told.NewDoubt(told.DoubtOther, t.Config.Inbox)
	case there.Journal == identity.ID && there.Sent > identity.Attempts:
		return told.NewDoubt(told.DoubtRolledBack, there.Sent-identity.Attempts)
	}
	return nil
}

// compareArchive: where no sign is left at all, files that were taken tell of an earlier journal.
func (t *Trust) compareArchive(identity state.Identity, left left) error {
	if identity.Files || identity.Orders || !identity.AdoptedAt.IsZero() || !left.archive {
		return nil
	}
	return told.NewDoubtThat(told.DoubtLost, wording.NewMessage("journal_lost.archive", t.Config.Archive))
}

// holdsFiles reports whether originals lie in a folder.
func holdsFiles(dir string) bool {
	entries, err := os.ReadDir(cmp.Or(dir, os.DevNull))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Type().IsRegular() && !folder.Ignored(e.Name()) })
}

// inboxKnows is the sign in the inbox, nil where there is none.
func (t *Trust) inboxKnows() (*sign, error) {
	if t.Config.Inbox == "" {
		return nil, nil
	}
	return readSign(t.Config.Inbox)
}

// adoptInbox makes a sign that lies in the inbox name the journal that was adopted.
func (t *Trust) adoptInbox(next sign) error {
	there, err := t.inboxKnows()
	if there == nil || err != nil {
		return err
	}
	next.Results = nil
	return writeSign(t.Config.Inbox, next)
}

// signed reports whether this importer has left a sign in the inbox.
func (t *Trust) signed() bool {
	t.atInbox.mu.Lock()
	defer t.atInbox.mu.Unlock()
	return t.atInbox.sent > 0
}
