package desk

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Disk is where order files, their private copies and their results lie: folders of this
// machine, or such folders with a bucket behind them. Paths are those of the folders either
// way. When a method that changes something returns nil, its effect survives the death of
// the machine.
type Disk interface {
	// Write replaces a file whole, for those whom access names; note is told what of the
	// access could not be given.
	Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error
	// Move moves a file into a folder, under that name or a free one like it, which it returns.
	Move(path, dir, name string) (string, error)
	// Rename gives a file another name in its folder.
	Rename(path, to string) error
	// Remove takes a file away; one that is not there is no error.
	Remove(path string) error
	// List names what lies in a folder; its error is fs.ErrNotExist where there is none.
	List(dir string) ([]fs.DirEntry, error)
	// Look is what lies at a path, a link itself and not what it leads to; its error is
	// fs.ErrNotExist where there is nothing.
	Look(path string) (fs.FileInfo, error)
	// Glance is the error of Look, for what people are shown: it comes soon, and any other
	// than fs.ErrNotExist means that nobody knows now.
	Glance(path string) error
	// CopyInto copies an original into a spool while hashing it, see folder.CopyInto.
	CopyInto(spool, path string, strict bool) (folder.Copied, error)
	// SHA is the SHA-256 of a file in hex, "" where it cannot be read.
	SHA(path string) string
	// Fetch has a file at hand that may lie behind the folder alone; one that lies nowhere is
	// no error, as whoever reads it finds that out.
	Fetch(path string) error
	// Bring makes a file that was written in a folder by other means outlast it, where
	// something lies behind the folder.
	Bring(path string) error
	// ClaimInbox keeps the inbox to one journal where machines that cannot see each other's
	// locks share it: other is whose it is, "" where it is the journal's own.
	ClaimInbox(journal, who string) (other string, err error)
	// ForgetClaim lets the inbox be claimed anew.
	ForgetClaim() error
	// Journal is a journal that keeps what all machines know a file by in the place of the
	// paths of this one.
	Journal(j state.Journal) state.Journal
	// Place is the address of what lies behind the folders, by which a journal knows where its
	// files are; "" where nothing does.
	Place() string
	// Grows reports whether a file that lies in a folder may still be written to: it is taken
	// once it has been quiet, and watched for a time after it was moved.
	Grows() bool
}

// Durably is Disk as internal/durable and the system do it.
type Durably struct{}

// Write is durable.WriteFileFor.
func (Durably) Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error {
	return durable.WriteFileFor(path, access, note, write)
}

// Move is durable.Move.
func (Durably) Move(path, dir, name string) (string, error) { return durable.Move(path, dir, name) }

// Rename renames, and has the folder remember it.
func (Durably) Rename(path, to string) error {
	if err := os.Rename(path, to); err != nil {
		return err
	}
	return durable.SyncDir(filepath.Dir(to))
}

// Remove is durable.Remove.
func (Durably) Remove(path string) error { return durable.Remove(path) }

// List is os.ReadDir.
func (Durably) List(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

// Look is os.Lstat.
func (Durably) Look(path string) (fs.FileInfo, error) { return os.Lstat(path) }

// Glance is the error of Look: what lies in a folder is known at once.
func (d Durably) Glance(path string) error {
	_, err := d.Look(path)
	return err
}

// CopyInto is folder.CopyInto.
func (Durably) CopyInto(spool, path string, strict bool) (folder.Copied, error) {
	return folder.CopyInto(spool, path, strict)
}

// SHA is folder.SHAOf.
func (Durably) SHA(path string) string { return folder.SHAOf(path) }

// Fetch does nothing: what lies in a folder is at hand.
func (Durably) Fetch(string) error { return nil }

// Bring does nothing: nothing lies behind a folder.
func (Durably) Bring(string) error { return nil }

// ClaimInbox does nothing: the inbox has a lock, which its importers hold.
func (Durably) ClaimInbox(string, string) (string, error) { return "", nil }

// ForgetClaim does nothing.
func (Durably) ForgetClaim() error { return nil }

// Journal keeps paths.
func (Durably) Journal(j state.Journal) state.Journal { return j }

// Place is that of folders.
func (Durably) Place() string { return "" }

// Grows is true: a program may write into a folder for as long as it likes.
func (Durably) Grows() bool { return true }
