package purging

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the command has of the program that it is part of. The functions are asked
// once the command runs, when its flags are known.
type Program struct {
	Out       io.Writer
	Config    func() (*config.Config, error)
	Journal   func(context.Context, *config.Config) (*journal.Journal, error)
	Logger    func() *slog.Logger
	Now       func() time.Time
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	Spoken    func() wording.Language
	Partial   error // ends the command where something stays that was meant
}
