package supplier

import (
	"github.com/dropbridge/dropbridge/internal/money"
)

// kindOf is what the list machinery needs to know of one kind of record.
type kindOf[T any] struct {
	id     func(*T) string   // unique within the list
	reset  func(*T)          // empties a record that is used again; nil: the zero value
	copy   func(from, to *T) // for variants; nil: there are none
	finish func(*T)          // what the model promises beyond the service's words; may be nil
}

// answerPage is one page of a list as it was answered.
type answerPage[T any] struct {
	records []T
	envelope
}

// envelope is what stands around the records of a page.
type envelope struct {
	total      Opt[int64] // records over all pages
	totalPages Opt[int64]
	cursor     string     // of the next page, "" after the last one
	next       string     // address of the next page, "" after the last one
	size       Opt[int64] // records of a page, as the service applied it
	from       string     // where the next page begins by the kind of paging: the cursor, the address or the last id
	count      int        // records of this page as the service counts them: before jq and variants
	facets     []Facet
	ledger     LedgerMeta
}

// answerFields are the values of an answer around its records.
func answerFields[T any]() []field[answerPage[T]] {
	type A = answerPage[T]
	return []field[A]{
		countField("total", func(a *A) *Opt[int64] { return &a.total }),
		countField("total_pages", func(a *A) *Opt[int64] { return &a.totalPages }),
		textField("next_cursor", func(a *A) *string { return &a.cursor }),
		textField("next_link", func(a *A) *string { return &a.next }),
		countField("size", func(a *A) *Opt[int64] { return &a.size }),
		recordsField("facets", func(a *A) *[]Facet { return &a.facets }, facetFields()),
		moneyField("opening", func(a *A) *money.Amount { return &a.ledger.Opening }),
		moneyField("closing", func(a *A) *money.Amount { return &a.ledger.Closing }),
		moneyField("turnover_accrual", func(a *A) *money.Amount { return &a.ledger.TurnoverAccrual }),
		moneyField("turnover_hold", func(a *A) *money.Amount { return &a.ledger.TurnoverHold }),
		moneyField("turnover_payout", func(a *A) *money.Amount { return &a.ledger.TurnoverPayout }),
	}
}

func facetFields() []field[Facet] {
	return []field[Facet]{
		need(textField("field", func(f *Facet) *string { return &f.Field })),
		textField("type", func(f *Facet) *string { return &f.Type }),
		recordsField("values", func(f *Facet) *[]FacetValue { return &f.Values }, facetValueFields()),
		moneyField("min", func(f *Facet) *money.Amount { return &f.Min }),
		moneyField("max", func(f *Facet) *money.Amount { return &f.Max }),
	}
}

func facetValueFields() []field[FacetValue] {
	return []field[FacetValue]{
		need(textField("value", func(v *FacetValue) *string { return &v.Value })),
		textField("label", func(v *FacetValue) *string { return &v.Label }),
		intField("count", func(v *FacetValue) *int64 { return &v.Count }),
		boolField("selected", func(v *FacetValue) *bool { return &v.Selected }),
	}
}

// problem is the body of a refusal.
type problem struct {
	title, detail   string
	code            string
	requestID       string
	existingOrderID string
	errors          []problemField
}

type problemField struct{ pointer, parameter, code, detail string }

func problemFields() []field[problem] {
	return []field[problem]{
		textField("title", func(p *problem) *string { return &p.title }),
		textField("detail", func(p *problem) *string { return &p.detail }),
		textField("code", func(p *problem) *string { return &p.code }),
		textField("request_id", func(p *problem) *string { return &p.requestID }),
		textField("existing_order_id", func(p *problem) *string { return &p.existingOrderID }),
		recordsField("errors", func(p *problem) *[]problemField { return &p.errors }, []field[problemField]{
			textField("pointer", func(f *problemField) *string { return &f.pointer }),
			textField("parameter", func(f *problemField) *string { return &f.parameter }),
			textField("code", func(f *problemField) *string { return &f.code }),
			textField("detail", func(f *problemField) *string { return &f.detail }),
		}),
	}
}
