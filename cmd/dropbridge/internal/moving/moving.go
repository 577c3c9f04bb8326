package moving

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
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
	"github.com/dropbridge/dropbridge/internal/whereabouts"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Command is `migrate`.
func (p *Program) Command() *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "migrate [--to postgres://…|FILE] [--files ADDRESS|FOLDER]",
		Short: "Move the journal to PostgreSQL, the files into a bucket, or back",
		Long: `Copies the journal with all that it remembers to another database, or the files of the
shop to another place, while the shop works. At the end nothing is posted any more for a few
seconds, what has changed meanwhile is copied, and both sides are compared by counts and
hashes. The old journal is closed for good: a dropbridge that still runs with it, or with the
old place of the files, stops posting and says where they are. Interrupted at any point, the
same command goes on. What lies in the old place stays there until you delete it.`,
		Example: "  dropbridge migrate --to postgres://shop@db.example/dropbridge --dry-run\n" +
			"  dropbridge migrate --to postgres://shop@db.example/dropbridge --write-config\n  dropbridge migrate --to state/journal.db\n" +
			"  dropbridge migrate --files 's3://my-bucket/shop?region=eu-central-1' --write-config\n  dropbridge migrate --files .",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.abandon {
				return p.abandon(cmd.Context(), f)
			}
			return p.move(cmd.Context(), f)
		},
	}
	command.Flags().StringVar(&f.to, "to", "", "where the journal goes: postgres://… or a file")
	command.Flags().StringVar(&f.files, "files", "", "where the files go: s3://…, azblob://…, gs://…, file:///…, or the folder of the config, as \".\"")
	command.Flags().BoolVar(&f.dryRun, "dry-run", false, "only show what would be moved, and what stands in the way")
	command.Flags().BoolVar(&f.writeConfig, "write-config", false, "write the new addresses into the config, under journal and files; the rest of it stays as it is")
	command.Flags().BoolVar(&f.abandon, "abandon", false, "end a move that is not complete: the journal works on where it was")
	command.Flags().BoolVar(&f.lost, "lost", false, "with --abandon: the other database is gone for good; what was posted with it is looked up, once you run dropbridge adopt")
	command.MarkFlagsMutuallyExclusive("dry-run", "abandon")
	command.MarkFlagsMutuallyExclusive("dry-run", "write-config")
	command.MarkFlagsMutuallyExclusive("abandon", "write-config")
	command.MarkFlagsOneRequired("to", "files")
	return command
}

// options are those of a move from the config's journal.
func (p *Program) options(c *config.Config, f flags) (move.Options, error) {
	to := f.to
	switch {
	case journal.OnServer(to):
	case strings.Contains(to, "://") || to == "":
		return move.Options{}, refusal.New(failure.Usage, wording.NewMessage("migrate.address", to), wording.NewMessage("migrate.address.hint"))
	default:
		to = c.Path(to)
	}
	return move.Options{From: c.JournalAddress(), To: to, DryRun: f.dryRun, Now: time.Now, After: time.After}, nil
}

