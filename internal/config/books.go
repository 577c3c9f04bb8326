package config

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/internal/config/bookfiles"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Books says how the books of a month are closed.
type Books struct {
	Close  strictyaml.Scalar `yaml:"close"`  // on which day of the next month `run` closes a month, such as 3d; without it, never
	Income strictyaml.Scalar `yaml:"income"` // what counts as income: payouts or accruals
	Out    string            `yaml:"out"`    // the folder that `run` puts the months' folders into

	Files map[string]bookfiles.Keys `yaml:"files"` // books that `run` writes by schedule

	Currency strictyaml.Scalar `yaml:"currency"` // ISO 4217: of a ledger in several, that of the books; without it, the one that there is
}

// isCurrency knows the form of a code of ISO 4217.
var isCurrency = pattern.Lazy(`^[A-Z]{3}$`)

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
