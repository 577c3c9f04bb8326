package orderfile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// said is a cell and what a careful order manager makes of it; "" refuses the row.
type said struct{ cell, means string }

// saidOfState are the cells that the generated orders are made of, spelled here as people spell
// them, and not taken from the templates.
func saidOfState() []said {
	out := []said{{"", "post"}}
	for means, cells := range map[string]string{
		"post": "Новий|нове замовлення|Прийнято|ПІДТВЕРДЖЕНО|В обробці|Обробляється|Комплектується|Очікує відправки|Готово до відправки|Оплачено|Новый|Принят|Подтвержден|В обработке|new|Pending|processing|Confirmed|" +
			"paid|unfulfilled|Open|awaiting shipment|wc-processing|1. Новий",
		"skip": "Відправлено|Доставлено|Виконано|завершено|Отримано|Чернетка|Дубль|Тест|Отправлен|Доставлен|Выполнен|Завершен|Черновик|fulfilled|Shipped|completed|delivered|Draft|trash|closed|wc-completed|" +
			"Скасовано|скасований|Відмінено|Відмова|Відхилено|Повернення|повернено|Недозвон|Отменен|отменён|Отказ|Возврат|Cancelled|canceled|Refunded|voided|failed|returned|expired|Скасовано (клієнтом)|Скасовано: дубль клієнта",
		"": "Комплектується на складі Б|on-hold|authorized|partially fulfilled|Відправлено рахунок|Не відправлено|так|?|Передано менеджеру Олені|Новий (скасовано)|Третій етап|777",
	} {
		for cell := range strings.SplitSeq(cells, "|") {
			out = append(out, said{cell, means})
		}
	}
	return out
}

func saidOfPayment() []said {
	out := []said{{"", "prepaid"}}
	for means, cells := range map[string]string{
		"cod": "Накладений платіж|накладеним платежем|Накладний платіж|Наложенный платеж|Наложенный платёж|Наложка|Післяплата|Постоплата|Контроль оплати|Оплата при отриманні|Оплата при доставці|оплата під час отримання|" +
			"Готівкою при отриманні|Оплата при получении|Оплата на пошті|Оплата у відділенні|cod|Cash on Delivery|cash_on_delivery|codpayment|Оплата карткою при отриманні|Cash on Delivery (COD)|Післяплата (Нова Пошта)",
		"prepaid": "Передоплата|передплата|Предоплата|Оплачено|Пром-оплата|LiqPay|WayForPay|monobank|На рахунок|Оплата на карту|Prepaid|paid|bacs|Card|Paid by card|Передоплата 100%|Приват24|Передоплата на рахунок",
		"": "Готівка|НП|Не оплачено|Частково оплачено|Передплата 200 грн, решта накладений|Без передоплати|Накладений платіж: ні|Очікує оплати|Завдаток|Оплата частинами|не накладений платіж|Без післяплати|" +
			"Передоплата 50%|Бартер|так|Передоплата, накладений платіж|Розрахунок з покупцем",
	} {
		for cell := range strings.SplitSeq(cells, "|") {
			out = append(out, said{cell, means})
		}
	}
	return out
}

// placeSaid is a cell of a carrier and one of a branch, and the delivery that they say.
type placeSaid struct{ carrier, branch, means string }

