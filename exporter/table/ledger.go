package table

import (
	"github.com/dropbridge/dropbridge/internal/money"
)

// Ledger is an entry of the balance ledger as a record. Debit, Credit and Hold are absent
// where the entry has none; Amount is signed. Texts in words are in the reader's language.
type Ledger struct {
	Number           int64        `csv:"number"` // of the record in its period, from 1
	Date             Day          `csv:"date"`
	Time             Clock        `csv:"time"`
	DocumentNumber   string       `csv:"document_number"`
	DocumentDate     Day          `csv:"document_date"`
	Counterparty     string       `csv:"counterparty"`
	CounterpartyCode string       `csv:"counterparty_code"`
	Kind             string       `csv:"kind"`
	KindText         string       `csv:"kind_text"`
	Operation        string       `csv:"operation"`
	OperationText    string       `csv:"operation_text"`
	OrderID          string       `csv:"order_id"`
	OrderExternalID  string       `csv:"order_external_id"`
	Waybill          string       `csv:"waybill"`
	Debit            money.Amount `csv:"debit"`
	Credit           money.Amount `csv:"credit"`
	Hold             money.Amount `csv:"hold"`
	Amount           money.Amount `csv:"amount"`
	Currency         string       `csv:"currency"`
	PostedAfter      money.Amount `csv:"posted_after"`
	HeldAfter        money.Amount `csv:"held_after"`
	AvailableAfter   money.Amount `csv:"available_after"`
	PayoutID         string       `csv:"payout_id"`
	Description      string       `csv:"description"`
	EntryID          string       `csv:"entry_id"`
	ReversesEntryID  string       `csv:"reverses_entry_id"`
	PostedAt         Stamp        `csv:"posted_at"` // date and time with the offset of the zone
}
