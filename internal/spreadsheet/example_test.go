package spreadsheet_test

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// A foreign text that no spreadsheet calculates.
func ExampleDefuse() {
	fmt.Println(spreadsheet.Defuse("=HYPERLINK(A1)"), spreadsheet.Defuse("Чайник"))
	// Output: '=HYPERLINK(A1) Чайник
}

// Codes with a leading zero are no numbers.
func ExampleIsNumber() {
	for _, text := range []string{"799.00", "-3", "0482000000017", "1,7"} {
		fmt.Println(text, spreadsheet.IsNumber([]byte(text)))
	}
	// Output:
	// 799.00 true
	// -3 true
	// 0482000000017 false
	// 1,7 false
}
