package config

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

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

// Builds is where it is noted what became of the last builds of each feed.
func (c *Config) Builds() string { return c.Path("state/builds.json") }

// Money is where the last figures of the ledger are that somebody asked for.
func (c *Config) Money() string { return c.beside("money.json") }

// Backups is where copies of the journal lie that are asked for on the page, beside the state.
func (c *Config) Backups() string { return c.Path("backups") }
