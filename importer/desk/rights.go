package desk

import (
	"io"
	"os"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Access is who may read what is written for the people who drop files: whoever may read
// the inbox. Where there is none, it is the system's default.
func (c *Config) Access() durable.Access {
	if c.Inbox == "" {
		return durable.Access{}
	}
	access, err := durable.AccessLike(c.Inbox)
	if err != nil {
		access = durable.Access{}
	}
	if c.Mode != 0 {
		access.Mode = c.Mode
	}
	return access
}

// makeFolder makes a folder of ours where it is missing, for the people of the inbox.
func (c *Config) makeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil // somebody made it as it is to be
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if dir == c.Inbox && c.Mode == 0 {
		return nil // the umask says
	}
	if err := durable.GrantFolder(dir, c.Access()); err != nil {
		c.Logger.Warn("a new folder is not as readable as the inbox is", "err", err)
	}
	return nil
}

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
