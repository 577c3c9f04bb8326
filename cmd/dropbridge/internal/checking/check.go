package checking

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

// Command is the command `check`.
func (p *Program) Command() *cobra.Command {
	var o checkOptions
	command := &cobra.Command{
		Use:   "check",
		Short: "Test the config, the token, the supplier, the folders and the clock",
		Long: `Tests one thing after the other and prints a line for each, with the mend where
it fails. Nothing is posted: of each list of the supplier one row is read, then up
to fifty, to compare them with those of earlier checks: a value that used to be there
and is gone, another type, a new word of a vocabulary, prices of another size. Then two
pages of each list are read whole, each row as an export or an import reads it. A price list is read as a whole
and shown column by column, and a column that changes later is said.

With a mapping of your own no order is posted until you have looked at the requests
that would be sent, which are shown here, and approved them with --approve-orders. The
approval ends when the address changes, or what the mapping says of orders.`,
		Example: "  dropbridge check\n  dropbridge check --approve-orders\n  dropbridge check --accept-drift\n  dropbridge --config shop/dropbridge.yaml check --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.check(cmd.Context(), o) },
	}
	command.Flags().BoolVar(&o.approve, "approve-orders", false, "show the requests that would be sent for new orders, and approve exactly those")
	command.Flags().StringVar(&o.supplier, "supplier", "", "of several suppliers the one that is tested (default: all)")
	command.Flags().BoolVar(&o.acceptDrift, "accept-drift", false, "take the supplier's answers as they are now for the normal ones")
	return command
}

// checkOptions are what a check settles beside looking.
type checkOptions struct {
	approve     bool // the requests that would be sent for new orders
	acceptDrift bool // the answers as they are now

	supplier string // of several the only one that is looked at
}

// checkReport is all that a check found.
type checkReport struct {
	Checks   []terminal.CheckLine `json:"checks"`
	Requests []mapping.DryRun     `json:"order_requests,omitempty"` // that somebody should look at
	Drift    []drift.Change       `json:"drift"`
	Lists    []pricelist.Read     `json:"lists,omitempty"` // how price lists are read, column by column

	OrderFile *handover.Preview `json:"order_file,omitempty"` // where orders go out as files
}

func (p *Program) check(ctx context.Context, o checkOptions) error {
	report := checkReport{Drift: []drift.Change{}}
	add := report.adder(ctx, p)
	c, err := p.Config()
	if err == nil && o.supplier != "" {
		if _, err := c.Of(o.supplier); err != nil {
			return err
		}
	}
	if add("config", "", err) {
		report.Checks[0].Detail = p.describe(c)
		p.checkFeeds(c, add)
		p.checkPartners(c, &report, add)
		checkSFTP(c, p.Say, add)
		p.checkIntake(c, &report, add)
		p.checkSheets(ctx, c, add)
		p.checkFolders(c, add)
		p.checkBucket(ctx, c, add)
		add("shop", p.describeShop(c), nil)
		p.checkJournal(ctx, c, add)
		p.checkBackup(ctx, c, &report, add)
		p.checkWaybills(ctx, c, add)
		p.checkBooks(c, add)
		p.Channels(ctx, c, add)
		for _, one := range c.Suppliers() {
			if o.supplier == "" || o.supplier == one.SupplierName() {
				report.take(one.SupplierName(), p.checkOne(ctx, one, o))
			}
		}
	}
	if err := p.reportCheck(c, report); err != nil {
		return err
	}
	for _, line := range report.Checks {
		if !line.OK {
			return p.Quiet(line.Code)
		}
	}
	return nil
}

// adder adds a line to the report.
func (r *checkReport) adder(ctx context.Context, p *Program) func(name, detail string, err error) bool {
	return func(name, detail string, err error) bool {
		line := terminal.CheckLine{Name: name, OK: err == nil, Detail: detail}
		if err != nil {
			what, way := p.told(err)
			line.Detail, line.Hint, line.Code = strings.TrimPrefix(oneline.Joined(what), name+": "), oneline.Unbroken(way), p.Code(ctx, err)
		}
		r.Checks = append(r.Checks, line)
		return err == nil
	}
}

// told is an error and what would fix it. The error is in the language of the config where the catalogue
// has the whole of it, else in English, so that no line has two; what would fix it has a line of its own.
func (p *Program) told(err error) (what, way string) {
	whole, ok := errors.AsType[failure.Teller](err)
	if ok && whole.Error() == err.Error() {
		return whole.Say(p.People().Language)
	}
	_, way = failure.Said(err, p.People().Language)
	return err.Error(), cmp.Or(way, p.Hint(err))
}

// describe says which config was read.
func (p *Program) describe(c *config.Config) string {
	if c.Absent {
		return p.Say("check_text.no_config", c.File)
	}
	return c.File
}

// describeShop says what YML feeds will say of the shop.
func (p *Program) describeShop(c *config.Config) string {
	if c.ShopUnset {
		return p.Say("check_text.no_shop", c.Shop.Name, c.Shop.URL)
	}
	return c.Shop.Name + ", " + c.Shop.URL
}

// take adds what was found of a supplier, whose name the lines have where he is one of several.
func (r *checkReport) take(name string, of checkReport) {
	for _, line := range of.Checks {
		if name != "" {
			line.Name = name + ": " + line.Name
		}
		r.Checks = append(r.Checks, line)
	}
	r.Requests, r.Drift, r.Lists = append(r.Requests, of.Requests...), append(r.Drift, of.Drift...), append(r.Lists, of.Lists...)
	if of.OrderFile != nil {
		r.OrderFile = of.OrderFile
	}
}

// checkOne tests all that belongs to one supplier.
func (p *Program) checkOne(ctx context.Context, c *config.Config, o checkOptions) (report checkReport) {
	add := report.adder(ctx, p)
	if c.HasLists() {
		p.checkLists(ctx, c, o.acceptDrift, &report)
	}
	if c.HandsOver() {
		var looks []handoverLook
		looks, report.OrderFile = lookAtHandover(ctx, c, p.LookupEnv)
		for _, look := range looks {
			add(look.name, look.detail, look.err)
		}
	}
	switch {
	case c.HasAPI():
		p.checkSupplier(ctx, c, o, &report, add)
	case !c.HandsOver():
		add("orders", p.Say("no_api", c.SupplierAt()), nil)
	}
	return report
}

func (p *Program) reportCheck(c *config.Config, report checkReport) error {
	if p.JSON() {
		return p.PrintJSON(report)
	}
	p.People().Checks(report.Checks)
	p.printRequests(c, report.Requests)
	p.People().OrderFile(report.OrderFile)
	return nil
}
