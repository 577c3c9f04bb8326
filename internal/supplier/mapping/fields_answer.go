package mapping

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// RecordKind is what the list machinery needs to know of one kind of record.
type RecordKind[T any] struct {
	Id     func(*T) string   // unique within the list
	reset  func(*T)          // empties a record that is used again; nil: the zero value
	copy   func(from, to *T) // for variants; nil: there are none
	finish func(*T) error    // what the model promises beyond the service's words; may be nil
	sku    func(*T) string   // what people know it by; where set, one that cannot be read spares the others
}

// Page is one page of a list as it was answered.
type Page[T any] struct {
	Records    []T
	Unreadable []supplier.Unreadable // records that were left out, in their order
	Twice      []supplier.RepeatedKey
	supplier.Envelope
}

// answerFields are the values of an answer around its records.
func answerFields[T any]() []field[Page[T]] {
	type A = Page[T]
	return []field[A]{
		countField("total", func(a *A) *supplier.Opt[int64] { return &a.Total }),
		countField("total_pages", func(a *A) *supplier.Opt[int64] { return &a.TotalPages }),
		moreField[T](),
		textField("next_cursor", func(a *A) *string { return &a.Cursor }),
		textField("next_link", func(a *A) *string { return &a.Next }),
		countField("size", func(a *A) *supplier.Opt[int64] { return &a.Size }),
		recordsField("facets", func(a *A) *[]supplier.Facet { return &a.Facets }, facetFields()),
		moneyField("opening", func(a *A) *money.Amount { return &a.Ledger.Opening }),
		moneyField("closing", func(a *A) *money.Amount { return &a.Ledger.Closing }),
		moneyField("turnover_accrual", func(a *A) *money.Amount { return &a.Ledger.TurnoverAccrual }),
		moneyField("turnover_hold", func(a *A) *money.Amount { return &a.Ledger.TurnoverHold }),
		moneyField("turnover_payout", func(a *A) *money.Amount { return &a.Ledger.TurnoverPayout }),
	}
}

// moreField is whether a page follows.
func moreField[T any]() field[Page[T]] {
	return field[Page[T]]{name: "more", kind: kindBool, read: func(how jsonread.Rules) jsonread.Reader[Page[T]] {
		read := jsonread.Bool(func(a *Page[T]) *bool { return &a.More.Value }, how.Loose)
		return func(s *jsonread.Scanner, into *Page[T]) error {
			absent := s.Peek() == 'n'
			err := read(s, into)
			into.More.Known = err == nil && !absent
			return err
		}
	}}
}

func facetFields() []field[supplier.Facet] {
	return []field[supplier.Facet]{
		need(textField("field", func(f *supplier.Facet) *string { return &f.Field })),
		textField("type", func(f *supplier.Facet) *string { return &f.Type }),
		recordsField("values", func(f *supplier.Facet) *[]supplier.FacetValue { return &f.Values }, facetValueFields()),
		moneyField("min", func(f *supplier.Facet) *money.Amount { return &f.Min }),
		moneyField("max", func(f *supplier.Facet) *money.Amount { return &f.Max }),
	}
}

func facetValueFields() []field[supplier.FacetValue] {
	return []field[supplier.FacetValue]{
		need(textField("value", func(v *supplier.FacetValue) *string { return &v.Value })),
		textField("label", func(v *supplier.FacetValue) *string { return &v.Label }),
		intField("count", func(v *supplier.FacetValue) *int64 { return &v.Count }),
		boolField("selected", func(v *supplier.FacetValue) *bool { return &v.Selected }),
	}
}
