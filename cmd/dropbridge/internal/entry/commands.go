package entry

import "github.com/spf13/cobra"

// Commands are the commands of the package.
func (p *Program) Commands() []*cobra.Command {
	return []*cobra.Command{p.userCommand(), p.keyCommand()}
}
