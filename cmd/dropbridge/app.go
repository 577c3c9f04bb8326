package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// app is what all commands share: the streams, the environment and the two flags
// that every command takes.
type app struct {
	lookupEnv func(string) (string, bool)
	stdin     io.Reader
	stdout    io.Writer
	stderr    io.Writer

	configFile string
	jsonOutput bool
	verbose    bool

	language wording.Language // see spoken; "": not looked for yet

	running bool // whether a command's own work has begun
	daemon  bool // whether it goes on by itself, so that its log is all that people see
}

// run is the whole program: it reads args, does the work, and returns the exit code.
func run(ctx context.Context, args []string, lookupEnv func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{lookupEnv: lookupEnv, stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !a.running {
		err = &exitError{code: exitUsage, err: err, hint: wording.NewMessage("commands.help").In(a.spoken())}
	}
	code := exitCode(ctx, err)
	if err != nil {
		a.printError(err, code)
	}
	return code
}

// loadConfig reads the config that the command works with.
func (a *app) loadConfig() (*config.Config, error) { return config.Load(a.configFile) }

// printError writes one line for the error and, where one is known, one for the mend.
func (a *app) printError(err error, code int) {
	if e, ok := errors.AsType[*exitError](err); ok && e.err == nil {
		return
	}
	if code == exitInterrupted {
		fmt.Fprintln(a.stderr, "dropbridge:", a.word("error_text.interrupted"))
		return
	}
	if _, worded := errors.AsType[*saidError](err); !worded {
		if c, failed := a.loadConfig(); failed == nil {
			err = cmp.Or(damaged(c, err), err)
		}
	}
	text, hint := errorIn(err, a.spoken())
	fmt.Fprintln(a.stderr, "dropbridge:", oneline.Unbroken(text))
	if hint != "" {
		fmt.Fprintln(a.stderr, a.word("error_text.hint", oneline.Unbroken(hint)))
	}
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "dropbridge",
		Short: "Joins a dropshipping supplier's REST service to files",
		Long: `dropbridge turns a supplier's products into CSV, XLSX and YML feeds, and order
files dropped into an inbox into orders at the supplier, each exactly once, with
result files that carry the order ids, statuses and waybill numbers.

Without a supplier in the config it works with an embedded sandbox supplier, so
every command can be tried at once. Start with: dropbridge demo`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().StringVar(&a.configFile, "config", "", "config file (default dropbridge.yaml in the working folder, where there is one)")
	root.PersistentFlags().BoolVar(&a.jsonOutput, "json", false, "print a machine-readable report on standard output")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "log every step to standard error")
	root.SetHelpTemplate(`{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}
` + exitHelp())

	for _, command := range []*cobra.Command{
		a.demoCommand(), a.initCommand(), a.checkCommand(), a.exportCommand(), a.searchCommand(),
		a.inspectCommand(), a.importCommand(), a.runCommand(), a.statusCommand(), a.retryCommand(),
		a.resolveCommand(), a.adoptCommand(), a.backupCommand(), a.restoreCommand(), a.templatesCommand(), a.learnCommand(),
		a.sandboxCommand(), a.versionCommand(),
	} {
		root.AddCommand(command)
	}
	root.AddCommand(a.books().Commands()...)
	a.markRuns(root)
	return root
}

// markRuns notes when a command's own work begins: an error before that is one of
// usage, for which the library has no kind.
func (a *app) markRuns(command *cobra.Command) {
	if work := command.RunE; work != nil {
		command.RunE = func(cmd *cobra.Command, args []string) error {
			a.running = true
			return work(cmd, args)
		}
	}
	for _, sub := range command.Commands() {
		a.markRuns(sub)
	}
}

// printJSON writes one report on standard output, indented for the eye.
func (a *app) printJSON(report any) error {
	encoder := json.NewEncoder(a.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

// oneForm refuses --csv beside --json.
func (a *app) oneForm(csv bool) error {
	if csv && a.jsonOutput {
		return usage("error_text.one_form")
	}
	return nil
}

// printf writes text for people on standard output; with --json there is none.
func (a *app) printf(format string, args ...any) {
	if !a.jsonOutput {
		fmt.Fprintf(a.stdout, format, args...)
	}
}

// logger writes plain lines to standard error: warnings, what happens in a daemon,
// or every step with --verbose.
func (a *app) logger() *slog.Logger {
	level := slog.LevelWarn
	switch {
	case a.verbose:
		level = slog.LevelDebug
	case a.daemon:
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))
}
