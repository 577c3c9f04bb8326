package importer_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
)

func TestConfigIsChecked(t *testing.T) {
	r := newRig(t)
	for name, change := range map[string]func(*desk.Config){
		"account":  func(c *desk.Config) { c.Account = "" },
		"inside":   func(c *desk.Config) { c.Results = filepath.Join(c.Inbox, "results") },
		"source":   func(c *desk.Config) { c.Sources = map[string]desk.Source{"../x": {}} },
		"template": func(c *desk.Config) { c.Default = desk.Source{Template: "nosuch"} },
		"name":     func(c *desk.Config) { c.Owner = "same" },
	} {
		config := r.config()
		change(&config)
		im, err := importer.New(config, r.shop, r.journal)
		if name == "name" {
			require.NoError(t, err)
			defer im.Close()
			_, err = importer.New(config, r.shop, r.journal)
		}
		require.Error(t, err, name)
	}
}

// What the program writes must not come in again.
func TestInboxIsNoPlaceForResults(t *testing.T) {
	r := newRig(t)
	for _, change := range []func(*desk.Config){
		func(c *desk.Config) { c.Results = c.Inbox },
		func(c *desk.Config) { c.Archive = c.Inbox },
		func(c *desk.Config) { c.Failed = filepath.Join(c.Inbox, "failed") },
		func(c *desk.Config) { c.Spool = filepath.Join(c.Inbox, "spool") },
	} {
		config := r.config()
		change(&config)
		_, err := importer.New(config, r.shop, r.journal)
		require.ErrorContains(t, err, "lies inside the inbox")
	}
}