func saidOfPlace(r *rand.Rand) placeSaid {
	n := fmt.Sprint(1 + r.IntN(480))
	locker := fmt.Sprint(1000 + r.IntN(8000))
	index := fmt.Sprintf("%05d", 1001+r.IntN(90000))
	street := pickOne(r, "вул. Вигадана, 7", "вул. 8 Березня, 12 кв. 3", "просп. Миру 5", "бул. Шевченка, 40")
	branch, locked := "nova_poshta branch "+n, "nova_poshta locker "+locker
	all := []placeSaid{
		{"", n, branch}, {"Нова Пошта", n, branch}, {"новая почта", "№" + n, branch}, {"", "Відділення №" + n + " (до 30 кг на одне місце): " + street, branch},
		{"НП", "Відділення " + n, branch}, {"", "отд." + n, branch}, {"", street + ", відділення " + n, branch}, {"", n + " (" + street + ")", branch}, {"Нова Пошта", n + " відділення", branch},
		{"", "до 30 кг №" + n, branch}, {"Нова Пошта", "Склад №" + n, branch}, {"Nova Poshta", "branch " + n, branch},
		{"", "Поштомат " + locker, locked}, {"", `Поштомат "Нова Пошта" №` + locker + ": " + street, locked}, {"Нова Пошта (поштомат)", locker, locked},
		{"Укрпошта", index, "ukrposhta branch " + index}, {"", "Укрпошта " + index, "ukrposhta branch " + index}, {"Meest ПОШТА", n, "meest branch " + n}, {"", "Meest №" + n, "meest branch " + n},
		{"Rozetka", n, "rozetka_delivery branch " + n}, {"Самовивіз", "", "pickup branch "},
		{"Кур'єр Нова Пошта", street, "nova_poshta courier "}, {"", street, "nova_poshta courier "}, {"Адресна доставка", street, "nova_poshta courier "}, {"Укрпошта кур'єр", street, "ukrposhta courier "},
		{"", "Пункт приймання-видачі (до 30 кг): " + street, "nova_poshta branch "}, {"", "", "nova_poshta branch "},
		{"Кур'єр Нова Пошта", "", ""}, {"Голубина пошта", n, ""}, {"DHL", n, ""}, {"Нова Пошта, Укрпошта", n, ""}, {"", "Поштомат " + locker + ", відділення " + n, ""},
		{"", index, ""}, {"Укрпошта", "Відділення " + n, ""}, {"", "№" + n + "/1", ""}, {"", "Відділення №" + n + ", відділення №" + n + "7", ""}, {"Нова Пошта", "Meest " + n, ""},
		{"", "12.03.2026", ""}, {"кур'єр або відділення", n, ""}, {"", "Київ, " + n, ""},
	}
	return all[r.IntN(len(all))]
}

