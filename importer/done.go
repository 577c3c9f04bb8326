package importer

import (
	"io/fs"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// longDone is how long a file may wait for its done-file before that is said.
const longDone = 10 * time.Minute

// waitForDone keeps a file in mind whose writer has not said that it is finished.
func (in *inbox) waitForDone(path string, odd map[string]bool, info fs.FileInfo) {
	now := in.im.Config.Now()
	in.mu.Lock()
	defer in.mu.Unlock()
	at, known := in.seen[path]
	if looks := folder.Mark(info); !known || at.mark != looks {
		at = sighting{mark: looks, since: now, quiet: in.im.settle()}
		in.seen[path] = at
	}
	if !at.done && now.Sub(at.since) >= longDone {
		in.odd(path, odd, wording.NewMessage("trouble.done", told.OneLine(info.Name())+in.im.Config.DoneSuffix))
	}
}

// removeDone removes the done-file of an original that is about to be moved. It goes
// first: left behind, it would say of the next file of that name that it is finished.
func (im *Importer) removeDone(origin string) {
	if im.Config.DoneSuffix == "" {
		return
	}
	if err := im.Config.Disk.Remove(origin + im.Config.DoneSuffix); err != nil {
		im.Log.Warn("cannot remove a done-file", "err", err)
	}
}
