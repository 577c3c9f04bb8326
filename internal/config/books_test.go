package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/income"
)

func TestBooks(t *testing.T) {
	c, err := loadText(t, "language: en\n")
	require.NoError(t, err)
	require.Zero(t, c.Books.CloseDay())
	require.Equal(t, income.Payouts, c.Books.Basis())
	c, err = loadText(t, "books: {close: 3d, income: accruals, out: closed}\n")
	require.NoError(t, err)
	require.Equal(t, 3, c.Books.CloseDay())
	require.Equal(t, income.Accruals, c.Books.Basis())
}

func TestBooksAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"books: {close: 3}": `books.close: "3" is no day of a month`,
		"supplier: {products: {url: \"http://h/l.yml\"}}\nbooks: {close: 3d}": "books.close: price lists have no ledger",
		"books: {close: 29d}":              `books.close: "29d" is no day of a month`,
		"books: {close: 0d}":               `books.close: "0d" is no day of a month`,
		"books: {income: profit}":          `books.income: "profit" is not known`,
		"books: {currency: grn}":           `books.currency: "grn" is no currency`,
		"books: {close: 3d, out: inbox/a}": "books.out: ",
		"books: {clos: 3d}":                `unknown key "clos"`,
	} {
		_, err := loadText(t, text)
		require.ErrorContains(t, err, want, text)
	}
}
