package service

import (
	"context"
	"io"
	"log/slog"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Under is what a daemon has as a service.
type Under struct {
	Log    *LogFile     // in place of standard error
	Events slog.Handler // hears what a person should see in the event log
	Ready  func()       // to be called once the daemon works, and again when it began anew
}

// Program is what the command has of the program that it is part of. The functions are asked once
// the command runs, when its flags are known.
type Program struct {
	Out     io.Writer
	Config  func() (*config.Config, error)
	Manager func() (Manager, error) // most often Connect

	// Run is the daemon, until ctx ends; Reload has it read its settings anew.
	Run    func(ctx context.Context, under Under) error
	Reload func()

	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	Spoken    func() wording.Language
	Said      func(error, wording.Language) (what, way string) // an error in a language
	Code      func(context.Context, error) int                 // that a command ends with for an error
}
