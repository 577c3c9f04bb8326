package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

func (a *app) templatesCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "templates",
		Short: "List the feed, order-file, waybill-file, supplier, ledger, act and bank templates",
		Example: `  dropbridge templates
  dropbridge templates show csv > templates/feeds/mine.yaml`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.listTemplates() },
	}
	var kind string
	show := &cobra.Command{
		Use:     "show NAME",
		Short:   "Print a template, as a start for your own",
		Example: "  dropbridge templates show yml > my-feed.yaml",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.showTemplate(templates.Kind(kind), args[0]) },
	}
	show.Flags().StringVar(&kind, "kind", "", "feed, orders, supplier, ledger, waybills, handover, tracking or act, where several templates have the name; without it the first of these")
	command.AddCommand(show)
	return command
}

func (a *app) listTemplates() error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	list, err := c.TemplateSet().List()
	if err != nil {
		return failure.Mistake("", "%w", err)
	}
	if a.jsonOutput {
		return a.printJSON(list)
	}
	table := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, a.word("templates.columns"))
	for _, info := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", info.Kind, info.Name, info.Format, info.Description)
	}
	return table.Flush()
}

func (a *app) showTemplate(kind templates.Kind, name string) error {
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	list, err := c.TemplateSet().List()
	if err != nil {
		return failure.Mistake("", "%w", err)
	}
	var found []templates.Info
	for _, info := range list {
		if (info.Name == name || info.Name == templates.Renamed(info.Kind, name)) && (kind == "" || info.Kind == kind) {
			found = append(found, info)
		}
	}
	switch len(found) {
	case 0:
		return said(exitUsage, wording.NewMessage("templates.unknown", name), wording.NewMessage("templates.unknown.way"), nil)
	case 1:
	default: // the kinds are in order, feeds first
		for _, other := range found[1:] {
			fmt.Fprintln(a.stderr, a.word("templates.two", found[0].Kind, name, other.Kind))
		}
	}
	name = found[0].Name
	data, file, err := c.TemplateSet().Read(found[0].Kind, name)
	if err != nil {
		return err
	}
	shown := shownTemplate{Name: name, Kind: found[0].Kind, YAML: string(data)}
	if found[0].Kind == templates.Feed {
		compiled, err := template.Compile(file, data)
		if err != nil {
			return failure.Mistake(failure.Hint(err), "%w", err)
		}
		asked := compiled.Requirements()
		shown.Requirements = &asked
	}
	if a.jsonOutput {
		return a.printJSON(shown)
	}
	if _, err = a.stdout.Write(data); err == nil && shown.Requirements != nil {
		fmt.Fprintf(a.stderr, "%s: %s\n", name, shown.Said().In(a.spoken())) // beside the copy, not in it
	}
	return err
}

// shownTemplate is what `templates show --json` prints.
type shownTemplate struct {
	Name string         `json:"name"`
	Kind templates.Kind `json:"kind"`
	YAML string         `json:"yaml"`
	*template.Requirements
}
