package importer

import (
	"maps"
	"path/filepath"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/told"
)

// grownWatch is how long an original is watched after it was moved out of the inbox.
const grownWatch = 15 * time.Minute

// moved remembers the originals that were moved a short time ago. A writer that only
// paused for longer than the settle time still has the file open, and goes on writing
// into what lies in the archive now: rows would be lost without a word.
type moved struct {
	mu    sync.Mutex
	files map[string]movedFile // by where they lie
}

type movedFile struct {
	origin string // where it came from
	mark   string
	until  time.Time
}

// add remembers a file that lies at path now.
func (m *moved) add(disk desk.Disk, path, origin string, now time.Time) {
	info, err := disk.Look(path)
	if err != nil || !disk.Grows() {
		return // somebody took it on already
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files == nil {
		m.files = map[string]movedFile{}
	}
	m.files[path] = movedFile{origin: origin, mark: folder.Mark(info), until: now.Add(grownWatch)}
}

// grown takes out the files that changed since they were moved.
func (m *moved) grown(disk desk.Disk, now time.Time) map[string]movedFile {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]movedFile{}
	maps.DeleteFunc(m.files, func(path string, file movedFile) bool {
		info, err := disk.Look(path)
		if err == nil && folder.Mark(info) != file.mark {
			out[path] = file
			return true
		}
		return err != nil || now.After(file.until)
	})
	return out
}

// takeBack brings files that went on being written into the inbox again. There they
// have to become quiet like every other; the orders that were posted already are
// duplicates then, and only the new rows are posted.
func (im *Importer) takeBack() {
	now := im.Config.Now()
	for path, file := range im.moved.grown(im.Config.Disk, now) {
		dir, name := filepath.Split(file.origin)
		if _, err := im.Config.Disk.Move(path, dir, name); err != nil {
			im.Problems.Set(now, told.ProblemOriginal+told.OneLine(name), im.Trouble(err, "trouble.grown", told.OneLine(path)))
			continue
		}
		_ = im.Config.Disk.Remove(path + result.ReasonSuffix) // of what it was before; where it was read there is none
		im.Log.Warn("a file was still written after it was taken: it is read again", "file", told.OneLine(name))
	}
}
