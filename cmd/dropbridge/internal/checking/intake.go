package checking

import (
	"cmp"
	"maps"
	"slices"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// checkIntake says for which sources programs have keys to hand order files in over HTTP, and at which
// address, and warns of keys whose source is gone.
func (p *Program) checkIntake(c *config.Config, report *checkReport, add func(name, detail string, err error) bool) {
	ring, err := c.Keyring(p.LookupEnv, p.Logger())
	if err != nil {
		return // said above
	}
	keys, err := ring.List()
	if err != nil {
		add("keys", "", err)
		return
	}
	counts := map[string]int{} // by source; "" is of all
	for _, key := range keys {
		if key.For != keyring.ForOrders {
			continue
		}
		if _, known := c.Inbox.Sources[key.Of]; !known && key.Of != "" {
			report.Checks = append(report.Checks, terminal.CheckLine{Name: "key " + oneline.Unbroken(key.Name), OK: true, Warning: true,
				Detail: oneline.Unbroken(p.Say("intake.check_lost", key.Name, key.Of)), Hint: oneline.Unbroken(p.Say("intake.check_lost.way", key.Name))})
			continue
		}
		counts[key.Of]++
	}
	for _, source := range append([]string{""}, slices.Sorted(maps.Keys(c.Inbox.Sources))...) {
		n := counts[""]
		if source != "" {
			n += counts[source]
		}
		if n > 0 {
			add("intake "+cmp.Or(source, "inbox"), p.Say("intake.check", courier.InboxOf(source), c.HTTP.Listen, n), nil)
		}
	}
}
