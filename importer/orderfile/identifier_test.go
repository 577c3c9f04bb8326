package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

const idless = ";ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Спосіб оплати"

func idRow(id, person, code string) string {
	return id + ";" + person + ";0671234567;Київ;12;" + code + ";1;450;Накладений платіж"
}

// TestHeadingsOfOrderNumbers: however a system calls what tells its orders apart, it is the
// order's number, and rows of one number are one order.
func TestHeadingsOfOrderNumbers(t *testing.T) {
	for _, heading := range []string{"ID", "ІД", "Заявка №", "№ заявки", "Номер заявки", "ID заявки", "Угода №", "№ угоди", "ID угоди", "Сделка №", "ID сделки",
		"Lead ID", "Lead #", "ID ліда", "Deal ID", "Increment ID", "increment_id", "Record ID", "Reference", "Order #", "№", "Номер"} {
		r := readText(t, lines(heading+idless, idRow("71", "Тест Олена", "KB-01"), idRow("71", "Тест Олена", "MS-02"), idRow("72", "Тест Ірина", "KB-01")))
		require.Empty(t, codes(r), heading)
		require.Len(t, r.Orders, 2, heading)
		require.Equal(t, "71", r.Orders[0].ExternalID, heading)
		require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String(), heading)
	}
}

// TestWeakOrderNumbers: a heading that may name something else gives way to a better one, and
// what its cells show of people goes before it.
func TestWeakOrderNumbers(t *testing.T) {
	for headings, want := range map[string]string{"ID;Номер замовлення": "B-1", "№;ID": "B-1", "№;Номер": "B-1", "ID;Номер": "B-1", "№;Lead ID": "B-1"} {
		r := readText(t, lines(headings+idless, "1;"+idRow("B-1", "Тест Олена", "KB-01")))
		require.Empty(t, codes(r), headings)
		require.Equal(t, want, r.Orders[0].ExternalID, headings)
	}
	r := readText(t, lines("№;ID"+idless, "1;"+idRow("B-1", "Тест Олена", "KB-01"), "2;B-1;;;;;MS-02;1;300;", "3;;;;;;MS-03;1;300;"))
	require.Len(t, r.Orders, 1, "a running number does not stand in for a blank ID")
	require.Len(t, r.Orders[0].Items, 3)

	product := lines("ID"+idless, idRow("5", "Тест Олена", "KB-01"), idRow("5", "Тест Ірина", "KB-01"))
	r = readText(t, product)
	require.Empty(t, r.Orders, "two people under one ID")
	require.Equal(t, []string{"3 " + problem.RecipientConflict}, codes(r))
	r = readWith(t, writeTemp(t, "orders.csv", []byte(product)), Options{Ignore: []string{"ID"}})
	require.Len(t, r.Orders, 2, "the source says that it is not read")
	require.Equal(t, []string{"0 " + problem.OrderNumberAbsent}, codes(r))
}

// TestUnreadOrderNumbers: a column that seems to tell orders apart is never passed over in
// silence where the number would be made of the row's content.
func TestUnreadOrderNumbers(t *testing.T) {
	for heading, refused := range map[string]bool{"ID замовлення в CRM": true, "Номер документа": true, "Рахунок №": true, "Submission ID": true, "Код": true,
		"ID клієнта": false, "№ п/п": false, "Код менеджера": false, "Категорія": false} {
		r := readText(t, lines(heading+idless, idRow("C-71", "Тест Олена", "KB-01"), idRow("C-72", "Тест Ірина", "MS-02")))
		if !refused {
			require.Len(t, r.Orders, 2, heading)
			continue
		}
		require.Empty(t, r.Orders, heading)
		require.Contains(t, codes(r), "0 "+problem.ColumnUnread, heading)
		r = readText(t, lines("Номер замовлення;"+heading+idless, "1;"+idRow("C-71", "Тест Олена", "KB-01")))
		require.Len(t, r.Orders, 1, "%s beside a number", heading)
		r = readText(t, lines(heading+idless, idRow("нова", "Тест Олена", "KB-01"), idRow("стара", "Тест Ірина", "MS-02")))
		require.Len(t, r.Orders, 2, "%s without identifiers", heading)
	}
	ids := strings.Replace(idless, ";", "ID угоди в CRM;", 1)
	r := readWith(t, writeTemp(t, "orders.csv", []byte(lines(ids, idRow("71", "Тест Олена", "KB-01")))), Options{Ignore: []string{"ID угоди в CRM"}})
	require.Len(t, r.Orders, 1)
}
