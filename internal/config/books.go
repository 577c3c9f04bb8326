package config

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Books says how the books of a month are closed.
type Books struct {
	Close  strictyaml.Scalar `yaml:"close"`  // on which day of the next month `run` closes a month, such as 3d; without it, never
	Income strictyaml.Scalar `yaml:"income"` // what counts as income: payouts or accruals
	Out    string            `yaml:"out"`    // the folder that `run` puts the months' folders into
}

// latestClose is the last day of a month that every month has.
const latestClose = 28

// CloseDay is the day of the next month on which `run` closes a month, 0 for never.
func (b Books) CloseDay() int {
	day, err := strconv.Atoi(strings.TrimSuffix(b.Close.Text, "d"))
	if err != nil || !strings.HasSuffix(b.Close.Text, "d") || day < 1 || day > latestClose {
		return 0
	}
	return day
}

// Basis is what counts as income: by default payouts, as a book on a cash basis has it.
func (b Books) Basis() income.Basis {
	if b.Income.Text == string(income.Accruals) {
		return income.Accruals
	}
	return income.Payouts
}

// validateBooks refuses a day that is none, and a basis that nobody knows.
func (c *Config) validateBooks() error {
	b := &c.Books
	if b.Close.Set && b.CloseDay() == 0 {
		return c.wrongParty(b.Close, "write it like 3d: on the third day of the next month; 28d at most", "books.close: %q is no day of a month", b.Close.Text)
	}
	if b.Income.Set && b.Income.Text != string(income.Payouts) && b.Income.Text != string(income.Accruals) {
		return c.wrongParty(b.Income, "one of: payouts, accruals", "books.income: %q is not known", b.Income.Text)
	}
	if c.Books.CloseDay() > 0 {
		return c.CheckBookOut("books.out", c.Path(b.Out))
	}
	return nil
}

// Closed is where it is noted which months `run` has closed.
func (c *Config) Closed() string { return c.Path("state/closed") }
