package config

import (
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Party is one of the two whose settlements the books show, as documents name it.
type Party struct {
	Name    strictyaml.Scalar `yaml:"name"`
	Code    strictyaml.Scalar `yaml:"code"`    // of the register of companies, or the taxpayer's number
	Address strictyaml.Scalar `yaml:"address"` // of its seat
	Person  strictyaml.Scalar `yaml:"person"`  // who signs
	IBAN    strictyaml.Scalar `yaml:"iban"`    // ISO 13616, in Ukraine the only number of an account
	Bank    strictyaml.Scalar `yaml:"bank"`    // the name of the account's bank
}

// Counterparty is the supplier as a party of the contract.
type Counterparty struct {
	Party    `yaml:",inline"`
	Contract Contract `yaml:"contract"`
}

// Contract is what the settlements go by.
type Contract struct {
	Number strictyaml.Scalar `yaml:"number"`
	Date   strictyaml.Scalar `yaml:"date"`
}

// Signed is the day of the contract, the zero time where the config has none.
func (c Contract) Signed() time.Time {
	day, _ := parseContractDay(c.Date.Text) // validate has read it
	return day
}

// parseContractDay reads 2026-01-15 and 15.01.2026.
func parseContractDay(text string) (day time.Time, err error) {
	if day, err = time.Parse(time.DateOnly, text); err != nil {
		day, err = time.Parse(wording.DottedDay, text)
	}
	return day, err
}

// Account is the party's IBAN in capitals and without blanks, "" where the config has none.
func (p Party) Account() string {
	return strings.ToUpper(strings.Join(strings.Fields(p.IBAN.Text), ""))
}

// CounterpartyKey is the key under which the counterparty stands: counterparty, or such as
// suppliers.beta.counterparty.
func (c *Config) CounterpartyKey() string {
	if c.supplierName != "" {
		return c.supplierKey("counterparty")
	}
	return "counterparty"
}

// Lacking are those of the keys of company and counterparty, such as company.name, for which
// the config has nothing.
func (c *Config) Lacking(keys ...string) (lacking []string) {
	values := map[string]string{"counterparty.contract.number": c.Counterparty.Contract.Number.Text}
	for name, party := range map[string]Party{"company": c.Company, "counterparty": c.Counterparty.Party} {
		values[name+".name"], values[name+".code"], values[name+".iban"] = party.Name.Text, party.Code.Text, party.IBAN.Text
	}
	for _, key := range keys {
		if values[key] == "" {
			lacking = append(lacking, strings.Replace(key, "counterparty", c.CounterpartyKey(), 1))
		}
	}
	return lacking
}

// validateParties refuses what no document could show of the parties. What a document needs
// and the config lacks is said by the command that writes it.
func (c *Config) validateParties() error {
	for _, party := range []struct {
		key string
		Party
	}{{"company", c.Company}, {c.CounterpartyKey(), c.Counterparty.Party}} {
		if code := party.Code; code.Text != "" && strings.ContainsFunc(code.Text, notOfCode) {
			return c.wrongParty(code, "digits alone, such as 12345678 or 1234567890", party.key+".code: %q is no code of a company or a taxpayer", code.Text)
		}
		if iban := party.IBAN; iban.Text != "" && !isIBAN(party.Account()) {
			return c.wrongParty(iban, "copy it from the bank: UA and 27 digits in Ukraine", party.key+".iban: %q is no IBAN: its check digits or its length do not fit", iban.Text)
		}
	}
	if date := c.Counterparty.Contract.Date; date.Text != "" {
		if _, err := parseContractDay(date.Text); err != nil {
			return c.wrongParty(date, "write it like 2026-01-15 or 15.01.2026", c.CounterpartyKey()+".contract.date: %q is no day", date.Text)
		}
	}
	return nil
}

// wrongParty is a mistake at a value's place, with the mend.
func (c *Config) wrongParty(at strictyaml.Scalar, mend, format string, args ...any) error {
	return at.Wrong(c.File, format, args...).With(mend)
}

// notOfCode: foreign codes have letters, and some passports stand for a taxpayer's number.
func notOfCode(r rune) bool {
	return !unicode.IsDigit(r) && !unicode.IsLetter(r) && !strings.ContainsRune("-/ ", r)
}

// ukrainianIBAN is how long an IBAN of Ukraine is.
const ukrainianIBAN = 29

// isIBAN checks the length and the check digits (ISO 7064, MOD 97-10).
func isIBAN(iban string) bool {
	if len(iban) < 15 || len(iban) > 34 || strings.HasPrefix(iban, "UA") && len(iban) != ukrainianIBAN {
		return false
	}
	rest := 0
	for _, r := range iban[4:] + iban[:4] {
		switch {
		case '0' <= r && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case 'A' <= r && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}
