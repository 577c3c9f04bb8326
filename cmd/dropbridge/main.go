// Command dropbridge joins a dropshipping supplier's REST service to files: feeds
// and spreadsheets out, order files in.
//
// Here are flags, wiring, signals and exit codes, one file a command: nothing that another
// program could want.
//
// # Words
//
//   - app: what all commands share: the streams, the environment and the flags of every one
//   - connection: the supplier that a command talks to, or the embedded sandbox
//   - embedded: of the sandbox inside this process, where no supplier is named
//   - ordering: the importer with the supplier and the journal that it stands on
//   - daemon: what run and demo keep going: the feeds, the inbox, the page
//   - answers: what the supplier sends, as it is watched for changes
//   - line: the outcome of one thing that check tests
//   - exit: the code that a command ends with, by the one table of them
//   - said: in a sentence of the catalogue, in the language of the config
//   - usage: of what was typed, which is refused before anything is opened
//   - quiet: ended by a code alone, as the report said everything
//   - people: whom text is for, other than reports for programs
//   - hint: what would fix an error
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // Windows and small containers have no time zones of their own

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/guidance"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func main() { os.Exit(process(time.Now)) }

// process is the whole process, by a clock: it gives the exit code.
func process(now func() time.Time) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	hangups, deaf := reload.Listen(stop)
	defer deaf()
	a := &app{hangups: hangups, lookupEnv: os.LookupEnv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: now, collector: newCollector(os.LookupEnv)}
	defer stop()
	return a.run(ctx, os.Args[1:])
}

// run is the whole program, inside a process that does other things too: it reads args, does
// the work, and returns the exit code. How often garbage is collected stays as the process has it.
func run(ctx context.Context, args []string, lookupEnv func(string) (string, bool), stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{lookupEnv: lookupEnv, stdin: stdin, stdout: stdout, stderr: stderr, now: time.Now}
	return a.run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !a.running {
		err = &exitError{code: exitUsage, err: err, hint: guidance.Hint(root, args, err)}
	}
	code := exitCode(ctx, err)
	if err != nil {
		a.printError(err, code)
	}
	return code
}

// printError writes one line for the error and, where one is known, one for the mend.
func (a *app) printError(err error, code int) {
	if e, ok := errors.AsType[*exitError](err); ok && e.err == nil {
		return
	}
	if code == exitInterrupted {
		fmt.Fprintln(a.stderr, "dropbridge:", a.word("error_text.interrupted"))
		return
	}
	if _, worded := errors.AsType[*refusal.Refusal](err); !worded {
		if c, failed := a.loadConfig(); failed == nil {
			err = cmp.Or(damaged(c, err), err)
		}
	}
	text, hint := errorIn(err, a.spoken())
	fmt.Fprintln(a.stderr, "dropbridge:", oneline.Joined(text))
	if hint != "" {
		fmt.Fprintln(a.stderr, wording.NewMessage("error_text.hint", oneline.Unbroken(hint)).In(languageOf(hint, a.spoken())))
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
	root.PersistentFlags().BoolVar(&a.logJSON, "log-json", false, "log as JSON, a line for each (default: log.format of the config)")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "log every step to standard error")
	root.SetHelpTemplate(`{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}

{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}
` + exitHelp())

	for _, command := range []*cobra.Command{
		a.demoCommand(), a.initCommand(), a.checking().Command(), a.exportCommand(),
		a.inspectCommand(), a.importCommand(), a.runCommand(), a.statusCommand(), a.retryCommand(),
		a.resolveCommand(), a.adoptCommand(), a.backupCommand(), a.restoreCommand(), a.moving().Command(), a.purging().Command(), a.templatesCommand(), a.learnCommand(),
		a.sandboxing().Command(), a.notifyCommand(), a.release().Command(), a.service().Command(),
	} {
		root.AddCommand(command)
	}
	root.AddCommand(a.books().Commands()...)
	root.AddCommand(a.entry().Commands()...)
	root.AddCommand(a.lookup().Commands()...)
	a.values().Attach(root)
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
