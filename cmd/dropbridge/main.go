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
//   - scheduled: a feed of the daemon, with what is known of its last build
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
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // Windows and small containers have no time zones of their own
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := run(ctx, os.Args[1:], os.LookupEnv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
