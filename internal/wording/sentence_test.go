package wording

import (
	"encoding/json"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// price is a value whose form depends on the language.
type price struct{ uk, en string }

func (p price) In(l Language) string { return l.Of(p.uk, p.en) }

// sentenceOf reads an entry as the catalogue has it.
func sentenceOf(t *testing.T, text string) *sentence {
	t.Helper()
	var s sentence
	require.NoError(t, yaml.UnmarshalWithOptions([]byte(text), &s, yaml.Strict()))
	return &s
}

func TestSentences(t *testing.T) {
	hold := NewMessage("kind.hold")
	list := List{hold, NewMessage("kind.payout")}
	s := sentenceOf(t, "uk: '%[2]s: записів: %[1]d (%[3]s)'\nen: '%d entries of %s (%s)'")
	require.Equal(t, "холд: записів: 3 (холд; виплата)", s.in(Ukrainian, []any{3, hold.In(Ukrainian), list.In(Ukrainian)}))
	require.Equal(t, "3 entries of hold (hold; payout)", s.in(English, []any{3, hold.In(English), list.In(English)}))
	require.Equal(t, "100 %", sentenceOf(t, "uk: '100 %'\nen: '100 per cent'").in(Ukrainian, nil), "a sentence without values is no format")

	text := NewMessage("statement.and_more", list, 3)
	require.Equal(t, "холд; виплата; і ще 3", text.In(Ukrainian))
	require.Equal(t, "hold; payout; and 3 more", text.In(English))
	require.Equal(t, "hold; payout; and 3 more", text.String())
	require.Equal(t, "холд; виплата; і ще 3", Ukrainian.Say("statement.and_more", list, 3))
	require.Equal(t, "hold; payout", list.Message().In(English))
	require.Zero(t, Literal(""))
	require.Equal(t, "", Message{}.In(Ukrainian)+Message{}.In(English)+List{}.In(English))
}

// Whatever is kept of a list is said in either language again; of an amount, its English form.
func TestSentencesAreKept(t *testing.T) {
	text := NewMessage("statement.apart.less", price{"1 200,00", "1,200.00"})
	require.Equal(t, "на 1 200,00 менше", text.In(Ukrainian))
	data, err := json.Marshal(struct{ Detail Message }{text})
	require.NoError(t, err)
	require.JSONEq(t, `{"Detail":{"say":"statement.apart.less","with":["1,200.00"]}}`, string(data))
	require.Equal(t, "на 1,200.00 менше", Kept(text.Keep()).In(Ukrainian))
	require.Equal(t, "на 1 200,00 менше", text.In(Ukrainian), "the message itself stays")

	list := NewMessage("statement.and_more", List{NewMessage("kind.hold"), Literal("inv-7")}, 3)
	require.Equal(t, "холд; inv-7; і ще 3", Kept(list.Keep()).In(Ukrainian))
	require.Equal(t, list.Keep(), Kept(list.Keep()).Keep())
}

func TestForms(t *testing.T) {
	entries := sentenceOf(t, `
uk: {one: '%d запис', few: '%d записи', many: '%d записів', other: '%d запису'}
en: {one: '%d entry', other: '%d entries'}`)
	for n, want := range map[int][2]string{
		0: {"0 записів", "0 entries"}, 1: {"1 запис", "1 entry"}, 2: {"2 записи", "2 entries"}, 4: {"4 записи", "4 entries"},
		5: {"5 записів", "5 entries"}, 11: {"11 записів", "11 entries"}, 12: {"12 записів", "12 entries"}, 21: {"21 запис", "21 entries"},
		22: {"22 записи", "22 entries"}, 111: {"111 записів", "111 entries"}, 1000001: {"1000001 запис", "1000001 entries"}, -3: {"-3 записи", "-3 entries"},
	} {
		require.Equal(t, want, [2]string{entries.in(Ukrainian, []any{n}), entries.in(English, []any{int64(n)})})
	}
	require.Equal(t, "… запису", entries.in(Ukrainian, nil), "what is not known is none of them")
	require.Equal(t, "1,5 запису", sentenceOf(t, "uk: {one: '%s запис', other: '%s запису'}\nen: '%s'").in(Ukrainian, []any{"1,5"}))

	rows := sentenceOf(t, "counts: 2\nuk: {'=1': 'рядок %s', other: 'рядки %s'}\nen: {one: 'row %s', other: 'rows %s'}")
	require.Equal(t, "рядок 7", rows.in(Ukrainian, []any{"7", 1}), "a number that chooses need not be said")
	require.Equal(t, "рядки 7, 9", rows.in(Ukrainian, []any{"7, 9", 21}), "=1 is that number alone")
	require.Equal(t, "rows 7, 9", rows.in(English, []any{"7, 9", 21}))

	for n, want := range map[int][2]string{1: {"одне попередження", "1 warning"}, 21: {"попереджень: 21", "21 warnings"}, 0: {"попереджень: 0", "0 warnings"}} {
		require.Equal(t, want, [2]string{Ukrainian.Say("page.warnings", n), English.Say("page.warnings", n)})
	}

	for _, wrong := range []string{"uk: {dual: 'x', other: 'y'}\nen: 'x'", "uk: {'=': 'x', other: 'y'}\nen: 'x'", "uk: {'1': 'x', other: 'y'}\nen: 'x'", "uk: ['x']\nen: 'x'"} {
		var s sentence
		require.Error(t, yaml.UnmarshalWithOptions([]byte(wrong), &s, yaml.Strict()), wrong)
	}
}
