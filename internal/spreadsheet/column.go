package spreadsheet

// ColumnName is a column as spreadsheets name it, A, B … Z, AA; index counts from 0.
func ColumnName(index int) string {
	name := ""
	for n := index + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}
