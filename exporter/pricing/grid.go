package pricing

import (
	"regexp"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

// grid is a Rounding made ready: the amounts offset + n × step.
type grid struct {
	step, offset money.Amount
	direction    money.Direction
	set          bool // the rule states one; two decimals otherwise
}

func (p *Pricer) compileRounding(r *Rule) (err error) {
	g := &p.grid
	*g = grid{step: kopeck(), set: r.Round != Rounding{}}
	switch r.Round.Mode {
	case "", "nearest":
	case "up":
		g.direction = money.Up
	case "down":
		g.direction = money.Down
	default:
		return mistake("round.mode", "write nearest, up or down", "unknown mode %q", r.Round.Mode)
	}
	switch {
	case r.Round.Ending != "" && r.Round.Step != "":
		return mistake("round", "write one of the two", "ending and step exclude each other")
	case r.Round.Ending != "":
		return g.end(strings.TrimSpace(string(r.Round.Ending)))
	case r.Round.Step != "":
		if g.step, err = amount("round.step", r.Round.Step); err == nil && g.step.Sign() <= 0 {
			return mistake("round.step", "write 1, 5 or 0.50", "a step is above 0, not %s", g.step)
		}
	}
	return err
}

// end makes the grid of an ending: as many whole digits as it names repeat.
func (g *grid) end(ending string) error {
	match := regexp.MustCompile(`^([0-9]{0,4})(\.[0-9]{2})?$`).FindStringSubmatch(ending)
	if match == nil || ending == "" {
		return mistake("round.ending", `write ".90", "9" or "99.90"`, "%q is no ending of a price: up to four digits, then none or two decimals", ending)
	}
	whole, decimals := match[1], match[2]
	if whole == "0" && decimals != "" {
		return mistake("round.ending", `write "`+decimals+`" for any price that ends so, or "00`+decimals+`" for whole hundreds and it`, "%q would hold whole tens only", ending)
	}
	g.step = money.Must("1" + strings.Repeat("0", len(whole)))
	g.offset = money.Must("0" + whole + decimals)
	return nil
}

// kopeck is the finest amount that is shown of what was reckoned.
func kopeck() money.Amount { return money.Must("0.01") }

// round takes an amount to the grid in the rule's direction, and up where that is not above 0.
func (g *grid) round(m money.Amount) (money.Amount, error) {
	rounded, err := m.RoundTo(g.step, g.offset, g.direction)
	if err == nil && rounded.Sign() <= 0 && m.Sign() > 0 {
		return g.up(m)
	}
	return rounded, err
}

// up is the least amount of the grid that is not below m.
func (g *grid) up(m money.Amount) (money.Amount, error) {
	return m.RoundTo(g.step, g.offset, money.Up)
}

// over is the least amount of the grid that is above m.
func (g *grid) over(m money.Amount) (money.Amount, error) {
	rounded, err := g.up(m)
	if err == nil && rounded.Cmp(m) == 0 {
		return rounded.Add(g.step)
	}
	return rounded, err
}
