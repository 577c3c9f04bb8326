package lexicon

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// built is the lexicon of the built-in words.
func built(t testing.TB, o Overlay) *Lexicon {
	t.Helper()
	data, err := os.ReadFile("../../templates/orders/generic.yaml")
	require.NoError(t, err)
	var file struct {
		Words Words `yaml:"words"`
	}
	require.NoError(t, yaml.Unmarshal(data, &file))
	l, err := New(file.Words, o)
	require.NoError(t, err)
	return l
}

func TestStates(t *testing.T) {
	l := built(t, Overlay{States: map[string]string{"Комплектується на складі Б": "post", "Новий": "skip"}})
	for state, cells := range map[State][]string{
		Post: {"В обробці", "в  ОБРОБЦІ", "Прийнято", "прийнятий", "1. Прийнято", "wc-processing", "Processing", "комплектується на складі б", "Оплачено 20.11.2026 10:15", "Очікує відправки", "unfulfilled", "ПІДТВЕРДЖЕНО"},
		Skip: {"Новий", "Відправлено", "Відправлений", "Доставлено", "Виконано", "завершено", "Чернетка", "Дубль", "Тест", "fulfilled", "Shipped", "wc-completed", "Отправлен", "Выполнен"},
		Cancelled: {"Скасовано", "скасований", "Скасовано: немає в наявності", "Скасовано (клієнтом)", "Відмова", "Повернення", "повернено", "Недозвон", "Отменён", "Возврат", "Cancelled", "canceled", "wc-cancelled",
			"refunded", "voided", "Скасовано покупцем"},
		StateUnknown: {"Прийнято (менеджер Олена)", "в обробці (пауза)", "новий?", "Нове (дубль)", "Відправлено рахунок", "Не відправлено", "Комплектується на складі", "on-hold", "authorized", "partially fulfilled", "Скасовано / Відновлено", "Прийнято (скасовано)", "Прийнято (не підтверджено)", "так", "?", "", "123",
			"Новий клієнт", "Скаcовано"},
	} {
		for _, cell := range cells {
			t.Run(cell, func(t *testing.T) { require.Equal(t, state, l.State(cell)) })
		}
	}
}

func TestPayments(t *testing.T) {
	l := built(t, Overlay{Payments: map[string]string{"НП": "cod", "Готівка": "cod", "З балансу": "balance"}})
	for payment, cells := range map[Payment][]string{
		COD: {"Оплата при доставці", "Оплата під час отримання товару", "Наложенный платёж", "Накладний платіж", "накладеним платежем", "Контроль оплати", "cash_on_delivery", "Постоплата", "Післяплата (Нова Пошта)", "COD",
			"Cash on Delivery (COD)", "Оплата карткою при отриманні", "Готівкою при отриманні", "готівкою кур'єру", "Готівкою кур’єру", "codpayment", "НП", "готівка", "Післяплата на рахунок", "Оплата на пошті", "Наложка", "Карткою або готівкою при отриманні"},
		Prepaid: {"Paid by card", "Передоплата на рахунок", "Передоплата 100%", "LiqPay", "WayForPay", "Приват24", "Пром-оплата", "Оплачено", "Оплата на картку", "bacs", "На рахунок", "monobank", "Card", "Онлайн-оплата", "Visa/Mastercard"},
		Balance: {"з балансу"},
		InPart:  {"Частково оплачено", "Передплата 200 грн, решта накладений", "Передоплата 50%", "Передоплата 200", "Передоплата або накладений платіж"},
		Unpaid:  {"Не оплачено", "Очікує оплати", "pending", "unpaid", "не оплачен"},
		PaymentUnknown: {"COD, не дзвонити", "Рахунок виставлено", "реквізити відправлено", "карта/накладений", "грошовий переказ", "передоплата буде", "to be paid", "доставка оплачена", "за рахунок отримувача", "оплачено?", "передоплата доставки", "Очікується передоплата", "Без передоплати", "Накладений платіж: ні", "Передоплата, накладений платіж", "Без післяплати", "Завдаток", "Оплата частинами", "COD (без передоплати)",
			"не накладений платіж", "Cash", "Розрахунок", "", "так", "No COD", "Накладений платіж скасовано", "не оплачено, накладений платіж"},
	} {
		for _, cell := range cells {
			t.Run(cell, func(t *testing.T) { require.Equal(t, payment, l.Payment(cell)) })
		}
	}
}

