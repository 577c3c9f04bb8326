package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Money is what the supplier's ledger came to when it was last read for the page. Amounts are
// in Currency and from the client's side: what the supplier owes is positive.
type Money struct {
	At       time.Time `json:"at"`   // when it was read
	From     string    `json:"from"` // the first day of the figures that have days
	Currency string    `json:"currency"`
	Entries  int64     `json:"entries"` // since From

	Available money.Amount `json:"available"` // at At
	Held      money.Amount `json:"held"`

	Days     []MoneyDay `json:"days"`
	Holds    []Hold     `json:"holds"` // open ones, the oldest first, as many as are shown
	AllHolds int        `json:"all_holds"`
	Payouts  []Payout   `json:"payouts"` // since From, the newest first

	Misfits    []wording.Message `json:"misfits"` // what does not fit, as many as are shown
	AllMisfits int               `json:"all_misfits"`
	Moved      map[string]int    `json:"moved"`   // entries that came late, changed or are gone since their month was exported, by that month
	Partial    bool              `json:"partial"` // entries are missing: no figure is to be believed
}

// MoneyDay is the balance at the end of a day.
type MoneyDay struct {
	Day       string       `json:"day"` // such as 2026-11-29
	Available money.Amount `json:"available"`
	Held      money.Amount `json:"held"`
}

// Hold is what is held of an order, or the rest of it.
type Hold struct {
	Order    string       `json:"order"` // its number here, or at the supplier; "" where the ledger names none
	Amount   money.Amount `json:"amount"`
	Placed   time.Time    `json:"placed,omitzero"`   // zero: before the first entry that the supplier shows
	Expected time.Time    `json:"expected,omitzero"` // when it is expected to be released; zero where nobody knows
}

// Payout is what was paid out. One that was given back is negative.
type Payout struct {
	At       time.Time    `json:"at"`
	Document string       `json:"document"`
	Amount   money.Amount `json:"amount"`
	Covered  int64        `json:"covered"` // entries
}
