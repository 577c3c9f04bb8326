package checking

import (
	"context"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// maxClockSkew is how far this machine's clock may be from the supplier's before
// it is worth a word: `updated_since` and the lifetime of keys depend on both.
const maxClockSkew = 2 * time.Minute

// checkSupplier tests the mapping, the orders that it makes, and each list of the supplier.
func (p *Program) checkSupplier(ctx context.Context, c *config.Config, o checkOptions, report *checkReport, add func(name, detail string, err error) bool) {
	products := listed(report.Lists)
	mapping, err := c.Mapping()
	usable := add("mapping", c.Supplier.Mapping, err)
	if usable {
		p.checkOperations(c, mapping, report, add)
	}
	if usable && !c.HandsOver() {
		at := len(report.Checks) // the line of orders stands here, and its examples are of products that are read below
		defer func() {
			lines := report.Checks[at:]
			report.Checks = slices.Clone(report.Checks[:at])
			report.Requests = append(report.Requests, p.checkOrders(c, mapping, products, o.approve, add)...)
			report.Checks = append(report.Checks, lines...)
		}()
	}
	if c.Supplier.BaseURL != "" {
		_, err = c.Token(p.LookupEnv)
		usable = add("token", p.Say("check_text.token"), err) && usable
	}
	if !usable {
		return
	}
	conn, err := p.Connect(ctx, c)
	if err != nil {
		add("supplier", "", err)
		return
	}
	add("supplier", conn.Shown, nil)
	skew, seen := p.readLists(ctx, c, conn.Client, o, report, add)
	products = append(seen, products...)
	if !c.HandsOver() {
		add("idempotency", p.describePromise(conn.Client.Idempotency()), nil)
	}
	if skew.Known {
		p.checkClock(skew.Value, add)
	}
	if err := conn.Close(); err != nil {
		add("supplier", "", err)
	}
}

// readLists reads each list of the supplier, and what the answers hold: how far his clock is off,
// and some products for the examples of orders.
func (p *Program) readLists(ctx context.Context, c *config.Config, client *client.Client, o checkOptions, report *checkReport, add func(name, detail string, err error) bool) (skew supplier.Opt[time.Duration], products []orderbody.Product) {
	var unreadable []string
	for _, result := range client.Probe(ctx) {
		ok := add(result.Operation, p.Say("check_text.answered", result.Items), result.Err)
		if len(result.Unreadable) > 0 {
			p.sayUnreadable(&report.Checks[len(report.Checks)-1], result.Unreadable)
		}
		if result.ClockSkew.Known {
			skew = result.ClockSkew
		}
		if !ok {
			unreadable = append(unreadable, result.Operation)
		}
		if !ok && p.Away(ctx, result.Err) {
			return skew, nil // out of reach, or the token refused: the others would only say the same
		}
	}
	say := func(line terminal.CheckLine) { report.Checks = append(report.Checks, line) }
	report.Drift = append(report.Drift, p.checkAnswers(ctx, c, client, unreadable, o.acceptDrift, say)...)
	return skew, checkPages(ctx, c, client, unreadable, add, say)
}

// checkOperations says what the mapping does not have and what comes of that: without products
// no feed can be built, unless they are a price list.
func (p *Program) checkOperations(c *config.Config, m *mapping.Program, report *checkReport, add func(name, detail string, err error) bool) {
	warn := func(name, detail, hint string) {
		report.Checks = append(report.Checks, terminal.CheckLine{Name: name, OK: true, Warning: true, Detail: detail, Hint: hint})
	}
	if missing := supplier.NoOperation("products"); m.Products.Path == "" && !c.HasLists() {
		hint := p.Hint(&supplier.Error{At: c.SupplierAt(), Err: missing})
		if len(c.Feeds) > 0 {
			add("products", "", failure.Mistake(hint, "%w", missing))
		} else {
			warn("products", missing.Error(), oneline.Unbroken(hint))
		}
	}
	if m.CreatesOrders() && m.Orders.Path == "" && m.Find.Path == "" && !c.HandsOver() {
		warn("order list", p.Say("check_text.no_order_list", c.SupplierAt()), p.Say("check_text.no_order_list_way"))
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
func (p *Program) sayUnreadable(line *terminal.CheckLine, odd []supplier.Unreadable) {
	for i := range odd {
		line.Detail += "; " + p.Say("check_text.left_out", oneline.Unbroken(odd[i].String()))
	}
	line.Hint = oneline.Unbroken(odd[0].Mend)
}

// describePromise says what the supplier promises of an order that is sent twice.
func (p *Program) describePromise(i supplier.Idempotency) string {
	switch i.Kind {
	case supplier.IdempotencyExternalID:
		return p.Say("check_text.one_external_id")
	case supplier.IdempotencyKey:
		return p.Say("check_text.one_key", i.Lifetime.String())
	}
	return p.Say("check_text.no_promise")
}

func (p *Program) checkClock(skew time.Duration, add func(name, detail string, err error) bool) {
	var err error
	if skew.Abs() > maxClockSkew {
		err = refusal.New(failure.Other, wording.NewMessage("check_text.clock_off", skew.Abs().Round(time.Second).String()), wording.NewMessage("check_text.clock_off_way"))
	}
	add("clock", p.Say("check_text.clock", max(skew.Abs(), time.Second).Round(time.Second).String()), err)
}

// checkLists reads the config's price lists and says column by column how.
func (p *Program) checkLists(ctx context.Context, c *config.Config, accept bool, report *checkReport) {
	lists, err := p.Lists(c)
	if err == nil {
		report.Lists, err = lists.Look(ctx, accept)
	}
	fail := func(err error) {
		text, hint := p.Said(err, c.Spoken())
		report.Checks = append(report.Checks, terminal.CheckLine{Name: "price list", Detail: oneline.Joined(text), Hint: oneline.Unbroken(hint), Code: p.Code(ctx, err)})
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
