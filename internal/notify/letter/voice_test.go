package letter

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

func voices(t *testing.T) (uk, en Voice) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	uk = Voice{Shop: "Моя крамниця", Page: "https://shop.example/db/", Language: wording.Ukrainian, Zone: zone}
	en = uk
	en.Shop, en.Language = "My shop", wording.English
	return uk, en
}

// sample is a letter with a thing of each kind.
func sample(v Voice) *Letter {
	return &Letter{ID: "msg_1", Kind: Urgent, Items: []Item{
		v.Worded(Item{Code: "outcome_unknown", News: Begun, Text: "2 замовлення", Mend: "dropbridge resolve 1001 --posted ID", Since: time.Date(2026, 11, 20, 12, 5, 0, 0, time.UTC), Count: 2}, 1),
		v.Worded(Item{Code: "feed_failed", News: Over, Text: "фід prom"}, 1),
	}}
}

func TestPlain(t *testing.T) {
	uk, en := voices(t)
	require.Equal(t, `2 замовлення
  відколи: 2026-11-20 14:05
  якщо нічого не робити: ці замовлення ніхто не надішле вдруге, тож покупець може лишитися без посилки
  що зробити: dropbridge resolve 1001 --posted ID

Минуло: фід prom

Сторінка: https://shop.example/db/
`, uk.Plain(sample(uk), false))
	require.Equal(t, `You may have had this message already: an earlier attempt was cut off.

2 замовлення
  since: 2026-11-20 14:05
  if nobody does anything: nobody sends these orders again, so that a customer may get no parcel
  what to do: dropbridge resolve 1001 --posted ID

Over: фід prom

The page: https://shop.example/db/
`, en.Plain(sample(en), true))
	en.Page = ""
	require.NotContains(t, en.Plain(sample(en), false), "page")
}

func TestSubject(t *testing.T) {
	uk, en := voices(t)
	over := Item{News: Over}
	for _, c := range []struct {
		kind   Kind
		items  []Item
		uk, en string
	}{
		{Urgent, []Item{{}}, "Моя крамниця: на вас чекає 1 справа", "My shop: 1 thing needs you"},
		{Urgent, []Item{{}, {}, over}, "Моя крамниця: на вас чекають 2 справи", "My shop: 2 things need you"},
		{Digest, make([]Item, 11), "Моя крамниця: підсумок дня, на вас чекають 11 справ", "My shop: the day in short, 11 things need you"},
		{Urgent, []Item{over}, "Моя крамниця: більше не чекає на вас 1 справа", "My shop: 1 thing is over"},
		{Digest, []Item{over, over}, "Моя крамниця: більше не чекають на вас 2 справи", "My shop: 2 things are over"},
		{Trial, nil, "Моя крамниця: пробне повідомлення", "My shop: a test message"},
	} {
		l := &Letter{Kind: c.kind, Items: c.items}
		require.Equal(t, c.uk, uk.Subject(l))
		require.Equal(t, c.en, en.Subject(l))
	}
	en.Shop = "a\r\nBcc: x@evil.example"
	require.NotContains(t, en.Subject(&Letter{Kind: Trial}), "\n")
}

// TestMarksAreText: what is in names and texts is no mark of a message.
func TestMarksAreText(t *testing.T) {
	_, en := voices(t)
	en.Shop = "<b>A & B</b>"
	hostile := &Letter{Kind: Urgent, Items: []Item{en.Worded(Item{Code: "rows_refused", News: Begun, Text: `<a href="https://evil.example">x</a> & "y"`, Mend: "</b><script>"}, 1)}}
	chat := en.Telegram(hostile, false)
	require.Contains(t, chat, "<b>&lt;b&gt;A &amp; B&lt;/b&gt;: 1 thing needs you</b>\n\n<b>&lt;a href=")
	require.Equal(t, 2, strings.Count(chat, "<"+"b>"))
	require.NotContains(t, chat, "<a")
	require.NotContains(t, chat, "<script")
	page, err := en.HTML(hostile, false)
	require.NoError(t, err)
	require.NotContains(t, page, "<script")
	require.NotContains(t, page, "evil.example\">")
	require.Contains(t, page, `<a href="https://shop.example/db/">`)
}

// TestNoPhones: of people nothing but the numbers of orders leaves.
func TestNoPhones(t *testing.T) {
	uk, en := voices(t)
	for _, written := range []string{"+380671234567", "380671234567", "0671234567", "067 123-45-67", "(067) 123 45 67", "+38 (067) 123-45-67", "+48123456789"} {
		require.NotRegexp(t, `\d{2}`, Private("recipient "+written+" is refused"), written)
	}
	for _, kept := range []string{"20450000000017", "order 100087", "2026-11-20 14:05", "KC-1042", "row 12, 3000000 of 5000000"} {
		require.Equal(t, kept, Private(kept))
	}
	item := en.Worded(Item{Code: CodeWaiting, Text: "orders not posted yet: 1 (7): the phone of Petrenko Ivan is wrong", Count: 1, Orders: []string{"7"}}, 1)
	require.Equal(t, "1 order is not posted yet (7)", item.Text)
	item = en.Worded(Item{Code: "file_refused", Text: `a.csv could not be read: its headings are "Petrenko Ivan", "Kyiv"`, Files: []string{"a.csv"}}, 1)
	require.Equal(t, "a file could not be read, nothing of it was posted: a.csv; the page and `dropbridge status` say why", item.Text)
	item = uk.Worded(Item{Code: CodeWaiting, Count: 12, Orders: strings.Split("1 2 3 4 5 6 7 8 9 10 11 12", " ")}, 1)
	require.Equal(t, "ще не надіслано 12 замовлень (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)", item.Text)
	require.Contains(t, en.Worded(Item{Code: "order_conflict", Text: "a; b; c"}, 7).Text, "a; b; c; and 4 more like that")
}

// TestLongLettersFit: a chat takes 4,096 characters, and what is left out is counted.
func TestLongLettersFit(t *testing.T) {
	uk, _ := voices(t)
	l := &Letter{Kind: Urgent}
	for i := range 60 {
		l.Items = append(l.Items, uk.Worded(Item{Code: "rows_refused", News: Begun, Text: fmt.Sprint(i, strings.Repeat(" <&> відхилено", 60)), Mend: strings.Repeat("виправте ", 80)}, 1))
	}
	chat := uk.Telegram(l, true)
	require.LessOrEqual(t, utf8.RuneCountInString(chat), 4096)
	require.Regexp(t, `і ще \d\d: усе показує`, chat)
	require.LessOrEqual(t, utf8.RuneCountInString(uk.Plain(l, true)), 21_000)
}

// TestEveryCodeHasItsConsequence: whatever is told says what happens if nobody does anything.
func TestEveryCodeHasItsConsequence(t *testing.T) {
	uk, en := voices(t)
	for _, code := range Codes() {
		require.NotEqual(t, code, uk.Worded(Item{Code: code}, 1).Then)
		require.NotEmpty(t, en.Worded(Item{Code: code}, 1).Then)
	}
	require.Empty(t, en.Worded(Item{Code: "of a later version"}, 1).Then)
}
