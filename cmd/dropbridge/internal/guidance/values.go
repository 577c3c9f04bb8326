package guidance

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Values are where the words come from that a shell completes. Whoever presses the key sees no
// error: where the config or the journal cannot be read nothing is offered.
type Values struct {
	Config func() (*config.Config, error)
	Orders func(context.Context) ([]string, error) // numbers of the orders that are at hand; it only reads
	Now    func() time.Time
}

// longest is how long the journal is waited for: a person has pressed a key.
const longest = time.Second

// shownMonths is how many months back are offered.
const shownMonths = 12

// offer is what may stand in one place.
type offer func(cmd *cobra.Command) ([]string, error)

// Attach teaches the commands below root, for flags and arguments.
func (v Values) Attach(root *cobra.Command) {
	flags := map[string]offer{
		"feed": v.feeds, "source": v.sources, "supplier": v.suppliers, "template": v.templates, "month": v.months, "kind": kinds, "state": states,
	}
	arguments := map[string]offer{
		"export": v.feeds, "retry": v.orders, "resolve": v.orders, "status": v.orders, "templates show": v.allTemplates,
	}
	var walk func(*cobra.Command)
	walk = func(command *cobra.Command) {
		for name, values := range flags {
			if command.LocalNonPersistentFlags().Lookup(name) != nil {
				_ = command.RegisterFlagCompletionFunc(name, values.complete(name == "template")) // it fails for unknown flags alone
			}
		}
		if values, ok := arguments[strings.TrimPrefix(command.CommandPath(), root.Name()+" ")]; ok {
			command.ValidArgsFunction = values.complete(false)
		}
		for _, sub := range command.Commands() {
			walk(sub)
		}
	}
	walk(root)
	manual(root)
}

// complete is the offer as cobra asks for it: without what stands there already. files: it may
// be a file as well.
func (o offer) complete(files bool) cobra.CompletionFunc {
	directive := cobra.ShellCompDirectiveNoFileComp
	if files {
		directive = cobra.ShellCompDirectiveDefault
	}
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		values, err := o(cmd)
		if err != nil {
			return nil, directive
		}
		return slices.DeleteFunc(values, func(value string) bool {
			return !strings.HasPrefix(value, begun) || slices.Contains(args, value)
		}), directive
	}
}

// ofConfig are words that the config has.
func (v Values) ofConfig(words func(*config.Config) ([]string, error)) ([]string, error) {
	c, err := v.Config()
	if err != nil {
		return nil, err
	}
	return words(c)
}

func (v Values) feeds(*cobra.Command) ([]string, error) {
	return v.ofConfig(func(c *config.Config) ([]string, error) { return c.FeedNames(), nil })
}

func (v Values) suppliers(*cobra.Command) ([]string, error) {
	return v.ofConfig(func(c *config.Config) ([]string, error) { return c.SupplierNames(), nil })
}

func (v Values) sources(*cobra.Command) ([]string, error) {
	return v.ofConfig(func(c *config.Config) ([]string, error) {
		return slices.Sorted(maps.Keys(c.Inbox.Sources)), nil
	})
}

// templates are those of the kind that a command's --template takes.
func (v Values) templates(cmd *cobra.Command) ([]string, error) {
	kind, known := map[string]templates.Kind{"export": templates.Feed, "inspect": templates.Orders}[cmd.Name()]
	if !known {
		kind = templates.Ledger
	}
	return v.ofConfig(func(c *config.Config) ([]string, error) { return c.TemplateSet().Names(kind) })
}

// allTemplates are those of every kind, each name once.
func (v Values) allTemplates(*cobra.Command) ([]string, error) {
	return v.ofConfig(func(c *config.Config) (names []string, err error) {
		list, err := c.TemplateSet().List()
		for _, info := range list {
			names = append(names, info.Name)
		}
		slices.Sort(names)
		return slices.Compact(names), err
	})
}

func (v Values) orders(cmd *cobra.Command) ([]string, error) {
	ctx := cmd.Context()
	if ctx == nil { // so the library has it while it completes
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	return v.Orders(ctx)
}

// months are this one and those before, the latest first.
func (v Values) months(*cobra.Command) (months []string, err error) {
	now := v.Now()
	for back := range shownMonths {
		months = append(months, time.Date(now.Year(), now.Month()-time.Month(back), 1, 0, 0, 0, 0, time.UTC).Format(wording.MonthLayout))
	}
	return months, nil
}

func kinds(*cobra.Command) (names []string, err error) {
	for _, kind := range templates.Kinds {
		names = append(names, string(kind))
	}
	return names, nil
}

func states(*cobra.Command) ([]string, error) { return slices.Clone(overview.States()), nil }
