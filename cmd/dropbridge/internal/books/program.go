package books

import (
	"context"
	"io"
	"log/slog"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the commands have of the program that they are part of. The functions are
// asked once a command runs, when its flags are known.
type Program struct {
	Name     string    // with the version, as books name their maker
	Progress io.Writer // where progress is shown
	Partial  error     // ends a command whose report says that something does not fit

	Config    func() (*config.Config, error)
	Connect   func(context.Context, *config.Config) (Connection, error)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	People    func() terminal.Printer
	Logger    func() *slog.Logger
	Said      func(error) (what, way string) // an error for people, with the way out
}

// progress shows how many of the entries, orders or shipments are read.
func (p *Program) progress(c *config.Config, of string) *terminal.Progress {
	return terminal.NewProgress(p.Progress, c.Spoken(), wording.NewMessage("progress."+of))
}

// Connection is the supplier that a command talks to.
type Connection struct {
	Client *client.Client
	Shown  func(wording.Language) string // what people are told of it
	Close  func() error
}
