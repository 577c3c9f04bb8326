package forget

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
)

func (p *purge) readFiles(ctx context.Context) error {
	files, err := p.Journal.Files(ctx, state.FileQuery{Account: p.Config.Account})
	if err != nil {
		return fmt.Errorf("list the files: %w", err)
	}
	p.files = &records{files, map[string][]state.File{}, map[string]state.File{}, map[string]state.File{}}
	for _, f := range files {
		p.files.bySHA[f.SHA256] = append(p.files.bySHA[f.SHA256], f)
		p.files.bySpool[filepath.Base(f.Spool)] = f
		if f.Result != "" {
			p.files.byResult[filepath.Base(f.Result)] = f
			if beside := result.RejectedPlace(f.Result); beside != "" {
				p.files.byResult[filepath.Base(beside)] = f
			}
		}
	}
	return nil
}

// room is a folder of files that may go.
type room struct {
	kind   string
	dir    string
	age    time.Duration
	of     func(path string) []state.File // the records of a file in it
	hashed bool                           // of has to read the file
}

func (p *purge) rooms() []room {
	named := func(by map[string]state.File) func(string) []state.File {
		return func(path string) []state.File {
			if f, found := by[filepath.Base(path)]; found {
				return []state.File{f}
			}
			return nil
		}
	}
	moved := func(path string) []state.File {
		sha := p.Config.Disk.SHA(path)
		if sha == "" { // a copy of what lies behind the folder no more
			sha = folder.SHAOf(path)
		}
		return p.files.bySHA[sha]
	}
	return []room{
		{KindResult, p.Config.Results, p.Ages.Results, named(p.files.byResult), false},
		{KindArchive, p.Config.Archive, p.Ages.Archive, moved, true},
		{KindFailed, p.Config.Failed, p.Ages.Failed, moved, true},
		{KindCopy, p.Config.Spool, p.Ages.Archive, named(p.files.bySpool), false},
	}
}

