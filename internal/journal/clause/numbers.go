package clause

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
)

// supplierMark stands before and behind the supplier in a stored number.
const supplierMark = "\x1f"

// StoredNumber is an order's number as its key has it: of one of several suppliers his name
// stands before it, so that orders of two suppliers may have one number. Changing the key itself
// would take a new table, of orders that a process is perhaps sending just now.
func StoredNumber(supplier, number string) string {
	if supplier == "" && !strings.HasPrefix(number, supplierMark) {
		return number
	}
	return supplierMark + supplier + supplierMark + number
}

// LoadedNumber is the number of the file again.
func LoadedNumber(supplier, stored string) string {
	return strings.TrimPrefix(stored, supplierMark+supplier+supplierMark)
}

// StoredKey is the number of a key as it is stored.
func StoredKey(key state.OrderKey) string { return StoredNumber(key.Supplier, key.ExternalID) }

// StoredRows are row numbers of a file as JSON, [] for none.
func StoredRows(rows []int) string {
	out := make([]byte, 0, 16)
	out = append(out, '[')
	for n, row := range rows {
		if n > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(row), 10)
	}
	return string(append(out, ']'))
}

// LoadedRows are the row numbers of a list.
func LoadedRows(text string) (rows []int, err error) {
	if row, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")); err == nil {
		return []int{row}, nil // as most orders have one row
	}
	err = json.Unmarshal([]byte(text), &rows)
	return rows, err
}
