package service

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// DefaultName is the service's name where nobody gives one.
const DefaultName = "dropbridge"

// DefaultAccount has few rights on the machine, and none elsewhere.
const DefaultAccount = `NT AUTHORITY\LocalService`

// flags are those of the commands.
type flags struct{ name, account string }

// Command is `service`.
func (p *Program) Command() *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "service",
		Short: "Run the daemon as a service of Windows",
		Long: `Installs, starts, stops and removes a service of Windows that runs the daemon, and says how
it stands. It is for Windows alone: elsewhere the system's own manager starts dropbridge run.

The service starts with the machine and again when it has failed. Warnings and errors go to the
event log, all lines to state/service.log. Stopping it and shutting down end it as cleanly as
SIGTERM does, and sc control NAME paramchange has it read its settings anew.`,
		Example: "  dropbridge --config C:\\shop\\dropbridge.yaml service install\n  dropbridge service start\n  dropbridge service status",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.PersistentFlags().StringVar(&f.name, "name", DefaultName, "the service's name, one for each shop of a machine")
	for _, one := range []struct {
		use, short string
		do         func(context.Context, Manager, flags) error
	}{
		{"install", "Install the service for the config, without starting it", p.install},
		{"remove", "Stop the service and remove it; files and journal stay", p.remove},
		{"start", "Start the service, and wait until it works", p.start},
		{"stop", "Stop the service, and wait until it has ended", p.stop},
		{"status", "Say how the service stands", p.status},
	} {
		sub := &cobra.Command{Use: one.use, Short: one.short, Example: "  dropbridge service " + one.use, Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return p.with(cmd.Context(), f, one.do) }}
		if one.use == "install" {
			sub.Flags().StringVar(&f.account, "account", DefaultAccount, "whom it runs as: an account without a password")
		}
		command.AddCommand(sub)
	}
	command.AddCommand(&cobra.Command{Use: serveWord, Short: "What the service control manager starts", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context(), f.name) }})
	return command
}

// serveWord is the command that the manager starts.
const serveWord = "run"

// fitName is what the name of a service is made of: it is a key of the registry, too.
var fitName = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$`)

// with does something at the manager.
func (p *Program) with(ctx context.Context, f flags, do func(context.Context, Manager, flags) error) error {
	if !fitName().MatchString(f.name) {
		return refuse(failure.Usage, "name", f.name)
	}
	m, err := p.Manager()
	if err != nil {
		return explain(err, f.name)
	}
	defer m.Close() // nothing is lost with a handle
	return explain(do(ctx, m, f), f.name)
}

func (p *Program) install(_ context.Context, m Manager, f flags) error {
	c, err := p.Config()
	if err != nil {
		return err
	}
	file, err := filepath.Abs(c.File)
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return refuse(failure.Usage, "no_config", file)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	d := Definition{Name: f.name, Title: p.word("title", f.name), Program: program, Args: arguments(file, f.name), Account: f.account}
	if err := m.Install(d); err != nil {
		return err
	}
	if p.JSON() {
		return p.report(m, f.name)
	}
	p.say("installed", f.name, f.account)
	p.say("rights", filepath.Dir(file), f.account)
	p.say("secrets")
	p.say("next", f.name)
	return nil
}

// arguments are those by which the manager starts the service.
func arguments(config, name string) []string {
	return []string{"--config", config, "service", serveWord, "--name", name}
}

func (p *Program) remove(ctx context.Context, m Manager, f flags) error {
	now, err := m.Look(f.name)
	if err == nil && now.State != Stopped {
		err = p.end(ctx, m, f.name)
	}
	if err == nil {
		err = m.Remove(f.name)
	}
	if err == nil && !p.JSON() {
		p.say("removed", f.name)
	}
	return err
}

func (p *Program) start(ctx context.Context, m Manager, f flags) error {
	if err := m.Start(f.name); err != nil {
		return err
	}
	now, err := await(ctx, m, f.name, func(s State) bool { return s != Starting })
	if err == nil && now.State != Running {
		err = refuse(failure.Other, "failed", f.name, int(now.ExitCode))
	}
	if err != nil {
		return err
	}
	return p.report(m, f.name)
}

func (p *Program) stop(ctx context.Context, m Manager, f flags) error {
	if err := p.end(ctx, m, f.name); err != nil {
		return err
	}
	return p.report(m, f.name)
}

// end stops a service and waits until it has ended.
func (p *Program) end(ctx context.Context, m Manager, name string) error {
	if err := m.Stop(name); err != nil {
		return err
	}
	_, err := await(ctx, m, name, func(s State) bool { return s == Stopped })
	return err
}

func (p *Program) status(_ context.Context, m Manager, f flags) error { return p.report(m, f.name) }

// report says how a service stands.
func (p *Program) report(m Manager, name string) error {
	now, err := m.Look(name)
	if err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(now)
	}
	p.say("state_"+string(now.State), name)
	if now.State == Stopped && now.ExitCode != 0 {
		p.say("ended", int(now.ExitCode))
	}
	return nil
}

// How long a service is waited for, and how often it is looked at.
const (
	patience  = 2 * time.Minute
	lookEvery = 250 * time.Millisecond
)

// await looks at a service until it is as far as wanted.
func await(ctx context.Context, m Manager, name string, enough func(State) bool) (Status, error) {
	deadline := time.Now().Add(patience)
	for {
		now, err := m.Look(name)
		if err != nil || enough(now.State) {
			return now, err
		}
		if !time.Now().Before(deadline) {
			return now, refuse(failure.Other, "slow", name)
		}
		select {
		case <-ctx.Done():
			return now, ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}

// word is service.KEY of the catalogue.
func (p *Program) word(key string, values ...any) string {
	return oneline.Unbroken(wording.NewMessage("service."+key, values...).In(p.Spoken()))
}

// say writes it on a line.
func (p *Program) say(key string, values ...any) { fmt.Fprintln(p.Out, p.word(key, values...)) }
