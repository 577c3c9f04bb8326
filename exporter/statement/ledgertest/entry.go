package ledgertest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Entry is a ledger entry of the service. What is left empty of ID, Number, Currency,
// DocumentNumber and PostedAt is filled in; what is empty otherwise is null. Kopecks is
// its signed amount.
type Entry struct {
	ID, Number       string
	Kind, Operation  string
	Kopecks          int64
	Currency         string
	PostedAt         time.Time
	OrderID          string
	OrderExternalID  string
	PayoutID         string
	DocumentNumber   string
	CounterpartyName string
	Description      string
	Reverses         string
	After            *Balance // nil: filled in
}

// Balance is in kopecks.
type Balance struct {
	Posted, Held int64
	paid         int64 // payouts, which are in Posted as well
}

func (b Balance) with(e *Entry) Balance {
	switch e.Kind {
	case "hold":
		b.Held -= e.Kopecks
	case "payout":
		b.paid += e.Kopecks
		b.Posted += e.Kopecks
	default:
		b.Posted += e.Kopecks
	}
	return b
}

// Amount writes kopecks as the service does.
func Amount(kopecks int64) string {
	sign, digits := "", strconv.FormatInt(kopecks, 10)
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		sign, digits = "-", rest
	}
	for len(digits) < 3 {
		digits = "0" + digits
	}
	return sign + digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}

// fill gives entry number i, from 0, what it was left without.
func (e *Entry) fill(i int, from time.Time) {
	if e.ID == "" {
		e.ID = fmt.Sprintf("led_%07d", i+1)
	}
	if e.Number == "" {
		e.Number = fmt.Sprintf("%07d", i+1)
	}
	if e.Currency == "" {
		e.Currency = "UAH"
	}
	if e.DocumentNumber == "" {
		e.DocumentNumber = "Д-" + e.Number
	}
	if e.PostedAt.IsZero() {
		e.PostedAt = from.Add(time.Duration(i) * time.Minute)
	}
}

// appendJSON appends an entry as the service writes it; texts must need no escape but
// those of strconv.Quote.
func (e *Entry) appendJSON(b []byte, after Balance, balances bool) []byte {
	b = member(b, `{"id":`, e.ID)
	b = member(b, `,"number":`, e.Number)
	b = member(b, `,"kind":`, e.Kind)
	b = member(b, `,"operation":`, e.Operation)
	b = member(b, `,"amount":`, Amount(e.Kopecks))
	b = member(b, `,"currency":`, e.Currency)
	b = append(b, `,"posted_at":"`...)
	b = e.PostedAt.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, '"')
	b = member(b, `,"order_id":`, e.OrderID)
	b = member(b, `,"order_external_id":`, e.OrderExternalID)
	b = member(b, `,"payout_id":`, e.PayoutID)
	b = member(b, `,"document_number":`, e.DocumentNumber)
	b = append(b, `,"document_date":"`...)
	b = e.PostedAt.UTC().AppendFormat(b, time.DateOnly)
	b = append(b, `","counterparty":`...)
	if e.CounterpartyName == "" {
		b = append(b, "null"...)
	} else {
		b = append(member(b, `{"name":`, e.CounterpartyName), `,"code":"00000000"}`...)
	}
	b = member(b, `,"description":`, e.Description)
	b = member(b, `,"reverses_entry_id":`, e.Reverses)
	if !balances {
		return append(b, `,"balance_after":null}`...)
	}
	if e.After != nil {
		after = *e.After
	}
	b = member(b, `,"balance_after":{"posted":`, Amount(after.Posted))
	b = member(b, `,"held":`, Amount(after.Held))
	b = member(b, `,"available":`, Amount(after.Posted-after.Held))
	return append(b, "}}"...)
}

func member(b []byte, name, value string) []byte {
	b = append(b, name...)
	if value == "" {
		return append(b, "null"...)
	}
	return strconv.AppendQuote(b, value)
}