// move moves the journal, the files or both, or shows what would be moved.
func (p *Program) move(ctx context.Context, f flags) error {
	c, err := p.Config()
	if err != nil {
		return err
	}
	out := &moved{Obstacles: []obstacle{}}
	if out.Working, err = folder.Working(c.Spool()); err != nil {
		return err
	}
	steps := []func() error{}
	if f.files != "" {
		steps = append(steps, func() error { return p.moveFiles(ctx, c, f, out) })
	}
	if f.to != "" {
		steps = append(steps, func() error { return p.moveJournal(ctx, c, f, out) })
		if first, err := p.journalFirst(ctx, c, f); err != nil {
			return err
		} else if first {
			slices.Reverse(steps)
		}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if f.writeConfig {
		if err := p.writeConfig(c, f, out); err != nil {
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

// journalFirst reports whether the journal was on its way, or has gone, when the command was
// interrupted: its files had moved before, or they move from the new one alone.
func (p *Program) journalFirst(ctx context.Context, c *config.Config, f flags) (bool, error) {
	o, err := p.options(c, f)
	if err != nil {
		return false, err
	}
	stage, err := move.StageOf(ctx, o.From)
	return stage == journal.Copying || stage == journal.Draining || stage == journal.Sealed || stage == journal.Left, err
}

// moveJournal moves the journal.
func (p *Program) moveJournal(ctx context.Context, c *config.Config, f flags, out *moved) error {
	o, err := p.options(c, f)
	if err != nil {
		return err
	}
	o.Idle = !out.Working && !c.JournalOnServer() // a server's may be those of another machine
	o.Progress = p.progress()
	out.ConfigLine = "journal: " + journal.Redacted(f.to)
	if o.From == o.To {
		stage, err := move.StageOf(ctx, o.From)
		if err != nil {
			return err
		}
		if out.JournalThere = stage == journal.Arrived; out.JournalThere {
			return nil // the config was written already when the command was interrupted
		}
	}
	if out.Report, err = move.Run(ctx, o); err != nil {
		return err
	}
	p.meet(out, out.Report.Obstacles)
	return nil
}

// meet adds obstacles to the report.
func (p *Program) meet(out *moved, found []*move.Obstacle) {
	for _, one := range found {
		what, way := one.Say(p.Spoken())
		out.Obstacles = append(out.Obstacles, obstacle{one.Code, what, way})
	}
}

// moveFiles moves the files of the journal, wherever that is by now.
func (p *Program) moveFiles(ctx context.Context, c *config.Config, f flags, out *moved) (err error) {
	m, err := p.newFiling(c, f, p.address(c, f, out), !out.Working && !c.JournalOnServer())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	found, err := m.run(ctx)
	if err != nil {
		return err
	}
	out.MovedFiles = m.out
	p.meet(out, found)
	return nil
}

// address is that of the journal whose files move: the new one where it was moved first.
func (p *Program) address(c *config.Config, f flags, out *moved) string {
	switch {
	case out.Report == nil || f.dryRun:
		return c.JournalAddress()
	case journal.OnServer(f.to):
		return f.to
	}
	return c.Path(f.to)
}

// abandon ends moves that are not complete.
func (p *Program) abandon(ctx context.Context, f flags) error {
	c, err := p.Config()
	if err != nil {
		return err
	}
	shown := journal.Redacted(c.JournalAddress())
	if f.files != "" {
		m, err := p.newFiling(c, f, c.JournalAddress(), true)
		if err != nil {
			return err
		}
		if err := errors.Join(m.abandon(ctx), m.close()); err != nil {
			return err
		}
	}
	if f.to != "" {
		o, err := p.options(c, f)
		if err != nil {
			return err
		}
		if err := move.Abandon(ctx, o, f.lost); err != nil {
			return err
		}
	}
	if p.JSON() {
		return p.PrintJSON(struct {
			Journal   string `json:"journal"` // its address
			Abandoned bool   `json:"abandoned"`
		}{shown, true})
	}
	if f.files != "" {
		p.say("migrate.files_abandoned", p.placeName(c.Bucketed()))
	}
	if f.to != "" {
		p.say("migrate.abandoned", shown)
	}
	return nil
}

// writeConfig writes the new addresses into the config.
func (p *Program) writeConfig(c *config.Config, f flags, out *moved) error {
	file, access := whereabouts.Target(c.File), durable.OwnerAndGroup()
	if info, err := os.Stat(file); err == nil {
		access.Mode = info.Mode().Perm()
	}
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var journalAt, filesAt *string
	if f.to != "" {
		journalAt = &f.to
	}
	if out.MovedFiles != nil {
		address := f.files
		if out.MovedFiles.To == "" {
			address = ""
		}
		filesAt = &address
	}
	text, err := config.WithPlaces(c.File, string(before), journalAt, filesAt)
	if err != nil {
		return err
	}
	note := func(err error) { p.complain("migrate.config_access", err.Error()) }
	return durable.WriteFileFor(file, access, note, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
