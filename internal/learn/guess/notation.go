package guess

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// NotationOf is how a place writes its times: rfc3339, epoch, epoch_ms or a layout; "" where
// nothing tells.
func NotationOf(c *Candidate) string {
	for _, text := range c.Texts {
		if notation := timeNotation(text); notation != "" {
			return notation
		}
	}
	switch {
	case strings.HasPrefix(c.Shape.Format, "date-time"):
		return "rfc3339"
	case c.Shape.Format == "date":
		return "YYYY-MM-DD"
	case c.Shape.Is(service.IsWhole):
		return "epoch"
	}
	return ""
}
