package objects

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
)

// keyMark begins what the journal keeps in the place of a path that has an object behind it.
const keyMark = "files:"

// Journal is a journal that keeps the keys of files in the place of their paths: each machine
// has its folders where it likes, and all of them know a file by one name.
func (d *Disk) Journal(j state.Journal) state.Journal { return &journal{j, d} }

type journal struct {
	state.Journal
	disk *Disk
}

// kept is a path as the journal keeps it.
func (d *Disk) kept(path string) string {
	if path == "" {
		return ""
	}
	if in, key := d.place(path); in != nil {
		return keyMark + key
	}
	return path
}

// path is what was kept as a path of this machine.
func (d *Disk) path(kept string) string {
	key, found := strings.CutPrefix(kept, keyMark)
	if !found {
		return kept
	}
	name, rest, _ := strings.Cut(key, "/")
	for _, r := range d.roots {
		if r.name == name {
			return filepath.Join(r.dir, filepath.FromSlash(rest))
		}
	}
	return kept
}

func (d *Disk) away(f state.File) state.File {
	f.Spool, f.Result, f.Origin = d.kept(f.Spool), d.kept(f.Result), d.kept(f.Origin)
	return f
}

func (d *Disk) home(f state.File) state.File {
	f.Spool, f.Result, f.Origin = d.path(f.Spool), d.path(f.Result), d.path(f.Origin)
	return f
}

func (d *Disk) homeLinks(links []state.FileLink, err error) ([]state.FileLink, error) {
	for i := range links {
		links[i].File = d.home(links[i].File)
	}
	return links, err
}

// Record keeps keys.
func (j *journal) Record(ctx context.Context, f state.File, count int, draft func(n int) (state.Draft, error)) (state.File, error) {
	f, err := j.Journal.Record(ctx, j.disk.away(f), count, draft)
	return j.disk.home(f), err
}

// SwapFile keeps keys.
func (j *journal) SwapFile(ctx context.Context, f state.File) (state.File, error) {
	f, err := j.Journal.SwapFile(ctx, j.disk.away(f))
	return j.disk.home(f), err
}

// Adopt keeps keys.
func (j *journal) Adopt(ctx context.Context, f state.File, drafts []state.AdoptDraft) error {
	return j.Journal.Adopt(ctx, j.disk.away(f), drafts)
}

// Complete keeps keys.
func (j *journal) Complete(ctx context.Context, f state.File) error {
	return j.Journal.Complete(ctx, j.disk.away(f))
}

// Files gives paths, and looks for a result by its key or, of earlier times, its path.
func (j *journal) Files(ctx context.Context, q state.FileQuery) ([]state.File, error) {
	path := q.Result
	q.Result = j.disk.kept(path)
	files, err := j.Journal.Files(ctx, q)
	if err == nil && len(files) == 0 && q.Result != path {
		q.Result = path
		files, err = j.Journal.Files(ctx, q)
	}
	for i := range files {
		files[i] = j.disk.home(files[i])
	}
	return files, err
}

// OrderLinks gives paths.
func (j *journal) OrderLinks(ctx context.Context, orders ...int64) ([]state.FileLink, error) {
	return j.disk.homeLinks(j.Journal.OrderLinks(ctx, orders...))
}

// Clashes gives paths.
func (j *journal) Clashes(ctx context.Context, q state.ClashQuery) ([]state.FileLink, error) {
	return j.disk.homeLinks(j.Journal.Clashes(ctx, q))
}

// Remarked gives paths.
func (j *journal) Remarked(ctx context.Context, account string, since time.Time, limit int) ([]state.FileLink, error) {
	return j.disk.homeLinks(j.Journal.Remarked(ctx, account, since, limit))
}
