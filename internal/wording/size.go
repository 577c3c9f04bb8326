package wording

import (
	"fmt"
	"strings"
)

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
