package proposal

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// reportOf is a proposal that counts n of everything that its report counts.
func reportOf(n int) *Proposal {
	evidence := wording.List{guess.Evidence{say("learn.by_name"), say("learn.rows_look", 1, n, say("learn.looks_money"))}.Message(), say("learn.above", "rrp", 1, n)}
	return &Proposal{
		Sources: []wording.Text{wording.Text(say("learn.source", guess.Products, "data", "GET /goods", n))},
		Operations: []*Operation{{Operation: "products", Request: "GET /goods", Fields: []Field{{"drop_price", "price", 0.5, wording.Text(evidence.Message())}},
			Missing: []wording.Text{wording.Text(say("learn.of", "paging", say("learn.paging_of_page", n)))}}},
		Sanity: []Test{{wording.Text(say("learn.test_sku")), true, n, 0, wording.Text(wording.Literal("sku"))}},
		LookAt: []wording.Text{wording.Text(say("learn.no_rrp"))},
		Notes:  []wording.Text{wording.Text(say("learn.refs_lost", n))},
	}
}

func TestTheReportIsSaidInALanguage(t *testing.T) {
	const ukrainian = `знайдено products: data у GET /goods, ROWS

products  GET /goods
  drop_price  price  0.50  назва, схожі на гроші: 1 з OFROWS; вища за rrp у 1 з OFROWS
  бракує  paging: RECORDS – можливо, лише сторінка, а як узяти наступну, не сказано: запитайте постачальника; якщо це все, впишіть {kind: none}

перевірки на рядках зразка
  ok    sku є і не повторюється: перевірено NUMBER, не пройшло 0 (sku)

подивіться
  products: rrp не знайдено: фіди рахуватимуть ціни лише з дроп-ціни
нотатка: REFS
`
	for _, c := range []struct {
		n                           int
		rows, ofRows, records, refs string
	}{
		{1, "1 рядок", "1 рядка", "1 запис", "1 посилання нікуди не веде"},
		{2, "2 рядки", "2 рядків", "2 записи", "2 посилання нікуди не ведуть"},
		{5, "5 рядків", "5 рядків", "5 записів", "5 посилань нікуди не ведуть"},
	} {
		want := strings.NewReplacer("OFROWS", c.ofRows, "ROWS", c.rows, "RECORDS", c.records, "REFS", c.refs, "NUMBER", c.rows[:1]).Replace(ukrainian)
		var b strings.Builder
		require.NoError(t, reportOf(c.n).WriteReport(&b, wording.Ukrainian))
		require.Equal(t, want, b.String())
	}
	var b strings.Builder
	require.NoError(t, reportOf(1).WriteReport(&b, wording.English))
	require.Equal(t, `found    products: data in GET /goods, 1 rows

products  GET /goods
  drop_price  price  0.50  name, 1 of 1 rows look like money; above rrp in 1 of 1 rows
  missing  paging: 1 records may be one page of more, and nothing says how to get the next one: ask the supplier; where it is all there is, write {kind: none}

tests against the sample rows
  ok    sku is there and unique: 1 checked, 0 failed (sku)

look at
  products: no rrp was found: the feeds have the drop price alone to make prices of
note     1 references lead nowhere
`, b.String())
	data, err := json.Marshal(reportOf(2).Notes)
	require.NoError(t, err)
	require.Equal(t, `["2 references lead nowhere"]`, string(data))
}
