package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

// maxClockSkew is how far this machine's clock may be from the supplier's before
// it is worth a word: `updated_since` and the lifetime of keys depend on both.
const maxClockSkew = 2 * time.Minute

func (a *app) checkCommand() *cobra.Command {
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
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), o) },
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

func (a *app) check(ctx context.Context, o checkOptions) error {
	report := checkReport{Drift: []drift.Change{}}
	add := report.adder(ctx)
	c, err := a.loadConfig()
	if err == nil && o.supplier != "" {
		if _, err := c.Of(o.supplier); err != nil {
			return err
		}
	}
	if add("config", "", err) {
		report.Checks[0].Detail = c.Describe()
		a.checkFeeds(c, add)
		a.checkPartners(c, &report, add)
		checkFolders(c, add)
		a.checkBucket(ctx, c, add)
		add("shop", c.DescribeShop(), nil)
		a.checkJournal(ctx, c, add)
		a.checkWaybills(ctx, c, add)
		a.checkChannels(ctx, c, add)
		for _, one := range c.Suppliers() {
			if o.supplier == "" || o.supplier == one.SupplierName() {
				report.take(one.SupplierName(), a.checkOne(ctx, one, o))
			}
		}
	}
	if err := a.reportCheck(c, report); err != nil {
		return err
	}
	for _, line := range report.Checks {
		if !line.OK {
			return quiet(line.Code)
		}
	}
	return nil
}

// adder adds a line to the report.
func (r *checkReport) adder(ctx context.Context) func(name, detail string, err error) bool {
	return func(name, detail string, err error) bool {
		line := terminal.CheckLine{Name: name, OK: err == nil, Detail: detail}
		if err != nil {
			line.Detail, line.Hint, line.Code = strings.TrimPrefix(oneline.Unbroken(err.Error()), name+": "), oneline.Unbroken(hintOf(err)), exitCode(ctx, err)
		}
		r.Checks = append(r.Checks, line)
		return err == nil
	}
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
func (a *app) checkOne(ctx context.Context, c *config.Config, o checkOptions) (report checkReport) {
	add := report.adder(ctx)
	if c.HasLists() {
		a.checkLists(ctx, c, o.acceptDrift, &report)
	}
	if c.HandsOver() {
		var looks []config.HandoverLook
		looks, report.OrderFile = c.LookAtHandover(ctx, a.lookupEnv)
		for _, look := range looks {
			add(look.Name, look.Detail, look.Err)
		}
	}
	switch {
	case c.HasAPI():
		a.checkSupplier(ctx, c, o, &report, add)
	case !c.HandsOver():
		add("orders", a.word("no_api"), nil)
	}
	return report
}

func (a *app) checkFeeds(c *config.Config, add func(name, detail string, err error) bool) {
	for _, name := range c.FeedNames() {
		feed := c.Feeds[name]
		detail := fmt.Sprintf("%s → %s", feed.Template, feed.Out)
		compiled, err := c.Feed(name)
		if err == nil {
			if err = reading.Check([]reading.Feed{compiled}); err == nil {
				err = compiled.CheckPlace()
			}
			if asked := compiled.Template.Requirements().String(); asked != "" {
				detail += "; " + asked
			}
		}
		add("feed "+name, detail, err)
	}
	_, err := c.Source("")
	add("order template", c.Inbox.Default.Template, err)
	for name, source := range c.Inbox.Sources {
		_, err := c.Source(name)
		add("source "+name, source.Template, err)
	}
}

// checkPartners checks the keys of feeds, and warns of what more people can read than should.
func (a *app) checkPartners(c *config.Config, report *checkReport, add func(name, detail string, err error) bool) {
	keys, err := c.FeedKeys(a.lookupEnv)
	var counts []string
	for _, name := range c.FeedNames() {
		if n := len(keys[name]); n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", name, n))
		}
	}
	if err != nil || len(counts) > 0 {
		add("feed keys", strings.Join(counts, ", ")+", not shown", err)
	}
	a.checkPage(c, add)
	for _, e := range c.Exposures() {
		report.Checks = append(report.Checks, terminal.CheckLine{Name: e.Of, OK: true, Warning: true, Detail: e.Detail, Hint: e.Mend})
	}
}

// checkPage checks that the page is open to nobody who has not logged in, as `run` will ask.
func (a *app) checkPage(c *config.Config, add func(name, detail string, err error) bool) {
	visitors, err := c.Access(a.lookupEnv, c.Accounts(a.logger()), nil, a.logger())
	if err == nil {
		err = c.CheckListen(c.HTTP.Listen, visitors.Configured())
	}
	if err != nil || visitors.Configured() {
		add("page", c.HTTP.Listen, err)
	}
}

// checkFolders writes a file into each folder and takes it away again.
func checkFolders(c *config.Config, add func(name, detail string, err error) bool) {
	folders := []string{c.Path(c.Inbox.Dir), c.Path(c.Inbox.Results), c.Path(c.Inbox.Archive), c.Path(c.Inbox.Failed), c.State()}
	for _, name := range c.FeedNames() {
		folders = append(folders, filepath.Dir(c.Path(c.Feeds[name].Out)))
	}
	seen := map[string]bool{}
	for _, dir := range folders {
		if !seen[dir] {
			seen[dir] = true
			detail, err := tryFolder(dir)
			add("folder "+dir, detail, err)
		}
	}
}

