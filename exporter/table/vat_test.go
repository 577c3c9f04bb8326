package table

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// TestValueAddedTax: accounts as constants beside the tax within an amount and the amount
// without it, in the notation of the template. What has no amount has no tax.
func TestValueAddedTax(t *testing.T) {
	template := compile(t, `delimiter: ';'
decimal: ','
columns:
  - {heading: Дт, constant: '377'}
  - {heading: Кт, constant: '702'}
  - {value: debit}
  - {heading: ПДВ 20 %, value: debit, vat: 20}
  - {heading: Без ПДВ, value: debit, without_vat: 20}
  - {heading: ПДВ 7 %, value: debit, vat: 7}
  - {heading: ПДВ 0 %, value: debit, vat: 0}
  - {heading: Не платник, value: debit, vat: none}
  - {heading: Не платник без, value: debit, without_vat: none}
  - {heading: Сума, value: amount, vat: 20}
`)
	data, _ := written(t, template, []Ledger{{Debit: money.Must("450.10"), Amount: money.Must("450.10")}, {Amount: money.Must("-0.03")}})
	require.Equal(t, "Дт;Кт;debit;ПДВ 20 %;Без ПДВ;ПДВ 7 %;ПДВ 0 %;Не платник;Не платник без;Сума\r\n"+
		"377;702;450,10;75,02;375,08;29,45;0,00;;450,10;75,02\r\n377;702;;;;;;;;-0,01\r\n", string(data))
}

func TestMistakesInTaxes(t *testing.T) {
	for column, want := range map[string]string{
		"{value: debit, vat: 18}":                  `unknown vat "18"`,
		"{value: number, vat: 20}":                 "vat is of an amount: the column needs the value of one",
		"{constant: 377, without_vat: 20}":         "without_vat is of an amount: the column needs the value of one",
		"{value: debit, vat: 20, without_vat: 20}": "a column has vat or without_vat, one of the two",
	} {
		_, err := Compile[Ledger]("t.yaml", []byte("name: mine\nkind: ledger\nformat: csv\ncolumns:\n  - "+column+"\n"), LedgerBook)
		require.ErrorContains(t, err, "t.yaml:5:")
		require.ErrorContains(t, err, want)
	}
	_, err := Compile[Ledger]("t.yaml", []byte("name: mine\nkind: ledger\nformat: csv\ncolumns:\n  - {value: debit, vat: 18}\n"), LedgerBook)
	mistake, ok := errors.AsType[*strictyaml.Error](err)
	require.True(t, ok)
	require.Equal(t, "one of: 20, 14, 7, 0, none", mistake.Hint())
}

// TestATemplateOfSeveralBooks: each book takes its own list of columns; a list alone does
// for any book whose values it names.
func TestATemplateOfSeveralBooks(t *testing.T) {
	type order struct {
		ID    string       `csv:"order_id"`
		Total money.Amount `csv:"retail_total"`
		Date  Day          `csv:"created_date"`
	}
	const head = "name: mine\nkind: ledger\nformat: csv\n"
	for yaml, want := range map[string][]string{
		"columns: [{value: debit}]\norders: [{value: order_id}, {heading: ПДВ, value: retail_total, vat: 20}]\n": {"order_id", "ПДВ"},
		"columns: [{value: retail_total}]\n": {"retail_total"},
		"orders: [{value: created_date}]\n":  {"created_date"},
	} {
		template, err := Compile[order]("t.yaml", []byte(head+yaml), OrdersBook)
		require.NoError(t, err)
		var headings []string
		for _, c := range template.columns {
			headings = append(headings, c.heading)
		}
		require.Equal(t, want, headings)
	}
	for yaml, want := range map[string]string{
		"columns: [{value: debit}]\n":                                         "t.yaml:4:19: the template has no columns for orders",
		"shipments: [{value: order_id}]":                                      "t.yaml:1:7: the template has no columns for orders",
		"orders: [{value: debit}]\n":                                          `t.yaml:4:18: unknown value "debit"`,
		"columns: [{value: debit}]\norders:\n  - {value: order_id, wat: 1}\n": `t.yaml:6:23: unknown key "wat"`,
	} {
		_, err := Compile[order]("t.yaml", []byte(head+yaml), OrdersBook)
		require.EqualError(t, err, want)
	}
	_, err := Compile[Ledger]("t.yaml", []byte(head+"orders: [{value: order_id}]\n"), LedgerBook)
	require.EqualError(t, err, "t.yaml:1:7: a template needs columns")
}

func TestStampsHaveTheirOffset(t *testing.T) {
	data, _ := written(t, compile(t, "date: dd.mm.yyyy\ncolumns: [{value: posted_at}]"), []Ledger{{PostedAt: "2026-10-25T03:30:00+02:00"}})
	require.Equal(t, "posted_at\r\n2026-10-25T03:30:00+02:00\r\n", string(data))
}
