package importer

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// inboxSign keeps a sign in the inbox, too, with the name that it has beside the results: the
// results may be moved or emptied together with the journal, and the inbox's lock goes with a
// clean end. Its number of attempts is behind that of the results by a few seconds at most.
type inboxSign struct {
	mu   sync.Mutex
	sent int64 // as it says
	at   time.Time
}

// signInbox says in the inbox which journal is at work, once there is something to remember.
// An inbox that cannot be written has no sign, as it has no lock.
func (im *Importer) signInbox(last bool) {
	if im.Config.Inbox == "" {
		return
	}
	s := &im.atInbox
	s.mu.Lock()
	defer s.mu.Unlock()
	now := im.Config.Now()
	sent := im.Journal.Reached()
	if sent <= s.sent || !last && s.sent > 0 && now.Sub(s.at).Abs() < syncEvery {
		return
	}
	first := s.sent == 0
	if err := im.writeInboxSign(sent); err != nil {
		if first && !errors.Is(err, fs.ErrNotExist) {
			im.Log.Debug("the journal's id cannot be kept in the inbox", "inbox", im.Config.Inbox, "err", err)
		}
		return
	}
	s.sent, s.at = sent, now
}

// writeInboxSign makes the sign in the inbox, or brings it up to date where it is ours.
func (im *Importer) writeInboxSign(sent int64) error {
	there, err := readSign(im.Config.Inbox)
	if err != nil {
		return err
	}
	id := im.ownID()
	switch {
	case id == "":
		return nil // it was not looked at yet
	case there == nil || there.Journal != id:
		return writeSign(im.Config.Inbox, sign{Journal: id, Sent: sent, Made: im.Config.Now(), Accounts: []string{im.Config.Account}})
	case !slices.Contains(there.Accounts, im.Config.Account):
		err = appendSign(im.Config.Inbox, signLine{Account: im.Config.Account})
	}
	if err != nil || sent <= there.Sent {
		return err
	}
	file, err := os.OpenFile(filepath.Join(im.Config.Inbox, signName), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt([]byte(sentDigits(sent)), int64(signAt))
	return errors.Join(err, file.Sync(), file.Close())
}

// compareInbox looks at what earlier importers have left in the inbox: a dead one its lock,
// and each the sign. A living one says by its lock itself that it works with another journal.
func (im *Importer) compareInbox(identity state.Identity) error {
	if im.Config.Inbox == "" {
		return nil
	}
	lock := filepath.Join(im.Config.Inbox, lockName)
	if id := lockJournal(lock); id != "" && id != identity.ID && abandonedLock(lock) {
		return told.NewDoubt(told.DoubtOther, im.Config.Inbox)
	}
	there, err := readSign(im.Config.Inbox)
	if err != nil {
		return nil // it cannot be read: as good as none
	}
	switch {
	case there == nil:
		return im.compareArchive(identity)
	case there.Journal != identity.ID && im.matters(there):
		return told.NewDoubt(told.DoubtOther, im.Config.Inbox)
	case there.Journal == identity.ID && there.Sent > identity.Attempts:
		return told.NewDoubt(told.DoubtRolledBack, there.Sent-identity.Attempts)
	}
	return nil
}

// compareArchive: where no sign is left at all, files that were taken tell of an earlier journal.
func (im *Importer) compareArchive(identity state.Identity) error {
	if identity.Files || identity.Orders || !identity.AdoptedAt.IsZero() || !holdsFiles(im.Config.Archive) {
		return nil
	}
	if beside, err := readSign(im.Config.Results); err != nil || beside != nil {
		return nil // it was compared already
	}
	return told.NewDoubtThat(told.DoubtLost, wording.NewMessage("journal_lost.archive", im.Config.Archive))
}

// holdsFiles reports whether originals lie in a folder.
func holdsFiles(dir string) bool {
	entries, err := os.ReadDir(cmp.Or(dir, os.DevNull))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Type().IsRegular() && !folder.Ignored(e.Name()) })
}

// inboxKnows is the sign in the inbox, nil where there is none.
func (im *Importer) inboxKnows() (*sign, error) {
	if im.Config.Inbox == "" {
		return nil, nil
	}
	return readSign(im.Config.Inbox)
}

// adoptInbox makes a sign that lies in the inbox name the journal that was adopted.
func (im *Importer) adoptInbox(next sign) error {
	there, err := im.inboxKnows()
	if there == nil || err != nil {
		return err
	}
	next.Results = nil
	return writeSign(im.Config.Inbox, next)
}

// signed reports whether this importer has left a sign in the inbox.
func (im *Importer) signed() bool {
	im.atInbox.mu.Lock()
	defer im.atInbox.mu.Unlock()
	return im.atInbox.sent > 0
}