func TestDelivery(t *testing.T) {
	l := built(t, Overlay{Carriers: map[string]string{"Flat rate": "nova_poshta", "Таксі": "courier"}})
	for cell, want := range map[string]Delivery{
		"Нова Пошта":                          {"nova_poshta", "", true},
		"Кур'єр Нова Пошта":                   {"nova_poshta", KindCourier, true},
		"Кур’єром Нової Пошти до дверей":      {"nova_poshta", KindCourier, true},
		"Доставка у відділення Нової Пошти":   {"nova_poshta", KindBranch, true},
		"Нова Пошта (поштомат)":               {"nova_poshta", KindLocker, true},
		"Нова Пошта: відділення або поштомат": {"nova_poshta", KindBranch, true}, // never a courier
		"Самовивіз з Нової Пошти":             {"nova_poshta", KindBranch, true},
		"Самовивіз з відділення":              {"", KindBranch, true},
		"Самовивіз з магазину":                {"pickup", "", true},
		"Самовывоз из нашего магазина":        {"pickup", "", true},
		"Магазин":                            {"pickup", "", true},
		"Самовивіз з шоуруму":                {"pickup", "", true},
		"Самовивіз з магазину Rozetka":       {"rozetka_delivery", KindBranch, true},
		"Самовивіз зі складу":                {}, // the shop's, or a carrier's
		"Магазин на Подолі":                  {},
		"Online store":                       {},
		"Відділення-Двері":                   {"", KindCourier, true},
		"Склад-Двері":                        {"", KindCourier, true},
		"Склад – Двері":                      {"", KindCourier, true},
		"Отделение-Дверь":                    {"", KindCourier, true},
		"Двері-Двері":                        {"", KindCourier, true},
		"від дверей до дверей":               {"", KindCourier, true},
		"Від відділення до дверей":           {"", KindCourier, true},
		"Warehouse to door":                  {"", KindCourier, true},
		"WarehouseDoors":                     {"", KindCourier, true},
		"DoorsDoors":                         {"", KindCourier, true},
		"НП Склад → Двері":                   {"nova_poshta", KindCourier, true},
		"Двері-Відділення":                   {"", KindBranch, true},
		"Двері - склад":                      {"", KindBranch, true},
		"Склад-Склад":                        {"", KindBranch, true},
		"зі складу на склад":                 {"", KindBranch, true},
		"Відділення-Відділення":              {"", KindBranch, true},
		"WarehouseWarehouse":                 {"", KindBranch, true},
		"DoorsWarehouse":                     {"", KindBranch, true},
		"WarehousePostomat":                  {"", KindLocker, true},
		"Відділення-Поштомат":                {"", KindBranch, true}, // a choice, or a way: the place says
		"Відділення, двері":                  {},
		"Кур'єр - відділення":                {},
		"Самовивіз з відділення Нової Пошти": {"nova_poshta", KindBranch, true},
		"Укрпошта":                           {"ukrposhta", "", true},
		"Meest ПОШТА":                        {"meest", "", true},
		"Магазини Rozetka":                   {"rozetka_delivery", KindBranch, true},
		"Самовивіз":                          {"pickup", "", true},
		"Новая почта":                        {"nova_poshta", "", true},
		"Адресна доставка":                   {"", KindCourier, true},
		"flat rate":                          {"nova_poshta", "", true},
		"таксі":                              {"", KindCourier, true},
		"Нова Пошта, Укрпошта":               {},
		"Голубина пошта":                     {},
		"Доставка":                           {},
		"не Нова Пошта":                      {},
		"кур'єр або відділення":              {},
		"Безкоштовна доставка Новою Поштою":  {"nova_poshta", "", true},
		"DHL": {},
	} {
		t.Run(cell, func(t *testing.T) { require.Equal(t, want, l.Delivery(cell)) })
	}
}

