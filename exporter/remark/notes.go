package remark

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Skip is a product that is not in the feed.
type Skip struct {
	SKU     string `json:"sku"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
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
	SKU     string
	Code    Code
	Message string
}

// String is the warning as reports show it: "SKU: code: text".
func (w *Warning) String() string { return fmt.Sprintf("%s: %s: %s", w.SKU, w.Code, w.Message) }

// Reset empties the notes for another page.
func (n *Notes) Reset() {
	n.Skipped, n.Outdone, n.Warnings, n.Unselected = n.Skipped[:0], n.Outdone[:0], n.Warnings[:0], 0
	clear(n.Repaired)
}

// Skip leaves a product out. The SKU is copied, so that a report does not keep pages alive.
func (n *Notes) Skip(sku string, code Code, message string) {
	n.Skipped = append(n.Skipped, Skip{strings.Clone(sku), code, message})
}

// Warn notes a warning; the SKU is copied as well.
func (n *Notes) Warn(sku string, code Code, format string, args ...any) {
	n.Warnings = append(n.Warnings, Warning{strings.Clone(sku), code, fmt.Sprintf(format, args...)})
}

// LeaveOut warns that n items of a product's list are not shown, and names the first.
// Notes that are nil take none.
func (n *Notes) LeaveOut(sku string, code Code, count int, first string) {
	if n != nil && count > 0 {
		n.Warn(sku, code, "left out, since the target does not take them: %d, such as %s", count, Quote(first))
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
