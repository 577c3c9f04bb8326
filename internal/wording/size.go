package wording

import (
	"fmt"
	"strings"
)

// Megabytes is a number of bytes in whole MB of a million bytes, a part of one as one: whatever is
// over a limit of whole MB is more than the limit then.
func Megabytes(bytes int64) int64 { return (bytes + 999_999) / 1_000_000 }

// Size is a number of bytes in decimal units, as a file's size is shown everywhere.
func (l Language) Size(bytes int64) string {
	units := []string{"size.bytes", "size.kilobytes", "size.megabytes", "size.gigabytes"}
	n, unit := float64(bytes), 0
	for n >= 1000 && unit < len(units)-1 {
		n, unit = n/1000, unit+1
	}
	if unit == 0 || n >= 100 {
		return NewMessage(units[unit], fmt.Sprintf("%.0f", n)).In(l)
	}
	text := fmt.Sprintf("%.1f", n)
	return NewMessage(units[unit], l.Of(strings.Replace(text, ".", ",", 1), text)).In(l)
}
