package carry

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Folders are the places of this machine as a side.
type Folders struct {
	places *Places
	mark   func(fs.FileInfo) string
}

// NewFolders are places as a side; mark is what a file looks like.
func NewFolders(p *Places, mark func(fs.FileInfo) string) *Folders { return &Folders{p, mark} }

// errMoved is a file that was replaced while it was read.
var errMoved = errors.New("the file was changed meanwhile")

// List walks the folders. Links and other files that are none are odd.
func (f *Folders) List(context.Context) (out []Entry, odd []Odd, err error) {
	walked := map[string]bool{}
	for _, place := range f.places.list {
		if walked[place.Dir] && !place.Deep {
			continue
		}
		walked[place.Dir] = true
		err := filepath.WalkDir(place.Dir, func(file string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && file != place.Dir && (!place.Deep || strings.HasPrefix(d.Name(), ".")):
				return filepath.SkipDir
			case d.IsDir():
				return nil
			}
			return f.look(file, &out, &odd)
		})
		if err != nil {
			return nil, nil, fmt.Errorf("list %s: %w", place.Dir, err)
		}
	}
	sorting.Func(out, func(a, b Entry) int { return cmp.Compare(a.Key, b.Key) })
	sorting.Func(odd, func(a, b Odd) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b Entry) bool { return a.Key == b.Key }),
		slices.CompactFunc(odd, func(a, b Odd) bool { return a.Name == b.Name }), nil
}

func (f *Folders) look(file string, out *[]Entry, odd *[]Odd) error {
	key := f.places.Key(file)
	if key == "" {
		return nil
	}
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := carried(key, info); err != nil {
		*odd = append(*odd, Odd{file, err})
		return nil
	}
	*out = append(*out, f.entry(key, info))
	return nil
}

// errNoFile is a link, or a device, where a file would be.
var errNoFile = errors.New("not a regular file")

func carried(key string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errNoFile
	}
	return bucket.CheckKey(key)
}

func (f *Folders) entry(key string, info fs.FileInfo) Entry {
	return Entry{Key: key, Size: info.Size(), Mark: f.mark(info), Time: info.ModTime()}
}

// Read opens the file, if it still looks as it did.
func (f *Folders) Read(_ context.Context, e Entry) (*os.File, error) {
	file, err := os.Open(f.places.Path(e.Key))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && f.mark(info) != e.Mark {
		err = errMoved
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Still looks at the file again.
func (f *Folders) Still(e Entry) bool {
	info, err := os.Lstat(f.places.Path(e.Key))
	return err == nil && f.mark(info) == e.Mark
}

// Write replaces the file. Its time is that of the entry.
func (f *Folders) Write(_ context.Context, e Entry, content io.ReadSeeker) (Entry, error) {
	place, file := f.places.at(e.Key)
	if err := f.makeRoom(place, file); err != nil {
		return e, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return e, err
	}
	unshared := func(error) {} // a group that this user is not in
	if err := durable.WriteFileFor(file, place.Access, unshared, func(w io.Writer) error { _, err := io.Copy(w, content); return err }); err != nil {
		return e, err
	}
	if err := os.Chtimes(file, e.Time, e.Time); err != nil {
		return e, err
	}
	info, err := os.Lstat(file)
	if err != nil {
		return e, err
	}
	return f.entry(e.Key, info), nil
}

// makeRoom makes the folder, and puts what is in the way beside.
func (f *Folders) makeRoom(place *Place, file string) error {
	mode := fs.FileMode(0o755)
	if place.Access.Mode == 0o600 {
		mode = 0o700
	}
	if err := os.MkdirAll(filepath.Dir(file), mode); err != nil {
		return err
	}
	if _, err := os.Lstat(file); !place.Beside || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	ext := filepath.Ext(file)
	for n := 2; ; n++ {
		to := filepath.Join(filepath.Dir(file), durable.NumberedName(strings.TrimSuffix(filepath.Base(file), ext), n, ext))
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			return os.Rename(file, to)
		}
	}
}

// Remove takes away what belongs to a set.
func (f *Folders) Remove(_ context.Context, e Entry) (removed bool, err error) {
	place, file := f.places.at(e.Key)
	if place == nil || !place.Set {
		return false, nil
	}
	if err := durable.Remove(file); err != nil {
		return false, err
	}
	return true, nil
}

// Stands asks the place, of a small file.
func (f *Folders) Stands(e Entry, other *os.File) bool {
	place, file := f.places.at(e.Key)
	if place == nil || place.Newest == nil || !strings.HasPrefix(path.Base(e.Key), ".") {
		return false
	}
	ours, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	var theirs bytes.Buffer
	if _, err := io.Copy(&theirs, other); err != nil {
		return false
	}
	_, err = other.Seek(0, io.SeekStart)
	return err == nil && place.Newest(ours, theirs.Bytes())
}
