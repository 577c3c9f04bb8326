package remark

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Skip is a product that is not in the feed.
type Skip struct {
	SKU     string       `json:"sku"`
	Code    Code         `json:"code"`
	Message wording.Text `json:"message"`
}

// NewSkip is a product that is left out. It keeps no page alive: texts are copied.
func NewSkip(sku string, code Code, message wording.Message) Skip {
	return Skip{strings.Clone(sku), code, wording.Text(message.Clone())}
}

// Notes collect what one worker has to say of one page.
type Notes struct {
	Skipped    []Skip
	Outdone    []Skip // products that are left to another supplier
	Warnings   []Warning
	Repaired   map[Code]int64
	Unselected int64 // products that the feed does not want
}

// Warning is what a feed does not show as the supplier has it.
type Warning struct {
	SKU     string // or WholeFeed
	Code    Code
	Message wording.Text
}

// WholeFeed stands for a SKU in warnings that concern no single product.
const WholeFeed = "all"

// String is the warning as reports show it: "SKU: code: text".
func (w Warning) String() string { return w.In(wording.English) }

// In is the same in a language.
func (w Warning) In(l wording.Language) string { return w.Line().In(l) }

// Line is the same as a message.
func (w Warning) Line() wording.Message {
	if w.SKU == WholeFeed {
		return wording.NewMessage("remark.line", wording.NewMessage("remark.whole_feed"), string(w.Code), wording.Message(w.Message))
	}
	return wording.NewMessage("remark.line", w.SKU, string(w.Code), wording.Message(w.Message))
}

// MarshalText writes the English line: so it stands in reports for programs.
func (w Warning) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// Clone is the warning with texts of its own, which keep no page alive.
func (w Warning) Clone() Warning {
	return Warning{strings.Clone(w.SKU), w.Code, wording.Text(wording.Message(w.Message).Clone())}
}

// Reset empties the notes for another page.
func (n *Notes) Reset() {
	clear(n.Warnings) // they hold on to their page
	n.Skipped, n.Outdone, n.Warnings, n.Unselected = n.Skipped[:0], n.Outdone[:0], n.Warnings[:0], 0
	clear(n.Repaired)
}

// Skip leaves a product out.
func (n *Notes) Skip(sku string, code Code, message wording.Message) {
	n.Skipped = append(n.Skipped, NewSkip(sku, code, message))
}

// Warn notes a warning, a sentence of the catalogue with its values. Texts are not copied:
// most warnings are counted only, and whoever keeps one clones it.
func (n *Notes) Warn(sku string, code Code, key string, values ...any) {
	n.Warnings = append(n.Warnings, Warning{sku, code, wording.Text(wording.NewMessage(key, values...))})
}

// LeaveOut warns that n items of a product's list are not shown, and names the first.
// Notes that are nil take none.
func (n *Notes) LeaveOut(sku string, code Code, count int, first string) {
	if n != nil && count > 0 {
		n.Warn(sku, code, "remark.left_out", count, Quote(first))
	}
}

// Repair counts one repair. Notes that are nil take none.
func (n *Notes) Repair(code Code) { n.Repairs(code, 1) }

// Repairs counts several of one kind.
func (n *Notes) Repairs(code Code, count int) {
	if n == nil || count <= 0 {
		return
	}
	if n.Repaired == nil {
		n.Repaired = map[Code]int64{}
	}
	n.Repaired[code] += int64(count)
}

// Label names a product in reports: by its SKU or, where it has none, its id.
func Label(p *supplier.Product) string {
	if p.SKU == "" {
		return "id " + p.ID
	}
	return p.SKU
}

// Quote is a text for a message, its beginning where it is long.
func Quote(text string) string {
	short, cut := markup.Cut(text, 40, markup.Characters)
	if cut {
		short += "…"
	}
	return strconv.Quote(short)
}
