package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// readHeaded reads an order under headings of its own behind those that every order has.
func readHeaded(t *testing.T, headings, cells string) *Report {
	t.Helper()
	return readText(t, lines("Номер замовлення;Місто;Відділення;"+headings, "1;Київ;12;"+cells))
}

const (
	bracketHeads = "ПІБ;Телефон;Артикул;Кількість;"
	bracketCells = "Тест Олена;0671234567;KB-01;2;"
)

// TestBracketsThatExplain: units, currencies, sides, examples and the like leave a heading what it is.
func TestBracketsThatExplain(t *testing.T) {
	for _, headings := range []string{
		"ПІБ (повністю);Телефон (мобільний);Артикул (SKU);Кількість (шт.);Ціна (грн);Спосіб оплати (накладений платіж / передоплата)",
		"ПІБ (отримувача);Телефон (у форматі 0XXXXXXXXX, без пробілів);Артикул (код товару);Кількість [штук];Ціна (за шт., з ПДВ);Спосіб оплати (обов'язково)",
		"Прізвище ім'я (як у паспорті);Телефон (наприклад, 0671234567);Артикул (обов'язкове поле);Кількість (одиниць);Ціна (роздрібна);Оплата (виберіть)",
		"ПІБ (українською);Phone (Shipping);SKU (required);Quantity (pcs);Price (UAH);Payment method (COD or prepaid)",
		"ПІБ;Телефон;Артикул (постачальника);Кількість;Ціна (продаж);Спосіб оплати (клієнта)",
	} {
		r := readHeaded(t, headings, bracketCells+"450;Накладений платіж")
		require.Empty(t, codes(r), headings)
		require.Equal(t, "1 [2] Тест Олена +380671234567 Київ/branch/12 KB-01×2@450.00 cod=900.00", summary(r.Orders[0]), headings)
	}
	r := readHeaded(t, bracketHeads+"Ціна (USD);Спосіб оплати", bracketCells+"45;Накладений платіж")
	require.Equal(t, []string{"2 " + problem.CurrencyForeign}, codes(r))
}

// TestBracketsOfAnotherHeading: with other words in its brackets a heading is another one.
func TestBracketsOfAnotherHeading(t *testing.T) {
	racing.Skip(t)
	for _, heading := range []string{"Ціна (дроп)", "Ціна (собівартість)", "Ціна (закупка)", "Ціна (опт)", "Ціна (постачальника)", "Price (cost)", "Цена (закупочная)"} {
		r := readHeaded(t, bracketHeads+heading+";Спосіб оплати", bracketCells+"300;Накладений платіж")
		require.Contains(t, codes(r), "2 "+problem.CODAmountMissing, heading)
		r = readHeaded(t, bracketHeads+heading+";Ціна;Спосіб оплати", bracketCells+"300;450;Накладений платіж")
		require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String(), heading)
	}
	for _, heading := range []string{"Кількість (на складі)", "Кількість (місць)", "К-сть (залишок)", "Quantity (in stock)"} {
		r := readHeaded(t, "ПІБ;Телефон;Артикул;"+heading+";Ціна", bracketCells+"450")
		require.Empty(t, r.Orders)
		require.Contains(t, codes(r), "0 "+problem.HeadingMissing, heading)
		require.Contains(t, r.Problems[0].Message, heading[:10], "the reason names the heading")
	}
	for _, heading := range []string{"Спосіб оплати (доставка)", "Оплата (постачальнику)", "Статус (товару)", "Післяплата (зворотна комісія)", "Знижка (дроп)"} {
		r := readHeaded(t, bracketHeads+"Ціна;"+heading, bracketCells+"450;щось")
		require.Empty(t, r.Orders, heading)
		require.Equal(t, []string{"0 " + problem.ColumnUnread}, codes(r), heading)
		require.Contains(t, r.Problems[0].Message, `ignore: ["`+heading+`"]`)
		require.Len(t, readHeaded(t, bracketHeads+"Ціна;"+heading, bracketCells+"450;").Orders, 1, "%s is blank", heading)
	}
}

// TestBracketsThatCompleteAHeading: with the words of its brackets a heading may be a known one.
func TestBracketsThatCompleteAHeading(t *testing.T) {
	r := readHeaded(t, bracketHeads+"Ціна;Статус (оплати);Спосіб оплати", bracketCells+"450;Не оплачено;Передоплата")
	require.Equal(t, []string{"2 " + problem.PaymentUnknown}, codes(r))
	r = readHeaded(t, bracketHeads+"Ціна;Статус (оплати);Спосіб оплати", bracketCells+"450;Оплачено;Передоплата")
	require.Equal(t, "prepaid", r.Orders[0].Payment.Method)
	r = readHeaded(t, bracketHeads+"Ціна;Сума (післяплати)", bracketCells+"450;870")
	require.Equal(t, "870.00", r.Orders[0].Payment.CODAmount.String())
}

// TestHeadingsThatMeanTheSame: one of two that differ by their brackets is taken, or both are named.
func TestHeadingsThatMeanTheSame(t *testing.T) {
	r := readHeaded(t, bracketHeads+"Ціна (закупка);Ціна (продаж);Спосіб оплати", bracketCells+"300;450;Накладений платіж")
	require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String())
	r = readHeaded(t, "ПІБ;Телефон;Артикул;Артикул (постачальника);Кількість;Ціна", "Тест Олена;0671234567;111;KB-01;2;450")
	require.Equal(t, "KB-01", r.Orders[0].Items[0].SKU)
	r = readHeaded(t, bracketHeads+"Ціна (грн);Ціна (роздріб)", bracketCells+"450;500")
	require.Equal(t, []string{"0 " + problem.DuplicateHeading}, codes(r))
	require.Contains(t, r.Problems[0].Message, `"Ціна (грн)" and "Ціна (роздріб)"`)
}
