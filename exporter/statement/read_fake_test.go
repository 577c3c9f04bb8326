package statement

import (
	"encoding/json"
	"iter"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// fakeLedger is a service's ledger of some entries, which it sums up itself.
type fakeLedger struct {
	entries []supplier.LedgerEntry
	change  func(q url.Values, a *fakeAnswer) // misbehaves
	perPage int
	asked   []url.Values

	since       time.Time // what is older is not shown any more
	newestFirst bool
	silent      bool // states neither sums nor balances
}

// fakeAnswer is a page before it is written.
type fakeAnswer struct {
	entries []supplier.LedgerEntry
	total   int
	meta    map[string]any
}

// ledgerOf reads a ledger as lines of id, operation, amount, time and NAME=VALUE pairs,
// and gives its entries the balances that they lead to.
func ledgerOf(t *testing.T, text string) *fakeLedger {
	t.Helper()
	f := &fakeLedger{perPage: 3}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		at, err := time.Parse("2006-01-02T15:04Z07:00", words[3])
		require.NoError(t, err)
		e := supplier.LedgerEntry{ID: words[0], Kind: kindAccrual, Operation: words[1], Amount: money.Must(words[2]), PostedAt: at, Currency: "UAH"}
		if kind, _, _ := strings.Cut(e.Operation, "_"); kind == kindHold || kind == kindPayout {
			e.Kind = kind
		}
		for _, word := range words[4:] {
			name, value, _ := strings.Cut(word, "=")
			into := map[string]*string{"order": &e.OrderID, "payout": &e.PayoutID, "reverses": &e.ReversesEntryID, "number": &e.Number,
				"currency": &e.Currency, "kind": &e.Kind}[name]
			require.NotNil(t, into, word)
			*into = value
		}
		f.entries = append(f.entries, e)
	}
	f.balance()
	return f
}

func (f *fakeLedger) balance() {
	var posted, held big.Rat
	for i := range f.entries {
		e := &f.entries[i]
		if e.Kind == kindHold {
			held.Sub(&held, rat(e.Amount))
		} else {
			posted.Add(&posted, rat(e.Amount))
		}
		e.BalanceAfter = supplier.Balance{Posted: asAmount(&posted), Held: asAmount(&held), Available: asAmount(new(big.Rat).Sub(&posted, &held))}
	}
}

func rat(m money.Amount) *big.Rat {
	r, ok := new(big.Rat).SetString(m.String())
	if !ok {
		panic("no amount: " + m.String())
	}
	return r
}

func asAmount(r *big.Rat) money.Amount { return money.Must(r.FloatString(3)) }

func (f *fakeLedger) client(t *testing.T) *client.Client {
	t.Helper()
	return ledgertest.ClientOf(t, ledgertest.Answers(func(r *http.Request) []byte {
		f.asked = append(f.asked, r.URL.Query())
		return f.answer(r.URL.Query())
	}))
}

func (f *fakeLedger) answer(q url.Values) []byte {
	var from, to time.Time
	for name, into := range map[string]*time.Time{"from": &from, "to": &to} {
		if text := q.Get(name); text != "" {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				panic(err)
			}
			*into = at
		}
	}
	a := &fakeAnswer{}
	opening := new(big.Rat)
	sums := map[string]*big.Rat{kindAccrual: {}, kindHold: {}, kindPayout: {}}
	for _, e := range f.entries {
		if f.silent {
			e.BalanceAfter = supplier.Balance{}
		}
		switch {
		case e.PostedAt.Before(from) || e.PostedAt.Before(f.since):
			opening.Add(opening, rat(e.Amount))
		case to.IsZero() || e.PostedAt.Before(to):
			a.entries = append(a.entries, e)
			if sum := sums[e.Kind]; sum != nil {
				sum.Add(sum, rat(e.Amount))
			} else {
				sums[kindAccrual].Add(sums[kindAccrual], rat(e.Amount))
			}
		}
	}
	closing := new(big.Rat).Add(opening, sums[kindAccrual])
	closing.Add(closing, sums[kindHold]).Add(closing, sums[kindPayout])
	a.total = len(a.entries)
	a.meta = map[string]any{"opening": asAmount(opening), "closing": asAmount(closing), "turnover": map[string]any{
		kindAccrual: asAmount(sums[kindAccrual]), kindHold: asAmount(sums[kindHold]), kindPayout: asAmount(sums[kindPayout])}}
	if f.newestFirst {
		slices.Reverse(a.entries)
	}
	if f.silent {
		clear(a.meta)
	}
	pages := (a.total + f.perPage - 1) / f.perPage
	page, err := strconv.Atoi(q.Get("page"))
	if err != nil {
		panic(err)
	}
	a.entries = slices.Clone(a.entries[min((page-1)*f.perPage, a.total):min(page*f.perPage, a.total)])
	if f.change != nil {
		f.change(q, a)
	}
	a.meta["total"], a.meta["total_pages"] = a.total, pages
	return a.json()
}

