package books

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/refusal"
)

// currencyOf is the currency that the books are of: what a flag says, else the config; "" for
// the only one that the ledger has.
func currencyOf(c *config.Config, flag string) string { return cmp.Or(flag, c.Books.Currency.Text) }

// booksOf is whose books are remembered: those of the account, however its address is
// spelled. Earlier versions kept them by the address as it was written.
func booksOf(c *config.Config, currency string) closed.Account {
	if currency != "" {
		return closed.Account{Name: c.Account() + " " + currency}
	}
	return closed.Account{Name: c.Account(), Former: append(state.AccountSpellings(c.Account()), c.AccountAsWritten())}
}

// currencyFlag asks for the books of one currency: amounts in two are never added up.
func currencyFlag(command *cobra.Command, currency *string) {
	command.Flags().StringVar(currency, "currency", "", "the books of one currency, such as UAH, of a ledger in several")
}

var currencyCode = pattern.Lazy(`^[A-Z]{3}$`) // ISO 4217

func checkCurrency(currency string) error {
	if currency != "" && !currencyCode().MatchString(currency) {
		return refusal.Misuse("book_flag.currency", currency)
	}
	return nil
}