// findFiles finds the files that are too old, and those that name the person.
func (p *purge) findFiles(ctx context.Context) error {
	for _, r := range p.rooms() {
		if r.dir == "" || r.age == 0 && p.Person == nil {
			continue
		}
		entries, err := p.list(r.dir)
		if err != nil {
			return fmt.Errorf("list %s: %w", r.dir, err)
		}
		for _, entry := range entries {
			if err := ctx.Err(); err != nil {
				return err
			}
			switch name := entry.Name(); {
			case entry.IsDir():
			case strings.HasPrefix(name, durable.TempPrefix):
				err = p.lookAtHalf(filepath.Join(r.dir, name))
			case strings.HasPrefix(name, "."), strings.HasSuffix(name, result.ReasonSuffix), r.kind == KindCopy && filepath.Ext(name) != copyExt:
			default:
				err = p.look(r, entry)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// copyExt is how the names of private copies end.
const copyExt = ".copy"

// list is what lies in a folder and behind it. What lies here alone is a copy of what went behind it,
// or was left by a crash.
func (p *purge) list(dir string) ([]fs.DirEntry, error) {
	all, err := p.Config.Disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	here, errHere := os.ReadDir(dir)
	if errors.Is(errHere, fs.ErrNotExist) {
		errHere = nil
	}
	known := map[string]bool{}
	for _, entry := range all {
		known[entry.Name()] = true
	}
	for _, entry := range here {
		if !known[entry.Name()] {
			all = append(all, entry)
		}
	}
	return all, errors.Join(err, errHere)
}

// tidy removes what crashes left half written.
func (p *purge) tidy(context.Context) error {
	if !p.Apply {
		return nil
	}
	for _, r := range p.rooms() {
		if err := durable.RemoveStale(r.dir, p.now); r.dir != "" && !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return fmt.Errorf("remove what a crash left in %s: %w", r.dir, err)
			}
		}
	}
	return nil
}

// lookAtHalf names a file that is being written, where it names the person.
func (p *purge) lookAtHalf(path string) error {
	if p.Person == nil {
		return nil
	}
	found, err := p.Person.InFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is whole, or gone
	}
	if found {
		p.keep(Gone{Kind: KindHalf, Name: path}, "half_file", path)
	}
	return err
}

// look has one file go, where it is to.
func (p *purge) look(r room, entry fs.DirEntry) error {
	path := filepath.Join(r.dir, entry.Name())
	info, err := entry.Info()
	if err != nil {
		return nil // it went by itself
	}
	var of []state.File
	old := r.age > 0 && info.ModTime().Before(p.now.Add(-r.age)) // an original is no younger than its drop
	if !r.hashed {
		of = r.of(path)
		old = r.age > 0 && len(of) > 0 || old
	}
	names, err := p.names(r, path)
	if err != nil {
		return fmt.Errorf("look through %s: %w", path, err)
	}
	if !old && !names {
		return nil
	}
	if r.hashed {
		of = r.of(path)
	}
	what := Gone{Kind: r.kind, Name: path, Bytes: info.Size()}
	switch {
	case len(of) == 0:
		p.keep(what, "unknown_file", path)
		return nil
	case !names && !p.doneBefore(of, p.now.Add(-r.age)):
		return nil
	case !p.doneBefore(of, p.now.Add(1)):
		p.keep(what, "open_file", path)
		return nil
	}
	p.report.Files = append(p.report.Files, what)
	p.going = append(p.going, going{path, r.kind, of})
	return nil
}

// names reports whether a file names the person.
func (p *purge) names(r room, path string) (bool, error) {
	if p.Person == nil {
		return false, nil
	}
	for _, f := range r.of(path) {
		if p.linked[f.ID] {
			return true, nil
		}
	}
	if p.Person.In(filepath.Base(path)) {
		return true, nil
	}
	_, err := os.Lstat(path)
	fetched := errors.Is(err, fs.ErrNotExist)
	if err := p.Config.Disk.Fetch(path); err != nil {
		return false, err
	}
	found, err := p.Person.InFile(path)
	if fetched { // what lies elsewhere is not to fill this machine
		err = errors.Join(err, os.Remove(path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return found, err
}

// doneBefore reports whether nothing more is to come of some files since before a time.
func (p *purge) doneBefore(of []state.File, at time.Time) bool {
	for _, f := range of {
		last := f.ChangedAt
		if f.DroppedAt.After(last) {
			last = f.DroppedAt
		}
		waits := f.Placed == state.PlacedInbox || f.Placed == state.PlacedStuck
		if f.State != state.FileFinal && f.State != state.FileRefused || waits || !last.Before(at) {
			return false
		}
	}
	return true
}

// letFilesGo removes the files that were found.
func (p *purge) letFilesGo(ctx context.Context) error {
	if !p.Apply {
		return nil
	}
	for _, one := range p.going {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.remove(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

// remove takes a file away. A file that could not be read takes its reason with it, of which the
// journal keeps the code alone: that goes first, as nothing tells of it once the file is gone.
func (p *purge) remove(ctx context.Context, one going) error {
	if one.kind == KindFailed {
		for _, f := range one.of {
			if err := p.forgetReason(ctx, f); err != nil && !errors.Is(err, state.ErrStale) {
				return err
			}
		}
		if err := p.Config.Disk.Remove(one.path + result.ReasonSuffix); err != nil {
			return fmt.Errorf("remove the reason of %s: %w", one.path, err)
		}
	}
	if err := p.Config.Disk.Remove(one.path); err != nil {
		return fmt.Errorf("remove %s: %w", one.path, err)
	}
	return nil
}

// forgetReason has the journal keep the code alone of why a file could not be read.
func (p *purge) forgetReason(ctx context.Context, f state.File) error {
	code, reason, _ := strings.Cut(f.Reason, ": ")
	if reason == "" {
		return nil
	}
	f.Reason = code
	if _, err := p.Journal.SwapFile(ctx, f); err != nil {
		return fmt.Errorf("forget why %s could not be read: %w", f.Name, err)
	}
	return nil
}
