package sales

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// verdict is what one check came to.
type verdict struct {
	checked, wrong, unstated int64
	unlisted                 bool                    // there is no list of what it looks for
	apart                    map[string]money.Amount // the differences, without their signs, by currency
	orders                   []string                // the first that do not fit
}

// namedOrders are those that a check's detail names.
const namedOrders = 5

// blind reports whether the supplier states nothing that the check compares.
func (v *verdict) blind() bool { return v.checked == 0 && (v.unstated > 0 || v.unlisted) }

func (v *verdict) missing() wording.Message {
	if v.unlisted {
		return wording.NewMessage("sales.unlisted")
	}
	return wording.NewMessage("sales.unstated", v.unstated)
}

// detail is what a check came to, in one line with the figures.
func (v *verdict) detail() wording.Message {
	detail := wording.NewMessage("sales.checked", v.checked)
	if v.wrong > 0 {
		orders := strings.Join(v.orders, ", ")
		if v.wrong > namedOrders {
			orders += ", …"
		}
		detail = wording.NewMessage("sales.unfit", v.wrong, v.checked, distances(maps.Clone(v.apart)), orders)
	}
	if v.unstated > 0 {
		detail = wording.Message{Values: []any{wording.List{detail, v.missing()}}}
	}
	return detail
}

// distances are how far apart amounts are, by currency.
type distances map[string]money.Amount

// In is all of them in a language.
func (d distances) In(l wording.Language) string {
	var out []string
	for _, currency := range slices.Sorted(maps.Keys(d)) {
		text := figure(d[currency]).In(l)
		if len(d) > 1 {
			text += " " + currency
		}
		out = append(out, strings.TrimSpace(text))
	}
	return strings.Join(out, " + ")
}
