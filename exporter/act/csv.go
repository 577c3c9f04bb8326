package act

import (
	"iter"

	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/settlement"
)

// Record is a row of an act as a record of a CSV file: opening, entry, turnover or closing.
// What stands under their names is the other party's, from its own side; it is blank where
// they are not known.
type Record struct {
	Row           string       `csv:"row"`
	Date          table.Day    `csv:"date"`
	Document      string       `csv:"document"`
	Debit         money.Amount `csv:"debit"`
	Credit        money.Amount `csv:"credit"`
	TheirDate     table.Day    `csv:"their_date"`
	TheirDocument string       `csv:"their_document"`
	TheirDebit    money.Amount `csv:"their_debit"`
	TheirCredit   money.Amount `csv:"their_credit"`
	Currency      string       `csv:"currency"`
	Difference    string       `csv:"difference"` // its code
}

// Written is a file that was written.
type Written struct {
	Bytes  int64
	SHA256 string
}

// WriteCSV writes the act as a table for programs.
func (d *Document) WriteCSV(path string) (Written, error) {
	form, err := table.Every[Record]()
	if err != nil {
		return Written{}, err
	}
	result, err := table.Write(path, form, d.records())
	return Written{result.Bytes, result.SHA256}, err
}

func (d *Document) records() iter.Seq2[Record, error] {
	theirs := d.theirSide()
	first, last := table.DayOf(d.Period.First()), table.DayOf(d.Period.Last())
	return func(yield func(Record, error) bool) {
		r := Record{Row: "opening", Date: first, Currency: d.Currency}
		r.Debit, r.Credit = sides(d.Account.Opening)
		r.TheirDebit, r.TheirCredit = sides(theirs.Opening)
		if !yield(r, nil) {
			return
		}
		for _, pair := range d.pairs() {
			if !yield(d.record(pair), nil) {
				return
			}
		}
		turnover := Record{Row: "turnover", Date: last, Debit: d.Account.Debit, Credit: d.Account.Credit,
			TheirDebit: theirs.Debit, TheirCredit: theirs.Credit, Currency: d.Currency}
		r = Record{Row: "closing", Date: last, Currency: d.Currency}
		r.Debit, r.Credit = sides(d.Account.Closing)
		r.TheirDebit, r.TheirCredit = sides(theirs.Closing)
		_ = yield(turnover, nil) && yield(r, nil)
	}
}

func (d *Document) record(p settlement.Pair) Record {
	r := Record{Row: "entry", Currency: d.Currency, Difference: p.Code}
	if e := p.Ours; e != nil {
		r.Date, r.Document, r.Debit, r.Credit = table.DayOf(e.Day), e.Document, e.Debit, e.Credit
	}
	if e := p.Theirs; e != nil { // from their side again
		r.TheirDate, r.TheirDocument, r.TheirDebit, r.TheirCredit = table.DayOf(e.Day), e.Document, e.Credit, e.Debit
	}
	return r
}

// theirSide is their account as they keep it, without figures where it is not known. Turnover
// that they do not state is what their lines come to.
func (d *Document) theirSide() settlement.Account {
	if d.Theirs == nil {
		return settlement.Account{}
	}
	out := d.Theirs.Account.Mirrored()
	debit, credit, err := out.Sums()
	if err == nil && !out.Debit.IsSet() {
		out.Debit = debit
	}
	if err == nil && !out.Credit.IsSet() {
		out.Credit = credit
	}
	return out
}
