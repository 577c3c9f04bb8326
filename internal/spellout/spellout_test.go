package spellout_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/spellout"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/stretchr/testify/require"
)

func TestAmountInWords(t *testing.T) {
	for _, c := range []struct{ amount, currency, uk, en string }{
		{"0", "UAH", "нуль гривень 00 копійок", "zero hryvnias 00 kopecks"},
		{"0.01", "UAH", "нуль гривень 01 копійка", "zero hryvnias 01 kopeck"},
		{"1", "UAH", "одна гривня 00 копійок", "one hryvnia 00 kopecks"},
		{"2.02", "UAH", "дві гривні 02 копійки", "two hryvnias 02 kopecks"},
		{"5.05", "UAH", "п’ять гривень 05 копійок", "five hryvnias 05 kopecks"},
		{"11.11", "UAH", "одинадцять гривень 11 копійок", "eleven hryvnias 11 kopecks"},
		{"12.12", "UAH", "дванадцять гривень 12 копійок", "twelve hryvnias 12 kopecks"},
		{"13.13", "UAH", "тринадцять гривень 13 копійок", "thirteen hryvnias 13 kopecks"},
		{"14.14", "UAH", "чотирнадцять гривень 14 копійок", "fourteen hryvnias 14 kopecks"},
		{"21.21", "UAH", "двадцять одна гривня 21 копійка", "twenty-one hryvnias 21 kopecks"},
		{"22.22", "UAH", "двадцять дві гривні 22 копійки", "twenty-two hryvnias 22 kopecks"},
		{"101", "UAH", "сто одна гривня 00 копійок", "one hundred one hryvnias 00 kopecks"},
		{"111", "UAH", "сто одинадцять гривень 00 копійок", "one hundred eleven hryvnias 00 kopecks"},
		{"1000", "UAH", "одна тисяча гривень 00 копійок", "one thousand hryvnias 00 kopecks"},
		{"1001", "UAH", "одна тисяча одна гривня 00 копійок", "one thousand one hryvnias 00 kopecks"},
		{"1234.50", "UAH", "одна тисяча двісті тридцять чотири гривні 50 копійок", "one thousand two hundred thirty-four hryvnias 50 kopecks"},
		{"2000", "UAH", "дві тисячі гривень 00 копійок", "two thousand hryvnias 00 kopecks"},
		{"5000", "UAH", "п’ять тисяч гривень 00 копійок", "five thousand hryvnias 00 kopecks"},
		{"11000", "UAH", "одинадцять тисяч гривень 00 копійок", "eleven thousand hryvnias 00 kopecks"},
		{"21000", "UAH", "двадцять одна тисяча гривень 00 копійок", "twenty-one thousand hryvnias 00 kopecks"},
		{"1000000", "UAH", "один мільйон гривень 00 копійок", "one million hryvnias 00 kopecks"},
		{"2000003.99", "UAH", "два мільйони три гривні 99 копійок", "two million three hryvnias 99 kopecks"},
		{"1000001000", "UAH", "один мільярд одна тисяча гривень 00 копійок", "one billion one thousand hryvnias 00 kopecks"},
		{"9999999999999999999", "UAH", "дев’ять квінтильйонів дев’ятсот дев’яносто дев’ять квадрильйонів дев’ятсот дев’яносто дев’ять трильйонів " +
			"дев’ятсот дев’яносто дев’ять мільярдів дев’ятсот дев’яносто дев’ять мільйонів дев’ятсот дев’яносто дев’ять тисяч дев’ятсот дев’яносто дев’ять гривень 00 копійок",
			"nine quintillion nine hundred ninety-nine quadrillion nine hundred ninety-nine trillion nine hundred ninety-nine billion " +
				"nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine hryvnias 00 kopecks"},
		{"-1.50", "UAH", "мінус одна гривня 50 копійок", "minus one hryvnia 50 kopecks"},
		{"0.005", "UAH", "нуль гривень 00,5 копійки", "zero hryvnias 00.5 kopecks"},
		{"1", "USD", "один долар 00 центів", "one dollar 00 cents"},
		{"2", "USD", "два долари 00 центів", "two dollars 00 cents"},
		{"1.01", "EUR", "одне євро 01 євроцент", "one euro 01 cent"},
		{"22", "EUR", "двадцять два євро 00 євроцентів", "twenty-two euros 00 cents"},
		{"1001", "EUR", "одна тисяча одне євро 00 євроцентів", "one thousand one euros 00 cents"},
		{"1.01", "PLN", "один злотий 01 грош", "one zloty 01 grosz"},
		{"5.02", "PLN", "п’ять злотих 02 гроші", "five zlotys 02 groszy"},
		{"1.05", "CHF", "один CHF 05/100", "one CHF 05/100"},
		{"150", "JPY", "сто п’ятдесят JPY", "one hundred fifty JPY"},
		{"1.5", "KWD", "один KWD 500/1000", "one KWD 500/1000"},
		{"2", "units", "два units 00/100", "two units 00/100"},
	} {
		amount := money.Must(c.amount)
		require.Equal(t, c.uk, spellout.Amount(wording.Ukrainian, amount, c.currency), "%s %s", c.amount, c.currency)
		require.Equal(t, c.en, spellout.Amount(wording.English, amount, c.currency), "%s %s", c.amount, c.currency)
	}
	require.Empty(t, spellout.Amount(wording.Ukrainian, money.Amount{}, "UAH"), "absent is not zero")
}

// TestWordsAreReadBack: a reader of the English words, which knows nothing of how they are
// made, finds each number again.
func TestWordsAreReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		n := random.Uint64() >> random.UintN(64)
		require.Equal(t, n, readBack(spellout.Number(wording.English, n, spellout.Masculine)))
	}
}

// TestUkrainianSaysEachNumberApart: no two numbers have the same words, and each has as many
// groups as the English has.
func TestUkrainianSaysEachNumberApart(t *testing.T) {
	seen := map[string]uint64{}
	for n := range uint64(20_000) {
		words := spellout.Number(wording.Ukrainian, n, spellout.Feminine)
		earlier, twice := seen[words]
		require.False(t, twice, "%d is said as %d: %s", n, earlier, words)
		seen[words] = n
		require.NotContains(t, words, "spellout")
		require.NotContains(t, words, "  ")
	}
}

func readBack(words string) (sum uint64) {
	small := map[string]uint64{"zero": 0}
	for i, word := range strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen") {
		small[word] = uint64(i + 1)
	}
	for i, word := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		small[word] = uint64(20 + 10*i)
	}
	large := map[string]uint64{}
	power := uint64(1)
	for _, word := range strings.Fields("thousand million billion trillion quadrillion quintillion") {
		power *= 1000
		large[word] = power
	}
	group := uint64(0)
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == '-' }) {
		switch {
		case word == "hundred":
			group *= 100
		case large[word] > 0:
			sum += group * large[word]
			group = 0
		default:
			group += small[word]
		}
	}
	return sum + group
}
