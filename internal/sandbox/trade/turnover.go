package trade

import (
	"context"
	"math"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
)

// Forever is behind all times.
const Forever = math.MaxInt64

// Statement is what a reader of the ledger can check itself with.
type Statement struct {
	Opening  string   `json:"opening"`
	Turnover turnover `json:"turnover"`
	Closing  string   `json:"closing"`
}

// turnover is what was booked of each kind.
type turnover struct {
	Accrual string `json:"accrual"`
	Hold    string `json:"hold"`
	Payout  string `json:"payout"`
}

// BalanceView is the JSON of a balance.
type BalanceView struct {
	Posted    string `json:"posted"`
	Held      string `json:"held"`
	Available string `json:"available"`
}

// View is what a reader of the ledger is shown of a balance.
func (b Balance) View() (BalanceView, error) {
	available, err := b.available()
	return BalanceView{contract.Amount(b.Posted), contract.Amount(b.Held), contract.Amount(available)}, err
}

// Period sums a client's ledger between two times up, from the running balances
// on its two sides.
func Period(ctx context.Context, q Querier, clientID, start, end int64) (*Statement, error) {
	before, _, _, err := lastBalance(ctx, q, clientID, start)
	if err != nil {
		return nil, err
	}
	after, _, _, err := lastBalance(ctx, q, clientID, end)
	if err != nil {
		return nil, err
	}
	opening, err := before.available()
	if err != nil {
		return nil, err
	}
	closing, err := after.available()
	if err != nil {
		return nil, err
	}
	posted, held, paid := difference(after.Posted, before.Posted), difference(before.Held, after.Held), difference(after.paid, before.paid)
	accrual := difference(posted.Total, paid.Total)
	for _, part := range []contract.Sum{posted, held, paid, accrual} {
		if part.Err != nil {
			return nil, part.Err
		}
	}
	return &Statement{contract.Amount(opening), turnover{contract.Amount(accrual.Total), contract.Amount(held.Total), contract.Amount(paid.Total)}, contract.Amount(closing)}, nil
}

func difference(a, b decimal.Decimal) contract.Sum {
	d := contract.Sum{Total: a}
	d.Add(b.Neg())
	return d
}
