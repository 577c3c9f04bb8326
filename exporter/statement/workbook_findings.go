package statement

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (w *Workbook) findingLayout() book.Layout {
	t := w.manner.Language.Of
	return book.Layout{Name: t("Звірка", "Reconciliation"), Filter: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: t("Що не сходиться", "Difference"), Width: 42},
		{Heading: t("Замовлення №", "Order ID"), Width: 14},
		{Heading: t("Зовнішній №", "External ID"), Width: 14},
		{Heading: t("ID запису", "Entry ID"), Width: 14},
		{Heading: t("Очікувано", "Expected"), Kind: book.KindMoney, Width: 13},
		{Heading: t("Є", "Found"), Kind: book.KindMoney, Width: 13},
		{Heading: t("Різниця", "Difference amount"), Kind: book.KindMoney, Width: 13},
		{Heading: t("Днів", "Days"), Kind: book.KindWhole, Width: 7},
		{Heading: t("Пояснення", "Explanation"), Width: 74},
	}}
}

// writeFindings lists what does not fit between the ledger and the orders, and what
// changed since the same period was exported before.
func (w *Workbook) writeFindings(s *Statement) error {
	t := w.manner.Language.Of
	n := int64(0)
	for _, d := range append(s.moved(), s.Differences...) {
		n++
		row := w.findings.Last() + 1
		difference, err := d.Found.Sub(d.Expected)
		if err != nil {
			return err
		}
		cells := []book.Cell{book.Whole(n), book.Text(DifferenceText(w.manner.Language, d.Code)), book.Text(d.OrderID), book.Text(d.ExternalID),
			book.Text(d.EntryID), book.Amount(d.Expected), book.Amount(d.Found), {}, {}, book.Text(d.Message.In(w.manner.Language))}
		if d.Expected.IsSet() || d.Found.IsSet() {
			cells[7] = book.Formula(fmt.Sprintf("G%d-F%d", row, row), book.Amount(difference))
		}
		if d.Days > 0 {
			cells[8] = book.Whole(int64(d.Days))
		}
		if err := w.findings.Append(cells...); err != nil {
			return err
		}
	}
	switch {
	case n > 0:
		return nil
	case s.OK():
		return w.findings.Append(book.Cell{}, book.Text(t("розбіжностей немає", "nothing differs")).As(book.Good))
	}
	return w.findings.Append(book.Cell{}, book.Text(t("див. аркуш «Контроль»", "see the sheet Control")).As(book.Bad))
}

// DifferenceText is a difference's code in words; an unknown code stays as it is.
func DifferenceText(language wording.Language, code string) string {
	if text, known := differenceTexts()[code]; known {
		return language.Of(text[0], text[1])
	}
	return code
}

func differenceTexts() map[string][2]string {
	return map[string][2]string{
		"entry_late":            {"запис з'явився після попередньої виписки", "entry came after the last export"},
		"entry_gone":            {"запис зник після попередньої виписки", "entry is gone since the last export"},
		"entry_changed":         {"запис змінився після попередньої виписки", "entry changed since the last export"},
		"accrual_missing":       {"доставлене замовлення без нарахування", "delivered order without an accrual"},
		"accrual_differs":       {"нарахування не дорівнює сумі замовлення", "accrual differs from the order"},
		"accrual_double":        {"замовлення нараховано двічі", "order accrued twice"},
		"accrual_without_order": {"нарахування без замовлення", "accrual without an order"},
		"hold_stale":            {"замовлення завершене, холд не знято", "order is final, its hold is open"},
		"hold_old":              {"холд відкритий понад 30 днів", "hold is open for more than 30 days"},
		"release_without_hold":  {"знято холд, якого не було", "release without a hold"},
		"hold_released_twice":   {"холд знято двічі", "hold released twice"},
		"hold_released_partly":  {"холд знято частково", "hold released in part"},
		"hold_released_over":    {"знято більше, ніж утримувалося", "released more than was held"},
		"hold_without_order":    {"холд без замовлення", "hold without an order"},
		"return_missing":        {"повернення не сторновано", "return without its reversal"},
	}
}

// CheckText is a check's name in words; an unknown name stays as it is.
func CheckText(language wording.Language, name string) string {
	if text, known := checkTexts()[name]; known {
		return language.Of(text[0], text[1])
	}
	return name
}

func checkTexts() map[string][2]string {
	return map[string][2]string{
		"entries_complete":         {"Усі записи прочитано", "All entries were read"},
		"entries_unique":           {"Записи не повторюються", "No entry came twice"},
		"entries_in_period":        {"Записи належать до періоду", "Entries belong to the period"},
		"entries_in_order":         {"Записи йдуть за часом", "Entries come in order of time"},
		"entries_final":            {"Період завершено", "The period is over"},
		"running_balance":          {"Сальдо після кожного запису", "Balance after each entry"},
		"opening_agrees":           {"Сальдо на початок за даними постачальника", "Opening as the supplier has it"},
		"turnover_agrees":          {"Обороти за даними постачальника", "Turnover as the supplier has it"},
		"closing_agrees":           {"Сальдо на кінець за даними постачальника", "Closing as the supplier has it"},
		"opening_turnover_closing": {"Початок + оборот = кінець", "Opening + turnover = closing"},
		"holds_equal_held":         {"Сума холдів = утримано", "Open holds = held"},
		"one_currency":             {"Одна валюта", "One currency"},
		"payouts_covered":          {"Виплати покриті записами", "Payouts are covered by entries"},
		"orders_have_accruals":     {"Доставлені замовлення нараховано", "Delivered orders are accrued"},
		"holds_have_reason":        {"Холди мають підставу", "Holds have a reason"},
		"history_unchanged":        {"Збігається з попередньою випискою", "Same as the last export"},
	}
}
