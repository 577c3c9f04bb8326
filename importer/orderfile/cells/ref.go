package cells

import "strconv"

// A sheet has at most so many rows and columns.
const (
	mostRows    = 1 << 20
	MostColumns = 1 << 14
)

// ParseRef reads "AB12" into a column from 0 and a row from 1.
func ParseRef(ref string) (column, number int, ok bool) {
	i := 0
	for ; i < len(ref) && i < 4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A') + 1
	}
	number, err := strconv.Atoi(ref[i:])
	return column - 1, number, err == nil && i > 0 && number > 0 && ref[i] != '+' && column <= MostColumns
}