func TestPlaces(t *testing.T) {
	l := built(t, Overlay{})
	np := "nova_poshta"
	for cell, want := range map[string]Place{
		"12":  {Kind: KindBranch, Number: "12"},
		"№12": {Kind: KindBranch, Number: "12"},
		"Відділення №12 (до 30 кг на одне місце): вул. Вигадана, 1": {Kind: KindBranch, Number: "12", Named: true},
		"Пункт приймання-видачі (до 30 кг): вул. Центральна, 10":    {Kind: KindBranch, Named: true, Address: "Пункт приймання-видачі (до 30 кг): вул. Центральна, 10"},
		`Поштомат "Нова Пошта" №5432: вул. Х, 1 (під'їзд 2)`:        {Carrier: np, Kind: KindLocker, Number: "5432", Named: true},
		"вул. Хрещатик 22, Відділення 5":                            {Kind: KindBranch, Number: "5", Named: true},
		"вул. Польова, 7 кв. 3":                                     {Kind: KindCourier, Address: "вул. Польова, 7 кв. 3"},
		"Укрпошта 01001":                                            {Carrier: "ukrposhta", Kind: KindBranch, Number: "01001", PostalCode: "01001"},
		"Meest №12":                                                 {Carrier: "meest", Kind: KindBranch, Number: "12"},
		"1 (вул. 40-річчя Перемоги)":                                {Kind: KindBranch, Number: "1"},
		"вул. 8 Березня, відділення 4":                              {Kind: KindBranch, Number: "4", Named: true},
		"отд.12":      {Kind: KindBranch, Number: "12", Named: true},
		"до 30 кг №5": {Kind: KindBranch, Number: "5"},
		"Поштомат 5432, відділення 12": {Doubt: TwoPlaces},
		"12 відділення":                {Kind: KindBranch, Number: "12", Named: true},
		"12-е отделение":               {Kind: KindBranch, Number: "12", Named: true},
		"НП 12":                        {Carrier: np, Kind: KindBranch, Number: "12"},
		"Нова Пошта, відділення № 7":   {Carrier: np, Kind: KindBranch, Number: "7", Named: true},
		"Київ, Відділення №12: вул. Вигадана, 1":   {Kind: KindBranch, Number: "12", Named: true, City: "Київ"},
		"Київська обл., м. Бровари, Відділення №1": {Kind: KindBranch, Number: "1", Named: true, City: "Бровари", Region: "Київська обл"},
		"Поштомат 5432":             {Kind: KindLocker, Number: "5432", Named: true},
		"Почтомат №26540 (ул. Х 3)": {Kind: KindLocker, Number: "26540", Named: true},
		"01001":                     {Doubt: MaybeIndex, Number: "01001"},
		"49000":                     {Doubt: MaybeIndex, Number: "49000"},
		"1-3":                       {Doubt: OnlyNumbers},
		"Склад №3":                  {Kind: KindBranch, Number: "3", Named: true},
		"кур'єр, вул. Вигадана 5":             {Kind: KindCourier, Address: "вул. Вигадана 5"},
		"Нова Пошта":                          {Carrier: np},
		"Відділення":                          {Kind: KindBranch, Named: true},
		"Самовивіз":                           {Carrier: "pickup"},
		"Відділення №5 або №7":                {Doubt: TwoPlaces},
		"Відділення №5, Укрпошта, Нова пошта": {Doubt: TwoPlaces},
		"Польова 7":                           {Doubt: BranchOrAddress},
		"Київ, 12":                            {Doubt: BranchOrAddress},
		"Відділення 5 або 7":                  {Doubt: TwoPlaces},
		"DHL, 10115 Berlin":                   {Doubt: OtherCarrier},
		"20450000000231":                      {Doubt: OddNumber},
		"0670000001":                          {Doubt: OddNumber},
		"0":                                   {Doubt: OddNumber},
		"відділення 1а":                       {Doubt: OddNumber},
		"відділення 12, 13":                   {Doubt: TwoPlaces},
		"Відділення №3, м. Дніпро":            {Kind: KindBranch, Number: "3", Named: true, City: "Дніпро"},
		"Відділення №5, Київ":                 {Kind: KindBranch, Number: "5", Named: true, City: "Київ"},
		"Відділення 12 (до 30 кг) Львів":      {Kind: KindBranch, Number: "12", Named: true, City: "Львів"},
		"Відділення 12 Кривий Ріг":            {Kind: KindBranch, Number: "12", Named: true, City: "Кривий Ріг"},
		"№3: вул. Шевченка 1, Полтава":        {Kind: KindBranch, Number: "3", City: "Полтава"},
		"Отделение №5 - Киев":                 {Kind: KindBranch, Number: "5", Named: true, City: "Киев"},
		"Branch 5, Kyiv":                      {Kind: KindBranch, Number: "5", Named: true, City: "Kyiv"},
		"Відділення 5 м Київ":                 {Kind: KindBranch, Number: "5", Named: true, City: "Київ"},
		"5 (Київ)":                            {Kind: KindBranch, Number: "5", City: "Київ"},
		"Нова Пошта №7 Одеса":                 {Carrier: np, Kind: KindBranch, Number: "7", City: "Одеса"},
		"Відділення №5, Центр":                {Kind: KindBranch, Number: "5", Named: true, MaybeCity: "Центр"},
		"Відділення №5 Софіївка":              {Kind: KindBranch, Number: "5", Named: true, MaybeCity: "Софіївка"},
		"терміново, відділення 5":             {Kind: KindBranch, Number: "5", Named: true, MaybeCity: "терміново"},
		"Відділення №5, біля ринку":           {Kind: KindBranch, Number: "5", Named: true},
		"Київ, відділення 5, Львів":           {Doubt: TwoPlaces},
		"Відділення №5, Київ, вул. Х 1":       {Kind: KindBranch, Number: "5", Named: true, City: "Київ"},
		"Нова Пошта до відділення 12":         {Carrier: np, Kind: KindBranch, Number: "12", Named: true},
		"уточнити":                            {Doubt: NoPlace},
		"те саме":                             {Doubt: NoPlace},
		"див. коментар":                       {Doubt: NoPlace},
		"--//--":                              {Doubt: NoPlace},
		"УП 01001":                            {Carrier: "ukrposhta", Kind: KindBranch, Number: "01001", PostalCode: "01001"},
		"Магазин №5":                          {Kind: KindBranch, Number: "5", Named: true, Shop: true},
		"Відділення №5 (магазин)":             {Kind: KindBranch, Number: "5", Named: true},
		"Індекс 79000":                        {Carrier: "ukrposhta", Kind: KindBranch, Number: "79000", PostalCode: "79000"},
		"Шевченка 10, кв 5":                   {Kind: KindCourier, Address: "Шевченка 10, кв 5"},
		"НП №3 (до 200 кг), вул. Лісова, 2":   {Carrier: np, Kind: KindBranch, Number: "3"},
		"Віділення Нової Пошти №3":            {Carrier: np, Kind: KindBranch, Number: "3", Named: true},
		"Нова Пошта Відділення №1 вул. Пирогівський шлях, 135": {Carrier: np, Kind: KindBranch, Number: "1", Named: true},
		"Відділення №3, 30 кг":         {Kind: KindBranch, Number: "3", Named: true},
		"Укрпошта, 01001, м. Київ":     {Carrier: "ukrposhta", Kind: KindBranch, Number: "01001", City: "Київ", PostalCode: "01001"},
		"Укрпошта, відділення 01001":   {Carrier: "ukrposhta", Kind: KindBranch, Number: "01001", PostalCode: "01001", Named: true},
		"Відділення: № 12":             {Kind: KindBranch, Number: "12", Named: true},
		"5-те відділення":              {Kind: KindBranch, Number: "5", Named: true},
		"№ 12 (до 1100 кг)":            {Kind: KindBranch, Number: "12"},
		"Відділення №12 до 10 кг":      {Kind: KindBranch, Number: "12", Named: true},
		"біля ринку":                   {Kind: KindBranch, Named: true, Address: "біля ринку"},
		"Відділення №12/1":             {Doubt: TwoPlaces},
		"Відділення №1, Відділення №1": {Kind: KindBranch, Number: "1", Named: true},
	} {
		t.Run(cell, func(t *testing.T) { requirePlace(t, want, l.Place(cell, InBranch)) })
	}
	for cell, want := range map[string]Place{
		"вул. Вигадана 1, кв 2":                    {Kind: KindCourier, Address: "вул. Вигадана 1, кв 2"},
		"Відділення №12: вул. Вигадана, 1":         {Kind: KindBranch, Number: "12", Named: true},
		"Київ, вул. Вигадана 1, кв 2":              {Kind: KindCourier, Address: "вул. Вигадана 1, кв 2", City: "Київ"},
		"01001, м. Київ, вул. Вигадана, 1":         {Kind: KindCourier, Address: "вул. Вигадана, 1", City: "Київ", PostalCode: "01001"},
		"вул. Промислова 5, склад 3":               {Kind: KindCourier, Address: "вул. Промислова 5, склад 3"},
		"Шевченка 5":                               {Kind: KindCourier, Address: "Шевченка 5"},
		"м. Львів, Нова Пошта №5":                  {Carrier: np, Kind: KindBranch, Number: "5", City: "Львів"},
		"уточнити у клієнта":                       {Doubt: NoPlace},
		"Київ, кур'єр":                             {Kind: KindCourier, City: "Київ"},
		"Meest, Київ, вул. Тестова 5":              {Carrier: "meest", Kind: KindCourier, Address: "вул. Тестова 5", City: "Київ"},
		"Укрпошта, 01001, м. Київ, вул. Тестова 5": {Carrier: "ukrposhta", Kind: KindCourier, Address: "вул. Тестова 5", City: "Київ", PostalCode: "01001"},
		"Укрпошта Київ 01001":                      {Carrier: "ukrposhta", Kind: KindBranch, Number: "01001", City: "Київ", PostalCode: "01001"},
		"Київ, ТРЦ Вигаданий, відділення №300":     {Kind: KindBranch, Number: "300", Named: true, City: "Київ"},
		"№3: вул. Шевченка 1, Полтава":             {Kind: KindBranch, Number: "3", City: "Полтава"},
		"Нова Пошта №7, Одеса":                     {Carrier: np, Kind: KindBranch, Number: "7", City: "Одеса"},
		"вул. Шевченка 1, Полтава":                 {Kind: KindCourier, Address: "вул. Шевченка 1, Полтава", City: "Полтава"},
		"5, вул. Вигадана 7, Київ":                 {Kind: KindCourier, Address: "5, вул. Вигадана 7, Київ", City: "Київ"},
		"Салон краси, вул. Вигадана 5":             {Kind: KindCourier, Address: "Салон краси, вул. Вигадана 5", MaybeCity: "Салон краси"},
		"Полтава, 36000":                           {Kind: KindCourier, Address: "Полтава, 36000", City: "Полтава", PostalCode: "36000"},
		"Львів, Поштомат №5432":                    {Kind: KindLocker, Number: "5432", Named: true, City: "Львів"},
	} {
		t.Run("in an address: "+cell, func(t *testing.T) { requirePlace(t, want, l.Place(cell, InAddress)) })
	}
}

// requirePlace compares places; whether a street is named is for the address to show.
func requirePlace(t *testing.T, want, got Place) {
	t.Helper()
	got.Street = want.Street
	require.Equal(t, want, got)
}

func TestOverlaysAreChecked(t *testing.T) {
	for _, o := range []Overlay{{States: map[string]string{"X": "send"}}, {Payments: map[string]string{"X": "cash"}}, {Carriers: map[string]string{"X": "dhl"}}} {
		_, err := New(Words{}, o)
		require.ErrorContains(t, err, "one of")
	}
	_, err := New(Words{Carriers: map[string][]string{"dhl": {"DHL"}}}, Overlay{})
	require.ErrorContains(t, err, `unknown carrier "dhl"`)
}