func (a *fakeAnswer) json() []byte {
	data := []any{}
	for i := range a.entries {
		data = append(data, entryJSON(&a.entries[i]))
	}
	body, err := json.Marshal(map[string]any{"data": data, "meta": a.meta})
	if err != nil {
		panic(err)
	}
	return body
}

func entryJSON(e *supplier.LedgerEntry) map[string]any {
	out := map[string]any{"id": e.ID, "kind": e.Kind, "operation": e.Operation, "amount": e.Amount, "posted_at": e.PostedAt.Format(time.RFC3339Nano),
		"balance_after": map[string]any{"posted": e.BalanceAfter.Posted, "held": e.BalanceAfter.Held, "available": e.BalanceAfter.Available}}
	for name, text := range map[string]string{"number": e.Number, "currency": e.Currency, "order_id": e.OrderID, "order_external_id": e.OrderExternalID,
		"payout_id": e.PayoutID, "document_number": e.DocumentNumber, "reverses_entry_id": e.ReversesEntryID} {
		if text != "" {
			out[name] = text
		}
	}
	return out
}

// taken is what a sink was given, in a form to compare.
type taken struct {
	lines   []string
	payouts []string
	paid    money.Amount // by them
}

func (k *taken) sink() Sink {
	return Sink{
		Entry: func(l *Line) error {
			k.lines = append(k.lines, strings.Join([]string{strconv.FormatInt(l.Number, 10), l.Entry.ID, "d" + l.Debit.String(), "c" + l.Credit.String(), "h" + l.Hold.String()}, " "))
			return nil
		},
		Payout: func(p *Payout, covered iter.Seq2[Covered, error]) (err error) {
			if k.paid, err = k.paid.Add(p.Amount); err != nil {
				return err
			}
			text := p.Entry.ID + " " + p.Amount.String() + " ="
			for c, err := range covered {
				if err != nil {
					return err
				}
				text += " " + c.ID + ":" + c.Amount.String()
			}
			text += " sum " + p.Sum.String() + " rest " + p.Rest.String() + " n" + strconv.FormatInt(p.Covered, 10)
			if p.ByID {
				text += " by id"
			}
			if p.Carried.Sign() != 0 {
				text += " carried " + p.Carried.String() + " of " + p.Left.String()
			}
			k.payouts = append(k.payouts, text)
			return nil
		},
	}
}

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

// october reads October 2026 in Kyiv, after it.
func october(t *testing.T, f *fakeLedger, change ...func(*Options)) (*Statement, *taken) {
	t.Helper()
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	o := Options{Period: period, Now: period.To.AddDate(0, 0, 5)}
	for _, c := range change {
		c(&o)
	}
	k := &taken{}
	s, err := Read(t.Context(), f.client(t), o, k.sink())
	require.NoError(t, err)
	requireSaid(t, s, map[string]bool{})
	return s, k
}

// failed are the names and details of the checks that do not hold.
func failed(s *Statement) map[string]string {
	out := map[string]string{}
	for _, c := range s.Checks {
		if !c.OK {
			out[c.Name] = c.Detail.String()
		}
	}
	return out
}

// unchecked are the checks that could not be made, as a report has them.
func unchecked(s *Statement) []string { return s.Report("", 0, "").Unchecked }

func codes(s *Statement) (out []string) {
	for _, d := range s.Differences {
		out = append(out, d.Code+" "+d.EntryID+" "+d.Expected.String()+" "+d.Found.String())
	}
	return out
}

func failPayout(err error) func(*Payout, iter.Seq2[Covered, error]) error {
	return func(*Payout, iter.Seq2[Covered, error]) error { return err }
}

func nothing(*http.Request) []byte { return nil }

// withoutMeta answers with all entries, and nothing about them.
func (f *fakeLedger) withoutMeta(r *http.Request) []byte {
	a := fakeAnswer{meta: map[string]any{"total_pages": 1}}
	if r.URL.Query().Get("from") != "" {
		a.entries = f.entries
	}
	return a.json()
}
