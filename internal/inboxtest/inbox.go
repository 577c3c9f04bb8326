// Package inboxtest gives tests an inbox with two sources, its journal, and keys that open it.
package inboxtest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// Inbox is an inbox with the sources keycrm and other. Use New.
type Inbox struct {
	Desk     *desk.Desk
	Journal  *journal.Journal
	Ring     *keyring.Ring
	Key, All string // of the source keycrm, and of all
}

// New makes one below dir. Whoever asks closes its journal.
func New(t *testing.T, dir string) *Inbox {
	t.Helper()
	in := &Inbox{}
	var err error
	in.Journal, err = journal.Open(t.Context(), filepath.Join(dir, "journal.db"))
	require.NoError(t, err)
	c := desk.Config{Account: "a", Inbox: filepath.Join(dir, "inbox"), Results: filepath.Join(dir, "results"), Spool: filepath.Join(dir, "spool"),
		Sources: map[string]desk.Source{"keycrm": {}, "other": {}}}
	in.Desk, err = desk.New(c, nil, in.Journal)
	require.NoError(t, err)
	require.NoError(t, in.Desk.Config.MakeFolders())
	in.Ring = keyring.Open(filepath.Join(dir, "keys.yaml"), nil, time.Now, nil)
	in.Key, err = in.Ring.Make(keyring.Key{Name: "crm", For: keyring.ForOrders, Of: "keycrm"})
	require.NoError(t, err)
	in.All, err = in.Ring.Make(keyring.Key{Name: "all", For: keyring.ForOrders})
	require.NoError(t, err)
	return in
}