func pickOne[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// generated is an order of a file and what has to become of it.
type generated struct {
	rows           []string
	state, payment said
	place          placeSaid
	want           string // posted, skipped or refused
}

// TestTenThousandOrders: orders over all words, carriers and layouts are read as meant, or
// refused where nobody can tell.
func TestTenThousandOrders(t *testing.T) {
	racing.Skip(t)
	r := rand.New(rand.NewPCG(12, 2026))
	states, payments := saidOfState(), saidOfPayment()
	p, err := genericOnce()
	require.NoError(t, err)
	counts := map[string]int{}
	for file := range 100 {
		headings := pickOne(r,
			[]string{"Номер замовлення", "ПІБ", "Телефон", "Місто", "Відділення", "Артикул", "Кількість", "Ціна", "Спосіб доставки", "Спосіб оплати", "Статус"},
			[]string{"№ заказа", "ФИО получателя", "Телефон получателя", "Город", "Отделение", "Артикул", "Кол-во", "Цена", "Служба доставки", "Форма оплаты", "Статус заказа"},
			[]string{"Order number", "Recipient", "Phone", "City", "Branch", "SKU", "Qty", "Price", "Shipping method", "Payment method", "Order status"})
		delimiter := pickOne(r, ";", ",", "\t")
		var orders []generated
		lines := []string{strings.Join(headings, delimiter)}
		for n := range 100 {
			o := generate(r, fmt.Sprintf("F%d-%d", file, n), delimiter, states, payments)
			orders = append(orders, o)
			lines = append(lines, o.rows...)
		}
		report := readWith(t, writeTemp(t, "orders.csv", []byte(strings.Join(lines, "\n")+"\n")), Options{Profile: p})
		requireAsMeant(t, report, file, orders)
		for _, o := range orders {
			counts[o.want]++
		}
	}
	require.Greater(t, counts["posted"], 2000)
	require.Greater(t, counts["skipped"], 2000)
	require.Greater(t, counts["refused"], 2000)
	require.Equal(t, 10_000, counts["posted"]+counts["skipped"]+counts["refused"])
}

func generate(r *rand.Rand, number, delimiter string, states, payments []said) generated {
	o := generated{state: pickOne(r, states...), payment: pickOne(r, payments...), place: saidOfPlace(r)}
	for _, plain := range []*said{&o.state, &o.payment} { // most cells of most files are plain
		if r.IntN(2) == 0 {
			*plain = said{}
		}
	}
	if o.state == (said{}) {
		o.state.means = "post"
	}
	if o.payment == (said{}) {
		o.payment.means = "prepaid"
	}
	switch {
	case o.state.means == "skip":
		o.want = "skipped"
	case o.state.means == "" || o.payment.means == "" || o.place.means == "", o.contradicts():
		o.want = "refused"
	default:
		o.want = "posted"
	}
	items := 1 + r.IntN(3)
	for n := range items {
		cells := []string{number, "Тест Олена", "0671234567", "Київ", o.place.branch, fmt.Sprintf("KB-%02d", n), "2", "10.50", o.place.carrier, o.payment.cell, o.state.cell}
		for i, cell := range cells {
			if strings.ContainsAny(cell, delimiter+`"`) {
				cells[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
		}
		o.rows = append(o.rows, strings.Join(cells, delimiter))
	}
	return o
}

// contradicts: the state says that the order was paid, or that it was not, and the way of payment
// speaks against that.
func (o generated) contradicts() bool {
	payment := strings.ToLower(o.payment.cell)
	paid := strings.Contains(payment, "paid") && !strings.Contains(payment, "prepaid") || strings.Contains(payment, "оплачено")
	switch strings.ToLower(o.state.cell) {
	case "оплачено", "paid":
		return o.payment.means == "cod"
	case "pending":
		return o.payment.means == "prepaid" && payment != "" && !paid
	}
	return false
}

func requireAsMeant(t *testing.T, report *Report, file int, meant []generated) {
	t.Helper()
	posted := map[string]orders.Order{}
	for _, o := range report.Orders {
		posted[o.ExternalID] = o
	}
	skipped := map[string]bool{}
	for _, s := range report.Skipped {
		skipped[s.ExternalID] = true
	}
	for n, want := range meant {
		id := fmt.Sprintf("F%d-%d", file, n)
		got, isPosted := posted[id]
		what := fmt.Sprintf("state %q, payment %q, carrier %q, place %q", want.state.cell, want.payment.cell, want.place.carrier, want.place.branch)
		require.Equal(t, want.want, map[[2]bool]string{{true, false}: "posted", {false, true}: "skipped", {false, false}: "refused"}[[2]bool{isPosted, skipped[id]}], what)
		if !isPosted {
			continue
		}
		to := got.Recipient.Delivery
		place := to.Carrier + " " + to.Type + " " + textOf(to.BranchNumber)
		require.Equal(t, want.place.means, place, what)
		require.Equal(t, want.payment.means, got.Payment.Method, what)
		if got.Payment.Method == "cod" {
			require.Equal(t, sumOf(t, got.Items).String(), got.Payment.CODAmount.String(), what)
		}
	}
}

// FuzzNoDefaultForAWord: no filled cell of payment, state or place leads to a default. What is
// read of it has to be read of the cell alone.
func FuzzNoDefaultForAWord(f *testing.F) {
	for _, s := range append(saidOfState(), saidOfPayment()...) {
		f.Add(s.cell, s.cell, s.cell)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		p := saidOfPlace(r)
		f.Add("Новий", p.carrier, p.branch)
	}
	p, err := genericOnce()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, state, payment, place string) {
		cells := []string{"1", "Тест Олена", "0671234567", "Київ", place, "KB-01", "1", "450", payment, state}
		for i, cell := range cells {
			cells[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		text := "Номер замовлення,ПІБ,Телефон,Місто,Відділення,Артикул,Кількість,Ціна,Спосіб оплати,Статус\n" + strings.Join(cells, ",") + "\n"
		// The defaults are what no cell says, so that one that comes through is seen.
		report := readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: p, Carrier: "rozetka_delivery", PaymentMethod: "balance"})
		x := p.Lexicon
		for _, o := range report.Orders {
			says := func(text string) bool { return celltext.Clean(text) != "" && !x.Nothing(celltext.Clean(text)) }
			if says(payment) {
				require.NotEqual(t, "balance", o.Payment.Method, "%q", payment)
				require.Contains(t, []lexicon.Payment{lexicon.COD, lexicon.Prepaid}, x.Payment(celltext.Clean(payment)), "%q", payment)
			}
			if says(state) {
				require.Equal(t, lexicon.Post, x.State(celltext.Clean(state)), "%q", state)
			}
			if says(place) {
				to := o.Recipient.Delivery
				told := to.BranchNumber != nil || to.Address != nil || to.Type != "branch" || to.Carrier != "rozetka_delivery" || slices.Contains(codesOf(report), problem.BranchMissing)
				require.True(t, told, "%q", place)
			}
		}
	})
}

func codesOf(r *Report) (out []string) {
	for _, p := range r.Problems {
		out = append(out, p.Code)
	}
	return out
}

// TestMoneyAndPeopleSaidOddly: what looks like an amount, a name or a city and is none is
// refused by name.
func TestMoneyAndPeopleSaidOddly(t *testing.T) {
	for name, c := range map[string]struct {
		heads, cells string
		want         []string
	}{
		"a tick for an amount":              {"Післяплата", "1", []string{"2 " + problem.CODAmountMissing}},
		"a foreign amount by its heading":   {"Сума післяплати ($)", "23.00", []string{"2 " + problem.CurrencyForeign}},
		"a deposit and nothing more":        {"Передоплата", "200", []string{"2 " + problem.CODAmountMissing}},
		"paid in full":                      {"Передоплата", "900", nil},
		"a deposit of an online payment":    {"Передоплата;Спосіб оплати", "200;LiqPay", []string{"2 " + problem.CODAmountMissing}},
		"what is left to collect":           {"Всього до сплати;Спосіб оплати", "810;Накладений платіж", nil},
		"nothing was given back":            {"Повернення", "0.00", nil},
		"a returned order":                  {"Повернення", "так", []string{"2 " + problem.OrderSkipped}},
		"a cancelled order by its flag":     {"Скасування", "так", []string{"2 " + problem.OrderSkipped}},
		"a delivery that costs something":   {"Доставка", "60.00", nil},
		"a tag that somebody wrote by hand": {"Теги", "скасовано", []string{"0 " + problem.ColumnUnread}},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;"+c.heads, "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;"+c.cells))
			require.Equal(t, append([]string{}, c.want...), codes(r))
		})
	}
	for _, person := range []string{"Îëåíà Òåñòåíêî", "null", "Гість", "Тест?", "-", "0671234567"} {
		r := readText(t, lines(heads, "1001;"+person+";0670000101;Київ;12;KB-01;2;450,00"))
		require.Equal(t, []string{"2 " + problem.RecipientNameInvalid}, codes(r), person)
	}
	for _, town := range []string{"Ки?в", "01001", "Êèїâ"} {
		r := readText(t, lines(heads, "1001;Тест Олена;0670000101;"+town+";12;KB-01;2;450,00"))
		require.Equal(t, []string{"2 " + problem.DeliveryUnknown}, codes(r), town)
	}
	for _, number := range []string{"01.12.2026", "2026-12-01"} {
		r := readText(t, lines(heads, number+";Тест Олена;0670000101;Київ;12;KB-01;2;450,00"))
		require.Equal(t, []string{"2 " + problem.OrderNumberIsDate}, codes(r), number)
	}
}

// TestPercentOfAHeading: "Знижка, %" says that its numbers are per cents.
func TestPercentOfAHeading(t *testing.T) {
	for _, heading := range []string{"Знижка, %", "Знижка (%)"} {
		r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Спосіб оплати;"+heading,
			"1;Тест Олена;0671234567;Київ;12;KB-01;2;450;Накладений платіж;10"))
		require.Empty(t, codes(r))
		require.Equal(t, "810.00", r.Orders[0].Payment.CODAmount.String(), heading)
	}
}

// sumOf is price × quantity over all items.
func sumOf(t *testing.T, items []supplier.NewItem) money.Amount {
	sum := money.Must("0")
	for _, item := range items {
		line, err := item.Price.Times(item.Quantity)
		require.NoError(t, err)
		sum, err = sum.Add(line)
		require.NoError(t, err)
	}
	return sum
}
