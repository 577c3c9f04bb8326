//go:build !packaging

package guidance

import "github.com/spf13/cobra"

// manual adds nothing: the manual is written when packages are made.
func manual(*cobra.Command) {}
