package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// loadText is the config of a text.
func loadText(t *testing.T, text string) (*Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), DefaultFile)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return Load(file)
}

func TestParties(t *testing.T) {
	c, err := loadText(t, `
company: {name: "ТОВ Приклад", code: 01234567, address: Київ, person: Директор, iban: UA55 3220 0100 0002 6007 2300 1234 5, bank: Банк}
counterparty:
  name: Постачальник
  code: 3141592653
  contract: {number: 15/26, date: 15.01.2026}
`)
	require.NoError(t, err)
	require.Equal(t, "01234567", c.Company.Code.Text, "a zero at the beginning is a digit of the code")
	require.Equal(t, "UA553220010000026007230012345", c.Company.Account())
	require.Equal(t, "3141592653", c.Counterparty.Code.Text)
	require.Empty(t, c.Counterparty.Account())
	require.Equal(t, "15/26", c.Counterparty.Contract.Number.Text)
	require.Equal(t, time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC), c.Counterparty.Contract.Signed())

	require.Equal(t, []string{"counterparty.iban"}, c.Lacking("company.name", "company.iban", "counterparty.code", "counterparty.iban", "counterparty.contract.number"))

	c, err = loadText(t, "language: en\n")
	require.NoError(t, err)
	require.True(t, c.Counterparty.Contract.Signed().IsZero())
}

func TestPartiesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"company: {iban: UA553220010000026007230012346}": `:1:17: company.iban: "UA553220010000026007230012346" is no IBAN: its check digits or its length do not fit`,
		"company: {iban: UA55322001000002600723001234}":  `:1:17: company.iban: "UA55322001000002600723001234" is no IBAN: its check digits or its length do not fit`,
		"counterparty: {code: 12.345678}":                `:1:22: counterparty.code: "12.345678" is no code of a company or a taxpayer`,
		"counterparty: {contract: {date: 2026-13-01}}":   `:1:33: counterparty.contract.date: "2026-13-01" is no day`,
		"company: {contract: {number: 1}}":               `the key "contract" does not belong here`,
		"counterparty:\n  nam: x\n":                      `unknown key "nam"`,
	} {
		_, err := loadText(t, text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestIBAN(t *testing.T) {
	for iban, want := range map[string]bool{
		"UA953052990000026001000000012": true, "DE89370400440532013000": true, "PL61109010140000071219812874": true,
		"UA953052990000026001000000021": false, "DE8937040044053201300": false, "": false, "UA": false, "DE89370400440532013O00": false,
	} {
		require.Equal(t, want, isIBAN(iban), iban)
	}
}
