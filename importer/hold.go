package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// hold is the lock on the inbox. Importers that share a journal may share an inbox; one
// with a journal of its own would post every order a second time.
type hold struct {
	file    *os.File
	told    bool      // that no lock can be made
	claimed time.Time // when it was last seen that no other journal works at the inbox of all machines
}

// take makes sure that no importer with another journal watches the inbox. Where no
// lock can be made, as in a folder that may only be read, there is none, and that is said.
func (h *hold) take(ctx context.Context, im *Importer) error {
	if err := h.claim(im); err != nil {
		return err
	}
	path := filepath.Join(im.Config.Inbox, folder.LockName)
	if h.held(path) {
		return nil
	}
	h.drop()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|folder.OpenFlags, 0o644)
	if err != nil {
		h.tell(im, err)
		return nil
	}
	locked, err := durable.TryLock(file)
	switch {
	case err != nil:
		file.Close()
		h.tell(im, err)
		return nil
	case !locked:
		defer file.Close()
		return im.sharesInbox(ctx, file)
	}
	h.file = file
	if !h.held(path) { // its owner removed it just now
		h.drop()
		return nil
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("%s\nprocess %d on %s\n%s%s\n", im.owner.Name, os.Getpid(), told.OneLine(host), folder.LockJournalMark, im.OwnID())
	if err := errors.Join(file.Truncate(0), writeAt(file, text)); err != nil {
		im.Log.Warn("the inbox's lock does not name its owner", "err", err)
	}
	return nil
}

// claimAgain is how often it is looked whether the inbox of all machines is still ours.
const claimAgain = 30 * time.Second

// claim makes sure of the same where the inbox lies behind the folders of several machines.
func (h *hold) claim(im *Importer) error {
	now := im.Config.Now()
	if !h.claimed.IsZero() && now.Sub(h.claimed).Abs() < claimAgain {
		return nil
	}
	host, _ := os.Hostname()
	other, err := im.Config.Disk.ClaimInbox(im.OwnID(), fmt.Sprintf("process %d on %s", os.Getpid(), told.OneLine(host)))
	if err != nil {
		return im.Trouble(err, "trouble.inbox")
	}
	if other != "" {
		return errors.New(wording.NewMessage("trouble.claimed", told.OneLine(other)).In(im.Language()))
	}
	h.claimed = now
	return nil
}

// tell says once that the inbox is not locked. That it is missing is said elsewhere.
func (h *hold) tell(im *Importer, err error) {
	if h.told || errors.Is(err, fs.ErrNotExist) {
		return
	}
	h.told = true
	im.Log.Warn("the inbox cannot be locked: make sure that no other dropbridge with a journal of its own watches it", "inbox", im.Config.Inbox, "err", err)
}

func writeAt(file *os.File, text string) error {
	_, err := file.WriteAt([]byte(text), 0)
	return err
}

// held reports whether the lock is ours and still the inbox's: the folder may have
// been replaced.
func (h *hold) held(path string) bool {
	if h.file == nil {
		return false
	}
	ours, err1 := h.file.Stat()
	there, err2 := os.Lstat(path)
	return err1 == nil && err2 == nil && os.SameFile(ours, there)
}

// sharesInbox reports as an error that the lock's owner has another journal.
func (im *Importer) sharesInbox(ctx context.Context, file *os.File) error {
	text, err := io.ReadAll(io.LimitReader(file, 1000))
	name, where, _ := strings.Cut(string(text), "\n")
	where, _, _ = strings.Cut(where, "\n")
	if err != nil || name == "" {
		return errors.New(wording.NewMessage("trouble.locked", im.Config.Inbox).In(im.Language()))
	}
	notes, err := im.Journal.Notes(ctx, im.Config.Account)
	if err != nil {
		return fmt.Errorf("look for the owner of the inbox: %w", err)
	}
	if _, ours := notes[overview.NoteWatch+name]; ours {
		return nil
	}
	return errors.New(wording.NewMessage("trouble.watched", im.Config.Inbox, told.OneLine(where)).In(im.Language()))
}

// InboxWatched reports whether an importer with this journal, of this or another process, watches
// the inbox here.
func (im *Importer) InboxWatched(ctx context.Context) bool {
	file, err := os.OpenFile(filepath.Join(im.Config.Inbox, folder.LockName), os.O_RDWR|folder.OpenFlags, 0)
	if err != nil {
		return false
	}
	defer file.Close() // and the lock with it
	locked, err := durable.TryLock(file)
	return err == nil && !locked && im.sharesInbox(ctx, file) == nil
}

// drop gives the lock up.
func (h *hold) drop() {
	if h.file == nil {
		return
	}
	h.file.Close()
	h.file = nil
}

// release gives the lock up for good and removes its file.
func (h *hold) release(inbox string) error {
	if !h.held(filepath.Join(inbox, folder.LockName)) {
		h.drop()
		return nil
	}
	err := durable.RemoveLocked(h.file)
	h.file = nil
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}
