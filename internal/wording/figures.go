package wording

import "strings"

// noBreakSpace parts thousands in Ukrainian.
const noBreakSpace = "\u00a0"

// Figures is a plain decimal number, such as -1200.00, with its thousands parted and the
// decimal mark of the language: -1,200.00 in English, -1 200,00 in Ukrainian.
func (l Language) Figures(plain string) string {
	group, point := l.Of(noBreakSpace, ","), l.Of(",", ".")
	whole, decimals, marked := strings.Cut(strings.TrimPrefix(plain, "-"), ".")
	var b strings.Builder
	if strings.HasPrefix(plain, "-") {
		b.WriteByte('-')
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(digit)
	}
	if marked {
		b.WriteString(point + decimals)
	}
	return b.String()
}
