package exchange

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Party is one of the two between whom payouts go.
type Party struct {
	Name, Code string
	IBAN, Bank string // Bank is its name, "" where it is not to be named
}

// bankCode is the code of the bank, which an IBAN of Ukraine has in it (МФО).
func (p Party) bankCode() string {
	const first, last = 4, 10
	if !strings.HasPrefix(p.IBAN, "UA") || len(p.IBAN) < last {
		return ""
	}
	return p.IBAN[first:last]
}

// summary is what stands once in a file. Amounts have a decimal point, days are 31.10.2026.
type summary struct {
	Program     string `value:"program"`
	CreatedDate string `value:"created_date"`
	CreatedTime string `value:"created_time"`
	From        string `value:"from"`
	To          string `value:"to"`
	Account     string `value:"account"` // ours
	Opening     string `value:"opening"`
	Received    string `value:"received"`
	WrittenOff  string `value:"written_off"`
	Closing     string `value:"closing"`
}

// payment is a payout, or one that was given back, as a document.
type payment struct {
	Number         string `value:"number"`
	Date           string `value:"date"`
	Amount         string `value:"amount"`
	ReceivedDate   string `value:"received_date"`    // of what came to us
	WrittenOffDate string `value:"written_off_date"` // of what went back
	Payer          string `value:"payer"`
	PayerCode      string `value:"payer_code"`
	PayerAccount   string `value:"payer_account"`
	PayerBank      string `value:"payer_bank"`
	PayerBankCode  string `value:"payer_bank_code"`
	Payee          string `value:"payee"`
	PayeeCode      string `value:"payee_code"`
	PayeeAccount   string `value:"payee_account"`
	PayeeBank      string `value:"payee_bank"`
	PayeeBankCode  string `value:"payee_bank_code"`
	Purpose        string `value:"purpose"`
}

// number is that of the document, or what else tells a payout from others.
func number(e *supplier.LedgerEntry) string {
	for _, one := range []string{e.DocumentNumber, e.PayoutID} {
		if one != "" {
			return one
		}
	}
	return e.ID
}

// twoDecimals is an amount with exactly two decimals.
func twoDecimals(m money.Amount) string { return m.Negated().Negated().String() }
