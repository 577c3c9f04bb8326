//go:build packaging

package guidance

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manual adds the hidden command by which .ci/package writes a page of the manual for each
// command. The library dates them by SOURCE_DATE_EPOCH.
func manual(root *cobra.Command) {
	root.DisableAutoGenTag = true
	root.AddCommand(&cobra.Command{
		Use:    "manual DIR",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "dropbridge", Manual: "dropbridge"}, args[0])
		},
	})
}
