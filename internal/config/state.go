package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// What the program keeps beside the journal lies in the folder state.

// State is that folder.
func (c *Config) State() string { return c.Path("state") }

// beside is where something is kept of one supplier: with that of `supplier:` in the state
// itself, as with the first of several.
func (c *Config) beside(name string) string {
	if id := c.SupplierID(); id != "" {
		return c.Path("state/suppliers/" + id + "/" + name)
	}
	return c.Path("state/" + name)
}

// WrittenFolders are the folders that the program writes to, that of the state first.
func (c *Config) WrittenFolders() []string {
	folders := []string{c.State(), c.Path(c.Inbox.Results), c.Path(c.Inbox.Archive), c.Path(c.Inbox.Failed)}
	for _, name := range c.FeedNames() {
		folders = append(folders, filepath.Dir(c.Path(c.Feeds[name].Out)))
	}
	return folders
}

// Disks are those under the folders that the program writes to, each once. One whose room is not
// known is left out.
func (c *Config) Disks() (list []standing.Disk) {
	seen := map[[2]uint64]bool{}
	for _, folder := range c.WrittenFolders() {
		free, total, err := durable.Space(folder)
		if at := [2]uint64{free, total}; err == nil && !seen[at] {
			seen[at] = true
			list = append(list, standing.Disk{Folder: folder, Free: free, Total: total})
		}
	}
	return list
}

// Spool is where the private copies of order files are.
func (c *Config) Spool() string { return c.Path("state/spool") }

// Approvals is the file of the requests that were approved.
func (c *Config) Approvals() string { return c.beside("approved-orders.json") }

// OrdersExample is an example of the files in which orders are handed over, by its format.
func (c *Config) OrdersExample(format string) string { return c.beside("orders-example." + format) }

// Answers is the file that tells what the supplier's answers look like.
func (c *Config) Answers() string { return c.beside("supplier-profile.json") }

// Catalog is where the copy of the account's product list is.
func (c *Config) Catalog() string {
	key := sha256.Sum256([]byte(c.AccountAsWritten()))
	return c.Path("state/catalog/" + hex.EncodeToString(key[:4]))
}

// Ledgers is where it is noted which ledgers were exported.
func (c *Config) Ledgers() string { return c.Path("state/ledger") }

// Sales is where it is noted what the orders and shipments of a period were when they were exported.
func (c *Config) Sales() string { return c.Path("state/books") }

// Written is where it is noted which ledgers, orders and shipments were written.
func (c *Config) Written() string { return c.Path("state/written") }

// Sandbox is where the embedded sandbox keeps its data.
func (c *Config) Sandbox() string { return c.Path("state/sandbox") }

// Closed is where it is noted which months `run` has closed.
func (c *Config) Closed() string { return c.beside("closed") }

// Scheduled is where it is noted which books were written by schedule.
func (c *Config) Scheduled() string { return c.Path("state/bookfiles.json") }

// Builds is where it is noted what became of the last builds of each feed.
func (c *Config) Builds() string { return c.Path("state/builds.json") }

// RefusedSettings is the file that says why changed settings are not gone over to.
func (c *Config) RefusedSettings() string { return c.Path("state/settings.json") }

// Money is where the last figures of the ledger are that somebody asked for.
func (c *Config) Money() string { return c.beside("money.json") }

// Backups is where copies of the journal lie, those asked for on the page too.
func (c *Config) Backups() string {
	if c.Backup == nil {
		return c.Path(usualBackups)
	}
	return c.Path(cmp.Or(c.Backup.Dir, usualBackups))
}

// usualBackups is the folder of copies where the config names none.
const usualBackups = "backups"

// BackupPlan is how the journal is copied by schedule, nil where it is not.
func (c *Config) BackupPlan() (*backups.Plan, error) {
	if c.Backup == nil {
		return nil, nil
	}
	zone, err := c.Zone()
	if err != nil {
		return nil, err
	}
	p, err := c.Backup.Plan(c.File, zone)
	if err != nil {
		return nil, err
	}
	p.Dir, p.Bucket, p.Trouble, p.OnServer = c.Backups(), c.Bucket, c.Path("state/backup.json"), c.JournalOnServer()
	return p, c.checkOut(c.File+": backup.dir", filepath.Join(p.Dir, "journal.db"))
}
