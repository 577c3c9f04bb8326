package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
)

// TestCardBesideCOD: a cell that names a card and payment on delivery says not who pays what.
func TestCardBesideCOD(t *testing.T) {
	p, err := genericOnce()
	require.NoError(t, err)
	words := p.Lexicon
	for text, want := range map[string]lexicon.Payment{
		"Картка + накладений платіж": lexicon.InPart, "на карту і наложка": lexicon.InPart, "Накладений платіж та картка": lexicon.InPart,
		"карта/наложка": lexicon.InPart, "наложка+карта": lexicon.InPart, "Картка + наложка": lexicon.InPart,
		"Оплата карткою при отриманні": lexicon.COD, "Готівкою або карткою при отриманні": lexicon.COD,
		"Накладений платіж, карткою при отриманні": lexicon.COD, "Накладений платіж (на карту)": lexicon.COD,
		"Visa/MasterCard": lexicon.Prepaid, "н/п": lexicon.COD, "Оплата на ФОП": lexicon.Prepaid, "Оплата на р/р ФОП": lexicon.Prepaid,
		"Покупка частинами (monobank)": lexicon.Prepaid, "моно": lexicon.Prepaid, "Оплата 100%": lexicon.Prepaid, "Оплата 100 грн": lexicon.PaymentUnknown,
	} {
		require.Equal(t, want, words.Payment(text), text)
	}
}

// TestStatesOfTheShop: states by which shops keep an order to be sent, and sent already.
func TestStatesOfTheShop(t *testing.T) {
	p, err := genericOnce()
	require.NoError(t, err)
	words := p.Lexicon
	for text, want := range map[string]lexicon.State{
		"Упаковано": lexicon.Post, "Пакується": lexicon.Post, "Оброблено": lexicon.Post, "Предоплата поступила": lexicon.Post,
		"Доставка подтверждена": lexicon.Post, "У дорозі": lexicon.Skip, "Забрали": lexicon.Skip, "Отправлен в доставку": lexicon.Skip,
		"Продаж": lexicon.Skip, "Викуплено": lexicon.Skip, "Не забрали": lexicon.Cancelled, "Не викуплено": lexicon.Cancelled,
		"Упаковано (пауза)": lexicon.StateUnknown,
	} {
		require.Equal(t, want, words.State(text), text)
	}
}
