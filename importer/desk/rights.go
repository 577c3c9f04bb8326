package desk

import (
	"io"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// WriteShared writes a file for the people who drop files.
func (d *Desk) WriteShared(path string, write func(io.Writer) error) error {
	return d.Config.Disk.Write(path, d.Config.Access(), d.unshared, write)
}

// unshared says once what of the access to our files could not be given.
func (d *Desk) unshared(err error) {
	if !d.toldShare.Swap(true) {
		d.Log.Warn("results are not as readable as the inbox is: let this program's user be in the inbox's group, or set inbox.mode", "err", err)
	}
}

// Share lets an original that was moved be read by those who may read the inbox. One of
// another user's keeps its rights where we may not change them.
func (d *Desk) Share(path string) {
	if err := durable.GrantFile(path, d.Config.Access()); err != nil {
		d.Log.Debug("an original keeps its rights", "file", told.OneLine(path), "err", err)
	}
}
