package handover

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

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Folder is an Outlet: a folder from which the supplier takes files. The folder has to be
// there; one that is made here would be a place where nobody looks.
//
//	open(.NAME.part, O_CREAT), fsync(folder)    Reserve: NAME was not brought for certain
//	the journal notes that orders are in NAME
//	write, fsync(.NAME.part)                    Place
//	rename(.NAME.part, NAME)                    from here on the supplier sees the file
//	fsync(folder)                               and a power cut does not take it away
//
// So of .NAME.part and NAME one is there, until the supplier takes NAME away: where neither
// is, nobody knows whether he did.
type Folder struct {
	Dir      string
	Language wording.Language
}

func (f Folder) parts() parts { return parts(f.Dir) }

func (f Folder) part(name string) string { return f.parts().of(name, partSuffix) }

func (f Folder) notSent(err error) error { return f.failed(supplier.KindNotSent, err) }

func (f Folder) failed(kind supplier.Kind, err error) error {
	return &supplier.Error{Kind: kind, Op: opCreate, Detail: wording.NewMessage("handover.folder", f.Dir, oneline.Clean(err.Error(), mostSaid)).In(f.Language), Err: err}
}

// Reserve lays an empty part where the file is to be written.
func (f Folder) Reserve(name string) error {
	f.parts().removeOld(time.Now(), partSuffix, voidSuffix)
	if err := f.parts().lay(name); err != nil {
		return f.notSent(err)
	}
	return nil
}

// Place writes the part and gives it its name. A file of that name that is there already is
// the same one.
func (f Folder) Place(_ context.Context, name string, _ int, write func(io.Writer) error) error {
	if _, found, err := f.Find(name); found || err != nil {
		return err
	}
	path := filepath.Join(f.Dir, name)
	err := f.writePart(name, write)
	if err == nil {
		err = os.Rename(f.part(name), path)
	}
	if err != nil {
		_ = os.Remove(f.part(name)) // the next attempt has a part of its own
		return f.notSent(err)
	}
	if err := durable.SyncDir(f.Dir); err != nil { // it is there now, and may not be after a power cut
		return f.failed(supplier.KindAmbiguous, err)
	}
	return nil
}

// writePart fills the part that Reserve has laid; it makes none.
func (f Folder) writePart(name string, write func(io.Writer) error) error {
	part, err := os.OpenFile(f.part(name), os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	err = write(part)
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	access, err := durable.AccessLike(f.Dir)
	if err != nil {
		return err
	}
	return durable.GrantFile(f.part(name), access)
}

// Find looks for the file under its name.
func (f Folder) Find(name string) (time.Time, bool, error) {
	if _, err := os.Stat(f.Dir); err != nil { // a share that is not mounted shows nothing at all
		return time.Time{}, false, f.notSent(err)
	}
	info, err := os.Lstat(filepath.Join(f.Dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return time.Time{}, false, nil
	case err != nil:
		return time.Time{}, false, f.notSent(err)
	}
	return info.ModTime(), true, nil
}

// Trace is the folder, from which the supplier may have taken the file.
func (f Folder) Trace(name string) wording.Message {
	return wording.NewMessage("handover.trace_folder", f.Dir, name)
}

// Withdraw voids the part, where it is there: only then the file never had its name.
func (f Folder) Withdraw(name string) bool { return f.parts().withdraw(name) }

// Check writes an empty part into the folder and takes it away again.
func (f Folder) Check(context.Context) error {
	const probe = "orders-check"
	if err := f.Reserve(probe); err != nil {
		return err
	}
	if err := os.Remove(f.part(probe)); err != nil {
		return fmt.Errorf("take %s away again: %w", f.part(probe), err)
	}
	return nil
}

// Describe is where files go, for people.
func (f Folder) Describe() string { return strings.TrimRight(f.Dir, "/") + "/" }