func tryFolder(dir string) (string, error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		parent := filepath.Dir(dir)
		if _, err := os.Stat(parent); err != nil && parent != dir {
			return tryFolder(parent)
		}
		if _, err := tryFolder(parent); err != nil {
			return "", err
		}
		return "not there yet, can be made", nil
	}
	f, err := os.CreateTemp(dir, ".dropbridge-check-*")
	if err != nil {
		return "", &exitError{code: exitFailed, err: err, hint: "give this user the right to write there, or name another folder in the config"}
	}
	return "writable", errors.Join(f.Close(), os.Remove(f.Name()))
}

// checkBucket writes an object, reads, lists and removes it, and tells whether two processes
// that write at once are kept apart.
func (a *app) checkBucket(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	if c.Files == "" {
		return
	}
	var can bucket.Abilities
	behind, err := c.Bucket()
	if err == nil {
		can, err = behind.Probe(ctx)
	}
	detail := a.word("bucket_guarded", c.Bucketed())
	if !can.Create || !can.Replace {
		detail = a.word("bucket_unguarded", c.Bucketed())
	}
	add("files", detail, err)
}

func (a *app) checkJournal(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	shown := c.JournalAddress()
	if scheme, _, ok := strings.Cut(shown, "://"); ok {
		shown = scheme + "://…" // the address may hold a password
	}
	if c.JournalGone() {
		add("journal", shown, doubt.MissingJournal(c.JournalAddress()))
		return
	}
	j, err := a.openJournal(ctx, c)
	if err == nil {
		var adopted string
		adopted, err = checkTrust(ctx, c, j)
		shown += adopted
		err = errors.Join(err, j.Close())
	}
	if why, ok := errors.AsType[*told.Doubt](err); ok && why.Code == told.DoubtAccount {
		add("journal", shown, nil)
		add("account", "", err)
		return
	}
	if add("journal", shown, err) {
		add("account", oneline.Unbroken(c.Account()), nil)
	}
}

// checkTrust checks that the journal is the one of these folders and of this account, and
// says when another one was adopted.
func checkTrust(ctx context.Context, c *config.Config, j *journal.Journal) (adopted string, err error) {
	settings, err := c.Importer()
	if err != nil {
		return "", nil // said above
	}
	if err := doubt.Examine(ctx, settings, j); err != nil {
		return "", err
	}
	identity, err := j.Identity(ctx)
	if err == nil && !identity.AdoptedAt.IsZero() {
		adopted = fmt.Sprintf(", adopted on %s by %s", identity.AdoptedAt.Local().Format(time.DateTime), oneline.Unbroken(identity.AdoptedBy))
	}
	return adopted, err
}

// checkSupplier tests the mapping, the orders that it makes, and each list of the supplier.
func (a *app) checkSupplier(ctx context.Context, c *config.Config, o checkOptions, report *checkReport, add func(name, detail string, err error) bool) {
	products := listed(report.Lists)
	mapping, err := c.Mapping()
	usable := add("mapping", c.Supplier.Mapping, err)
	if usable {
		a.checkOperations(c, mapping, report, add)
	}
	if usable && !c.HandsOver() {
		at := len(report.Checks) // the line of orders stands here, and its examples are of products that are read below
		defer func() {
			lines := report.Checks[at:]
			report.Checks = slices.Clone(report.Checks[:at])
			report.Requests = append(report.Requests, a.checkOrders(c, mapping, products, o.approve, add)...)
			report.Checks = append(report.Checks, lines...)
		}()
	}
	if c.Supplier.BaseURL != "" {
		_, err = c.Token(a.lookupEnv)
		usable = add("token", "found, and not shown", err) && usable
	}
	if !usable {
		return
	}
	conn, err := a.connect(ctx, c)
	if err != nil {
		add("supplier", "", err)
		return
	}
	add("supplier", conn.shown, nil)
	var skew supplier.Opt[time.Duration]
	var unreadable []string
	say := func(line terminal.CheckLine) { report.Checks = append(report.Checks, line) }
	shut := false
	for _, result := range conn.client.Probe(ctx) {
		ok := add(result.Operation, fmt.Sprintf("answered, %d read", result.Items), result.Err)
		if len(result.Unreadable) > 0 {
			sayUnreadable(&report.Checks[len(report.Checks)-1], result.Unreadable)
		}
		if result.ClockSkew.Known {
			skew = result.ClockSkew
		}
		if !ok {
			unreadable = append(unreadable, result.Operation)
		}
		if shut = !ok && exitCode(ctx, result.Err) == exitSupplier; shut {
			break // out of reach, or the token refused: the others would only say the same
		}
	}
	if !shut {
		report.Drift = append(report.Drift, a.checkAnswers(ctx, c, conn.client, unreadable, o.acceptDrift, say)...)
		products = append(checkPages(ctx, c, conn.client, unreadable, add, say), products...)
	}
	if !c.HandsOver() {
		add("idempotency", conn.client.Idempotency().Describe(), nil)
	}
	if skew.Known {
		checkClock(skew.Value, add)
	}
	if err := conn.close(); err != nil {
		add("supplier", "", err)
	}
}

