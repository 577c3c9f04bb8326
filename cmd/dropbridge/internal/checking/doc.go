// Package checking is the command that tests the config, the token, the supplier, the folders and
// the clock, one thing after the other, and says of each what would fix it.
//
// # Words
//
//   - line: the outcome of one thing that is tested
//   - look: at how orders are handed over, without handing any over
//   - report: all lines, with the requests, lists and changes that somebody should look at
package checking

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Connection is the supplier that is tested.
type Connection struct {
	Client *client.Client
	Shown  string // what people are told of it
	Close  func() error
}

// Program is what the command has of the program that it is part of. The functions are asked once
// the command runs, when its flags are known.
type Program struct {
	Out       io.Writer
	LookupEnv func(string) (string, bool)
	Logger    func() *slog.Logger
	Now       func() time.Time
	Config    func() (*config.Config, error)
	Connect   func(context.Context, *config.Config) (Connection, error)
	Lists     func(*config.Config) (*pricelist.Catalogue, error) // nil without an error where the config has none
	Journal   func(context.Context, *config.Config) (*journal.Journal, error)
	Compare   func(c *config.Config, samples []drift.Profile, accept bool) ([]drift.Compared, error)
	// Channels tests the ways by which people are told, each with a line.
	Channels  func(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	People    func() terminal.Printer
	Say       func(key string, values ...any) string

	Hint  func(error) string                               // would fix an error, "" where nothing is known
	Said  func(error, wording.Language) (what, way string) // an error in a language
	Code  func(context.Context, error) int                 // that the command ends with for an error
	Away  func(context.Context, error) bool                // the supplier is out of reach, or refused the token
	Quiet func(code int) error                             // ends the command, whose report said everything
}
