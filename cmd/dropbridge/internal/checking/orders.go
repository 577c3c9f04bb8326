package checking

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkOrders checks whether orders may be posted, approves them where that is asked for,
// and gives the requests of example orders that a mapping of the user's own would send. The
// examples order those products, where any could be read.
func (p *Program) checkOrders(c *config.Config, mapping *mapping.Program, products []orderbody.Product, approve bool, add func(name, detail string, err error) bool) (shown []mapping.DryRun) {
	guard := c.Guard(mapping)
	switch {
	case !mapping.CreatesOrders() && approve:
		add("orders", "", guard.Allowed())
		return nil
	case !mapping.CreatesOrders():
		add("orders", p.Say("check_text.no_create_order"), nil)
		return nil
	case !guard.Needed():
		add("orders", p.Say("check_text.no_approval"), nil)
		return nil
	}
	shown, err := mapping.DryRun(products...)
	if err != nil {
		add("orders", "", failure.Mended(failure.Config, wording.NewMessage("check_requests.mend"), "%w", err))
		return shown
	}
	if approve {
		add("orders", p.Say("check_text.approved"), guard.Approve())
		return shown
	}
	at, err := guard.Given()
	if err != nil {
		disabled := refusal.Around("check_requests.disabled", err)
		disabled.Way, disabled.Kind = wording.NewMessage("check_requests.look"), failure.Config
		err = disabled
	} else if !p.JSON() {
		shown = nil // somebody has seen them
	}
	add("orders", p.Say("check_text.approved_on", at.Local().Format(time.DateTime)), err)
	return shown
}

// printRequests shows what would be sent.
func (p *Program) printRequests(c *config.Config, runs []mapping.DryRun) {
	if len(runs) == 0 {
		return
	}
	say := func(key string, values ...any) { fmt.Fprintf(p.Out, "  %s\n", oneline.Unbroken(p.Say(key, values...))) }
	fmt.Fprintf(p.Out, "\n%s\n", p.Say("check_requests.title"))
	for _, run := range runs {
		fmt.Fprintf(p.Out, "\n%s\n", oneline.Unbroken(run.Title.In(c.Spoken())))
		if run.Refused != "" {
			say("check_requests.none", run.Refused)
			continue
		}
		fmt.Fprintf(p.Out, "  %s %s%s\n", run.Method, strings.TrimRight(c.Supplier.BaseURL, "/"), oneline.Unbroken(run.Path))
		say("check_requests.headers", strings.Join(run.Headers, ", "), run.Token)
		var body bytes.Buffer
		if err := json.Indent(&body, run.Body, "  ", "  "); err != nil {
			body.Write(run.Body)
		}
		for line := range strings.Lines("  " + body.String()) {
			fmt.Fprintf(p.Out, "%s\n", oneline.Unbroken(strings.TrimRight(line, "\n")))
		}
		if run.Sent != "" {
			say("check_requests.sent", run.Type)
			fmt.Fprintf(p.Out, "  %s\n", oneline.Unbroken(run.Sent))
		}
		if run.Then != "" {
			say("check_requests.then", run.Then)
		}
		for _, left := range run.LeftOut {
			say("check_requests.left_out", left)
		}
	}
}
