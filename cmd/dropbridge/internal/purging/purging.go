package purging

import (
	"context"
	"errors"
	"os/user"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/retention"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// flags are those of the command.
type flags struct {
	older, person string
	apply         bool
}

// Command is `purge`.
func (p *Program) Command() *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "purge [--older 90d | --person TEXT] [--apply]",
		Short: "Let old files and persons go",
		Long: `Shows what would go, and with --apply lets it go: by the ages of the config's retention,
everything that is older than --older, or all that names one person: by a phone in any writing,
an e-mail or a full name. An order stays known by its number, hash, goods, order id and waybills,
so a file that comes again is not posted twice; who it went to is forgotten. Orders that are not
final, and their files, stay and are named. A file that names the person goes as a whole.`,
		Example: "  dropbridge purge\n  dropbridge purge --older 1y --apply\n  dropbridge purge --person '067 111 22 33' --apply",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.run(cmd.Context(), f) },
	}
	command.Flags().StringVar(&f.older, "older", "", "let go what is older, such as 90d or 1y, in place of the config's retention")
	command.Flags().StringVar(&f.person, "person", "", "let go all that names this person: a phone, an e-mail or a full name")
	command.Flags().BoolVar(&f.apply, "apply", false, "do it; without it nothing changes")
	command.MarkFlagsMutuallyExclusive("older", "person")
	return command
}

func (p *Program) run(ctx context.Context, f flags) (err error) {
	c, err := p.Config()
	if err != nil {
		return err
	}
	options, err := p.options(c, f)
	if err != nil {
		return err
	}
	settings, err := c.Importer()
	if err != nil {
		return err
	}
	j, err := p.Journal(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	settings.Logger, settings.Now = p.Logger(), p.Now
	d, err := desk.New(settings, nil, j)
	if err != nil {
		return err
	}
	report, err := forget.Run(ctx, d, options)
	if err == nil && options.Person != nil {
		err = errors.Join(elsewhere(ctx, c, d, *options.Person, &report), behind(ctx, c, d, *options.Person, &report))
	}
	if err != nil {
		return err
	}
	if p.JSON() {
		err = p.PrintJSON(report)
	} else {
		p.tell(report)
	}
	if err == nil && len(report.Kept) > 0 {
		err = p.Partial
	}
	return err
}

// options are what the flags and the config say.
func (p *Program) options(c *config.Config, f flags) (o forget.Options, err error) {
	o = forget.Options{Apply: f.apply, Deep: true}
	if me, err := user.Current(); err == nil {
		o.By = me.Username
	}
	switch {
	case f.person != "":
		person, says := forget.ParsePerson(f.person)
		if !says {
			return o, refusal.New(failure.Usage, wording.NewMessage("purge.person", f.person), wording.NewMessage("purge.person.way"))
		}
		o.Person = &person
	case f.older != "":
		age, err := retention.ParseAge(strings.TrimSpace(f.older))
		if err != nil {
			return o, refusal.New(failure.Usage, wording.NewMessage("purge.older", f.older), wording.NewMessage("purge.older.way"))
		}
		o.Ages = forget.Ages{Archive: age, Results: age, Failed: age, People: age}
	default:
		if o.Ages, err = c.Retention.Ages(c.File); err == nil && o.Ages.IsZero() {
			err = refusal.New(failure.Usage, wording.NewMessage("purge.nothing"), wording.NewMessage("purge.nothing.way"))
		}
	}
	return o, err
}
