package sales

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Said is the difference as a sentence that can be said in each language.
func (d *Difference) Said() wording.Message { return d.said }

// In is the difference in a language.
func (d *Difference) In(l wording.Language) string { return d.said.In(l) }

// figure is an amount as the language of a sentence writes it. One that is absent is a dash.
type figure money.Amount

// In is the amount in a language.
func (f figure) In(l wording.Language) string {
	amount := money.Amount(f)
	if !amount.IsSet() {
		return "–"
	}
	return l.Figures(amount.String())
}
