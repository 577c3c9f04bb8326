package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// maxClockSkew is how far this machine's clock may be from the supplier's before
// it is worth a word: `updated_since` and the lifetime of keys depend on both.
const maxClockSkew = 2 * time.Minute

func (a *app) checkCommand() *cobra.Command {
	var approve bool
	command := &cobra.Command{
		Use:   "check",
		Short: "Test the config, the token, the supplier, the folders and the clock",
		Long: `Tests one thing after the other and prints a line for each, with the mend where
it fails. Nothing is posted: each list of the supplier is read once, one row long.

With a mapping of your own no order is posted until you have looked at the requests
that would be sent, which are shown here, and approved them with --approve-orders. The
approval ends when the address changes, or what the mapping says of orders.`,
		Example: "  dropbridge check\n  dropbridge check --approve-orders\n  dropbridge --config shop/dropbridge.yaml check --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), approve) },
	}
	command.Flags().BoolVar(&approve, "approve-orders", false, "show the requests that would be sent for new orders, and approve exactly those")
	return command
}

// checkLine is the outcome of one check.
type checkLine struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Hint   string `json:"hint,omitempty"`
	code   int
}

func (a *app) check(ctx context.Context, approve bool) error {
	var lines []checkLine
	var requests []supplier.DryRun
	add := func(name, detail string, err error) bool {
		line := checkLine{Name: name, OK: err == nil, Detail: detail}
		if err != nil {
			line.Detail, line.Hint, line.code = strings.TrimPrefix(oneLine(err.Error()), name+": "), oneLine(hintOf(err)), exitCode(ctx, err)
		}
		lines = append(lines, line)
		return err == nil
	}
	c, err := a.loadConfig()
	if add("config", "", err) {
		lines[0].Detail = c.describe()
		a.checkFeeds(c, add)
		c.checkFolders(add)
		add("shop", c.describeShop(), nil)
		a.checkJournal(ctx, c, add)
		requests = a.checkSupplier(ctx, c, approve, add)
	}
	if err := a.reportCheck(c, lines, requests); err != nil {
		return err
	}
	for _, line := range lines {
		if !line.OK {
			return quiet(line.code)
		}
	}
	return nil
}

// describe says which config was read.
func (c *config) describe() string {
	if _, err := os.Stat(c.file); err != nil {
		return "no " + c.file + " here: the defaults"
	}
	return c.file
}

// describeShop says what YML feeds will say of the shop.
func (c *config) describeShop() string {
	if c.shopUnset {
		return fmt.Sprintf("not set: YML feeds say %q and %s; set shop: {name, company, url} before a marketplace reads them", c.Shop.Name, c.Shop.URL)
	}
	return fmt.Sprintf("%s, %s", c.Shop.Name, c.Shop.URL)
}

func (a *app) checkFeeds(c *config, add func(name, detail string, err error) bool) {
	for _, name := range c.feedNames() {
		feed := c.Feeds[name]
		_, err := c.feed(name, feed, c.path(feed.Out))
		add("feed "+name, fmt.Sprintf("%s → %s", feed.Template, feed.Out), err)
	}
	_, err := c.source("")
	add("order template", c.Inbox.Default.Template, err)
	for name, source := range c.Inbox.Sources {
		_, err := c.source(name)
		add("source "+name, source.Template, err)
	}
}

// checkFolders writes a file into each folder and takes it away again.
func (c *config) checkFolders(add func(name, detail string, err error) bool) {
	folders := []string{c.path(c.Inbox.Dir), c.path(c.Inbox.Results), c.path(c.Inbox.Archive), c.path(c.Inbox.Failed), c.path("state")}
	for _, name := range c.feedNames() {
		folders = append(folders, filepath.Dir(c.path(c.Feeds[name].Out)))
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

func (a *app) checkJournal(ctx context.Context, c *config, add func(name, detail string, err error) bool) {
	j, err := a.openJournal(ctx, c)
	if err == nil {
		err = j.Close()
	}
	shown := c.journal()
	if scheme, _, ok := strings.Cut(shown, "://"); ok {
		shown = scheme + "://…" // the address may hold a password
	}
	add("journal", shown, err)
}

// checkSupplier gives the requests that somebody should look at.
func (a *app) checkSupplier(ctx context.Context, c *config, approve bool, add func(name, detail string, err error) bool) (requests []supplier.DryRun) {
	mapping, err := loadMapping(c)
	usable := add("mapping", c.Supplier.Mapping, err)
	if usable {
		requests = a.checkOrders(c, mapping, approve, add)
	}
	if c.Supplier.BaseURL != "" {
		_, err = a.token(c)
		usable = add("token", "found, and not shown", err) && usable
	}
	if !usable {
		return requests
	}
	conn, err := a.connect(ctx, c)
	if err != nil {
		add("supplier", "", err)
		return requests
	}
	add("supplier", conn.shown, nil)
	var skew supplier.Opt[time.Duration]
	for _, result := range conn.client.Probe(ctx) {
		ok := add(result.Operation, fmt.Sprintf("answered, %d read", result.Items), result.Err)
		if result.ClockSkew.Known {
			skew = result.ClockSkew
		}
		if !ok && exitCode(ctx, result.Err) == exitSupplier {
			break // out of reach, or the token refused: the others would only say the same
		}
	}
	add("idempotency", describeIdempotency(conn.client.Idempotency()), nil)
	if skew.Known {
		checkClock(skew.Value, add)
	}
	if err := conn.close(); err != nil {
		add("supplier", "", err)
	}
	return requests
}

func checkClock(skew time.Duration, add func(name, detail string, err error) bool) {
	var err error
	if skew.Abs() > maxClockSkew {
		err = &exitError{code: exitFailed, err: fmt.Errorf("this machine's clock is %s from the supplier's", skew.Abs().Round(time.Second)),
			hint: "set the clock of this machine by NTP"}
	}
	add("clock", fmt.Sprintf("within %s of the supplier's", max(skew.Abs(), time.Second).Round(time.Second)), err)
}

func describeIdempotency(i supplier.Idempotency) string {
	switch i.Kind {
	case "external_id":
		return "an order sent twice under one external id is one order"
	case "key":
		return fmt.Sprintf("an order sent twice with one key within %s is one order", i.Lifetime)
	}
	return "nothing promised: an order whose outcome is unknown is never sent again and waits for a person"
}

func (a *app) reportCheck(c *config, lines []checkLine, requests []supplier.DryRun) error {
	if a.jsonOutput {
		report := map[string]any{"checks": lines}
		if len(requests) > 0 {
			report["order_requests"] = requests
		}
		return a.printJSON(report)
	}
	for _, line := range lines {
		mark := "ok  "
		if !line.OK {
			mark = "FAIL"
		}
		a.printf("%s  %s: %s\n", mark, line.Name, oneLine(line.Detail))
		if line.Hint != "" {
			a.printf("      hint: %s\n", line.Hint)
		}
	}
	a.printRequests(c, requests)
	return nil
}
