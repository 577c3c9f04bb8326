package terminal

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// OrderFile shows what a file of orders for a supplier without an API will hold; nil: nothing.
func (p Printer) OrderFile(preview *handover.Preview) {
	if preview == nil {
		return
	}
	p.printf("\n")
	p.say("handover.columns")
	for _, order := range preview.Orders {
		if order.Refused != "" {
			p.printf("  %s: %s\n", order.ExternalID, oneline.Unbroken(order.Refused))
		}
		for _, row := range order.Rows {
			var cells []string
			for i, text := range row {
				if text != "" {
					cells = append(cells, preview.Headings[i]+": "+text)
				}
			}
			p.printf("  %s\n", oneline.Unbroken(strings.Join(cells, " | ")))
		}
	}
}
