package moving

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the command has of the program that it is part of. The functions are asked
// once the command runs, when its flags are known.
type Program struct {
	Out, Err  io.Writer
	Failed    error // ends the command where its report said everything
	Config    func() (*config.Config, error)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	Spoken    func() wording.Language
}

// flags are those of the command.
type flags struct {
	to          string
	dryRun      bool
	writeConfig bool
	abandon     bool
	lost        bool
}

// Command is `migrate`.
func (p *Program) Command() *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "migrate --to postgres://…|FILE",
		Short: "Move the journal to PostgreSQL, or back into a file",
		Long: `Copies the journal with all that it remembers to another database, while the shop works.
At the end nothing is posted any more for a few seconds, what has changed meanwhile is
copied, both sides are compared by counts and hashes, and the old journal is closed for
good: a dropbridge that still runs with it stops posting and says where the journal is.
Interrupted at any point, the same command goes on. The folders stay where they are.`,
		Example: "  dropbridge migrate --to postgres://shop@db.example/dropbridge --dry-run\n" +
			"  dropbridge migrate --to postgres://shop@db.example/dropbridge --write-config\n  dropbridge migrate --to state/journal.db",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.abandon {
				return p.abandon(cmd.Context(), f)
			}
			return p.move(cmd.Context(), f)
		},
	}
	command.Flags().StringVar(&f.to, "to", "", "where the journal goes: postgres://… or a file")
	command.Flags().BoolVar(&f.dryRun, "dry-run", false, "only show what would be moved, and what stands in the way")
	command.Flags().BoolVar(&f.writeConfig, "write-config", false, "write the new address into the config, under journal; the rest of it stays as it is")
	command.Flags().BoolVar(&f.abandon, "abandon", false, "end a move that is not complete: the journal works on where it was")
	command.Flags().BoolVar(&f.lost, "lost", false, "with --abandon: the other database is gone for good; what was posted with it is looked up, once you run dropbridge adopt")
	command.MarkFlagsMutuallyExclusive("dry-run", "abandon")
	command.MarkFlagsMutuallyExclusive("dry-run", "write-config")
	command.MarkFlagsMutuallyExclusive("abandon", "write-config")
	_ = command.MarkFlagRequired("to") // it is there
	return command
}

// moved is what `migrate --json` prints.
type moved struct {
	*move.Report
	Working    bool       `json:"working"`     // a dropbridge is at work with the journal
	ConfigLine string     `json:"config_line"` // without a password
	Written    bool       `json:"config_written"`
	Obstacles  []obstacle `json:"obstacles"`
}

// obstacle is one of a report.
type obstacle struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// options are those of a move from the config's journal.
func (p *Program) options(f flags) (*config.Config, move.Options, error) {
	c, err := p.Config()
	if err != nil {
		return nil, move.Options{}, err
	}
	to := f.to
	switch {
	case journal.OnServer(to):
	case strings.Contains(to, "://") || to == "":
		return nil, move.Options{}, refusal.New(failure.Usage, wording.NewMessage("migrate.address", to), wording.NewMessage("migrate.address.hint"))
	default:
		to = c.Path(to)
	}
	return c, move.Options{From: c.JournalAddress(), To: to, DryRun: f.dryRun, Now: time.Now, After: time.After}, nil
}

// move moves the journal, or shows what would be moved.
func (p *Program) move(ctx context.Context, f flags) error {
	c, o, err := p.options(f)
	if err != nil {
		return err
	}
	out := &moved{ConfigLine: "journal: " + journal.Redacted(f.to), Obstacles: []obstacle{}}
	if out.Working, err = folder.Working(c.Spool()); err != nil {
		return err
	}
	o.Idle = !out.Working && !c.JournalOnServer() // a server's may be those of another machine
	o.Progress = p.progress()
	if out.Report, err = move.Run(ctx, o); err != nil {
		return err
	}
	for _, one := range out.Report.Obstacles {
		what, way := one.Say(p.Spoken())
		out.Obstacles = append(out.Obstacles, obstacle{one.Code, what, way})
	}
	if f.writeConfig {
		if err := p.writeConfig(c, f.to); err != nil {
			return err
		}
		out.Written = true
	}
	if p.JSON() {
		err = p.PrintJSON(out)
	} else {
		p.tell(c, out)
	}
	if err == nil && len(out.Obstacles) > 0 {
		err = p.Failed
	}
	return err
}

// abandon ends a move that is not complete.
func (p *Program) abandon(ctx context.Context, f flags) error {
	_, o, err := p.options(f)
	if err != nil {
		return err
	}
	if err := move.Abandon(ctx, o, f.lost); err != nil {
		return err
	}
	if p.JSON() {
		return p.PrintJSON(struct {
			Journal   string `json:"journal"` // its address
			Abandoned bool   `json:"abandoned"`
		}{journal.Redacted(o.From), true})
	}
	p.say("migrate.abandoned", journal.Redacted(o.From))
	return nil
}

// writeConfig writes the new address into the config.
func (p *Program) writeConfig(c *config.Config, to string) error {
	file, access := c.File, durable.OwnerAndGroup()
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	if info, err := os.Stat(file); err == nil {
		access.Mode = info.Mode().Perm()
	}
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := config.WithJournal(c.File, string(before), to)
	if err != nil {
		return err
	}
	note := func(err error) { p.complain("migrate.config_access", err.Error()) }
	return durable.WriteFileFor(file, access, note, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
