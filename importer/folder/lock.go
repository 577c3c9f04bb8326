package folder

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// LockName is the file in the inbox by which importers know who watches it. It is
// locked while its owner watches; the system lets go of the lock when the process dies.
const LockName = ".dropbridge.lock"

// LockJournalMark begins the line of a lock that names the journal of its owner.
const LockJournalMark = "journal "

// LockJournal is the journal that a lock names, "" where there is no lock or it names none.
func LockJournal(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1000))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if id, found := strings.CutPrefix(strings.TrimRight(line, "\n"), LockJournalMark); found {
			return id
		}
	}
	return ""
}

// AbandonedLock reports whether nobody holds a lock that lies there.
func AbandonedLock(path string) bool {
	file, err := os.OpenFile(path, os.O_RDWR|OpenFlags, 0)
	if err != nil {
		return true
	}
	defer file.Close()
	locked, err := durable.TryLock(file)
	return locked || err != nil
}

// ForgetLock removes a lock that a dead importer with another journal has left.
func ForgetLock(path, journal string) error {
	if id := LockJournal(path); id == "" || id == journal {
		return nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|OpenFlags, 0)
	if err != nil {
		return err
	}
	defer file.Close() // again where it was removed
	locked, err := durable.TryLock(file)
	if err != nil {
		return err
	}
	if !locked {
		return errors.New("a dropbridge with another journal watches it: stop that one first")
	}
	return durable.RemoveLocked(file)
}
