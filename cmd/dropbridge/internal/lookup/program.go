// Package lookup is the command that searches the suppliers' catalogues.
package lookup

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

// Catalogue is a supplier's catalogue as far as it can be searched.
type Catalogue interface {
	// Search is one page of what a search finds.
	Search(ctx context.Context, q supplier.SearchQuery) (supplier.SearchResult, error)
}

// Program is what the command has of the program that it is part of. The functions are asked once
// the command runs, when its flags are known.
type Program struct {
	Out, Err  io.Writer
	Config    func() (*config.Config, error)
	Connect   func(context.Context, *config.Config) (catalogue Catalogue, closing func() error, err error)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	People    func() terminal.Printer
	OneForm   func(csv bool) error // refuses --csv beside --json
	Said      func(error) (what, way string)
	Partial   error // ends the command where some suppliers alone have answered
}

// Commands are the commands of the package.
func (p *Program) Commands() []*cobra.Command { return []*cobra.Command{p.searchCommand()} }