// checkOperations says what the mapping does not have and what comes of that: without products
// no feed can be built, unless they are a price list.
func (a *app) checkOperations(c *config.Config, m *mapping.Program, report *checkReport, add func(name, detail string, err error) bool) {
	warn := func(name, detail, hint string) {
		report.Checks = append(report.Checks, terminal.CheckLine{Name: name, OK: true, Warning: true, Detail: detail, Hint: hint})
	}
	if missing := supplier.NoOperation("products"); m.Products.Path == "" && !c.HasLists() {
		if len(c.Feeds) > 0 {
			add("products", "", missing)
		} else {
			warn("products", missing.Error(), oneline.Unbroken(hintOf(missing)))
		}
	}
	if m.CreatesOrders() && m.Orders.Path == "" && m.Find.Path == "" && !c.HandsOver() {
		warn("order list", a.word("check_text.no_order_list"), a.word("check_text.no_order_list_way"))
	}
}

// listed are some products of the config's price lists, for examples of orders.
func listed(lists []pricelist.Read) (out []orderbody.Product) {
	for _, list := range lists {
		for _, column := range list.Columns {
			if column.Role != form.SKU {
				continue
			}
			for _, sku := range column.Examples {
				out = append(out, orderbody.Product{SKU: sku})
			}
		}
	}
	return out
}

// sayUnreadable says in a check's line which products could not be read: feeds leave them
// out, and are made all the same.
func sayUnreadable(line *terminal.CheckLine, odd []supplier.Unreadable) {
	for i := range odd {
		line.Detail += "; left out of feeds, since it cannot be read: " + oneline.Unbroken(odd[i].String())
	}
	line.Hint = oneline.Unbroken(odd[0].Mend)
}

// checkWaybills says of each waybill file whether it can be written.
func (a *app) checkWaybills(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	for _, source := range c.WaybillSources() {
		settings, _ := c.WaybillsOf(source)
		name := "waybills " + source
		if source == "" {
			name = "waybills inbox"
		}
		file, err := c.WaybillFile(source)
		if err == nil {
			_, err = tryFolder(filepath.Dir(file.Out))
		}
		if err == nil {
			err = a.checkWaybillFile(ctx, c, source, *file)
		}
		add(name, fmt.Sprintf("%s → %s, writable", settings.Template, settings.Out), err)
	}
}

// checkWaybillFile asks the journal whether the file that is there is ours.
func (a *app) checkWaybillFile(ctx context.Context, c *config.Config, source string, file waybill.File) error {
	if c.JournalGone() {
		return nil // said above; nothing is made for a look
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(keeper.Check(ctx, j, c.Account(), source, file, c.Reasons()), j.Close())
}

func checkClock(skew time.Duration, add func(name, detail string, err error) bool) {
	var err error
	if skew.Abs() > maxClockSkew {
		err = &exitError{code: exitFailed, err: fmt.Errorf("this machine's clock is %s from the supplier's", skew.Abs().Round(time.Second)),
			hint: "set the clock of this machine by NTP"}
	}
	add("clock", fmt.Sprintf("within %s of the supplier's", max(skew.Abs(), time.Second).Round(time.Second)), err)
}

func (a *app) reportCheck(c *config.Config, report checkReport) error {
	if a.jsonOutput {
		return a.printJSON(report)
	}
	a.people().Checks(report.Checks)
	a.printRequests(c, report.Requests)
	a.people().OrderFile(report.OrderFile)
	return nil
}

// checkLists reads the config's price lists and says column by column how.
func (a *app) checkLists(ctx context.Context, c *config.Config, accept bool, report *checkReport) {
	lists, err := a.lists(c)
	if err == nil {
		report.Lists, err = lists.Look(ctx, accept)
	}
	fail := func(err error) {
		text, hint := errorIn(err, c.Spoken())
		report.Checks = append(report.Checks, terminal.CheckLine{Name: "price list", Detail: oneline.Unbroken(text), Hint: oneline.Unbroken(hint), Code: exitCode(ctx, err)})
	}
	if err != nil {
		fail(err)
	}
	changed := false
	for _, read := range report.Lists {
		report.Checks = append(report.Checks, terminal.ListLines(read, accept, c.Spoken())...)
		report.Drift = append(report.Drift, terminal.ListDrift(read)...)
		changed = changed || len(read.Changes) > 0 && !accept
	}
	if err != nil || changed { // an export would stop there
		return
	}
	trial, err := lists.Try(ctx)
	if err == nil {
		report.Checks = append(report.Checks, terminal.TrialLines(trial, c.Spoken())...)
		err = exporter.CheckReadable(c.Supplier.Unreadable, trial.Unreadable, int64(trial.Products+len(trial.Unreadable)))
	}
	if err != nil {
		fail(err)
	}
}
