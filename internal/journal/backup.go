package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/journal/lite"
)

// What a file can be that is none to work with.
var (
	ErrInUse     = lite.ErrInUse
	ErrNoJournal = lite.ErrNoJournal
)

// ErrServer is a journal that is no file: the tools of its server copy it.
var ErrServer = errors.New("the journal is in PostgreSQL")

// Backup writes a whole copy of the journal as it is at one moment, while others go on
// writing to it. The file is there whole or not at all, and its owner alone may read it.
// One that is there already is replaced where overwrite is set; else it is fs.ErrExist. A name that
// ends as packed files do has the copy packed.
func (j *Journal) Backup(ctx context.Context, path string, overwrite bool) error {
	if j.dialect != sqlite {
		return ErrServer
	}
	if _, err := os.Lstat(path); err == nil && !overwrite {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	temp, err := lite.VacuumBeside(ctx, j.write, path)
	if err != nil {
		return err
	}
	defer os.Remove(temp) // where it did not come to its name
	return lite.PlaceAsNamed(temp, path, overwrite)
}

// Save implements state.Pedigree.
func (j *Journal) Save(ctx context.Context) (string, error) {
	if err := os.MkdirAll(filepath.Dir(j.where), 0o700); err != nil { // it may be gone with the file
		return "", err
	}
	path := lite.Stamped(j.where, "saved", time.Now())
	return path, j.Backup(ctx, path, false)
}

// Restore puts a backup in the place of a journal that nobody has open, and keeps what was
// there under a name of its own, which it returns; "" where nothing was. The journal
// that comes of it knows that it was put back: nothing is posted before it is adopted.
func Restore(ctx context.Context, from, where string, now time.Time) (replaced string, err error) {
	if isServer(where) {
		return "", ErrServer
	}
	plain, done, err := lite.Plain(from, where)
	if err != nil {
		return "", err
	}
	defer done()
	if err := lite.RequireWhole(ctx, plain); err != nil {
		return "", fmt.Errorf("look at %s: %w", from, err)
	}
	if err := os.MkdirAll(filepath.Dir(where), 0o700); err != nil {
		return "", err
	}
	temp, err := restoredCopy(ctx, plain, where)
	if err != nil {
		return "", err
	}
	defer os.Remove(temp) // where it did not come to its name
	if err := lite.RequireUnused(ctx, where); err != nil {
		return "", err
	}
	if replaced, err = lite.SetAside(where, now); err != nil {
		return replaced, err
	}
	return replaced, lite.Place(temp, where, false)
}

// restoredCopy copies a backup beside the place that it is to take, and makes it know that it
// was put back.
func restoredCopy(ctx context.Context, from, where string) (_ string, err error) {
	temp, err := lite.EmptyBeside(where)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	source, err := lite.OpenPlain(from)
	if err != nil {
		return "", err
	}
	defer source.Close()
	if _, err := source.ExecContext(ctx, "VACUUM INTO ?", temp); err != nil {
		return "", fmt.Errorf("copy %s: %w", from, err)
	}
	copied, err := Open(ctx, temp)
	if err != nil {
		return "", err
	}
	err = copied.do(ctx, 1, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE identity SET restored = 1"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE "+RunningNotes)
		return err
	})
	if err = errors.Join(err, copied.Close()); err != nil {
		return "", err
	}
	return temp, lite.Sync(temp)
}

// RunningNotes is the SQL condition of the notes in which running importers say of themselves what
// they do and lack. It is over once they work with another journal: a copy, or one that was moved to.
const RunningNotes = "name LIKE 'problems.%' OR name LIKE 'watch.%'"

func isServer(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}
