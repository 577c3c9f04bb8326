package lexicon

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

func builtInWords(t testing.TB) *Lexicon {
	t.Helper()
	words, err := Load(templates.Open(""))
	require.NoError(t, err)
	return words
}

// TestBuiltInWordsAreWhole: the embedded files are valid and have words for everything that
// the program asks for, each word as a phrase, so that it can be met at all.
func TestBuiltInWordsAreWhole(t *testing.T) {
	words := builtInWords(t)
	for record := range tables {
		for _, field := range words.Fields(record) {
			require.NotEmpty(t, field.Names.strength, "%s.%s", record, field.Name)
			for name := range field.Names.strength {
				require.Equal(t, Phrase(name), name, "%s.%s", record, field.Name)
			}
		}
	}
	for kind := range stateValues {
		require.NotEmpty(t, words.states[kind].values, kind)
	}
	for _, set := range sets {
		require.NotEmpty(t, words.Words(set), set)
	}
	require.NotEmpty(t, words.Verdicts())
}

func TestHeadsOfTheBuiltInFiles(t *testing.T) {
	set := templates.Open("")
	names, err := set.Names(templates.Learn)
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		data, place, err := set.Read(templates.Learn, name)
		require.NoError(t, err)
		var head templates.Info
		require.NoError(t, strictyaml.Head(place, data, &head))
		require.Equal(t, name, head.Name)
		require.Equal(t, templates.Learn, head.Kind)
		require.NotEmpty(t, head.Description)
	}
}

// userWords lays a user's files over the built-in ones.
func userWords(t *testing.T, files map[string]string) (folder string, set templates.Set) {
	t.Helper()
	folder = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "learn"), 0o755))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "learn", name), []byte(text), 0o644))
	}
	return folder, templates.Open(folder)
}

func TestAUsersWordsAreAdded(t *testing.T) {
	_, set := userWords(t, map[string]string{"a-mine.yaml": `
fields:
  product:
    drop_price: {names: [СвояЦіна], weaker: {drop: 0.3, dealer price: 0}, described: {Наша Ціна: 0.9}}
  order:
    created_at: {names: [born]}
states:
  order: {completed: [готово]}
words:
  variants: [colours]
`})
	words, err := Load(set)
	require.NoError(t, err)
	price := words.Field(Product, "drop_price")
	require.Equal(t, 1.0, price.Names.Exact("своя ціна"), "written as the service writes it")
	require.Equal(t, 1.0, price.Names.Exact("drop price"), "the built-in words stay")
	require.Equal(t, 0.3, price.Names.Exact("drop"), "what the user says of a word counts, whatever the file is called")
	require.Zero(t, price.Names.OfName([]string{"dealer_price"}), "a word is taken away")
	require.Equal(t, 0.9, price.About.InText("Наша ціна з ПДВ"))
	created := words.Field(Order, "created_at").Names
	require.Equal(t, []float64{1, 1, 0.5}, []float64{created.Exact("born"), created.Exact("created at"), created.Exact("date")})
	require.Zero(t, words.Field(Product, "created_at").Names.Exact("born"))
	require.Equal(t, "completed", words.Field(Order, "status").States.Of("Готово"))
	require.True(t, words.Has(Variants, "colours"))
	require.True(t, words.Has(Variants, "sizes"))
}

func TestAFileOfTheSameNameGoesBefore(t *testing.T) {
	_, set := userWords(t, map[string]string{"ledger.yaml": "fields: {entry: {amount: {names: [plus minus]}}}\n"})
	words, err := Load(set)
	require.NoError(t, err)
	require.Equal(t, 1.0, words.Field(Entry, "amount").Names.OfPhrase("plus minus"))
	require.Zero(t, words.Field(Entry, "amount").Names.OfPhrase("amount"))
	require.Equal(t, 1.0, words.Field(Product, "sku").Names.OfPhrase("sku"))
}

func TestMistakesInAUsersFileAreNamed(t *testing.T) {
	for name, c := range map[string]struct{ text, message, hint string }{
		"part":       {"feilds: {}\n", `:1:1: unknown key "feilds"`, `did you mean "fields"?`},
		"record":     {"fields:\n  prodct:\n    sku: {names: [a]}\n", `:2:3: unknown key "prodct"`, `did you mean "product"?`},
		"field":      {"fields:\n  product:\n    skuu: {names: [a]}\n", `:3:5: unknown key "skuu"`, `did you mean "sku"?`},
		"inside":     {"fields:\n  product:\n    sku: {weeker: {a: 1}}\n", `:3:11: unknown key "weeker"`, `did you mean "weaker"?`},
		"twice":      {"fields:\n  product:\n    sku: {names: [a]}\n    sku: {names: [b]}\n", `:4:5: `, ""},
		"no list":    {"fields:\n  product:\n    sku: {names: a}\n", `:3:18: `, ""},
		"no fields":  {"fields:\n  product: [sku]\n", `:2:12: want keys with values here`, ""},
		"strength":   {"fields:\n  product:\n    sku: {weaker: {a: 6}}\n", `:3:23: want how much the word says, from 0 to 1, not 6`, ""},
		"word":       {"fields:\n  product:\n    sku: {weaker: {a: much}}\n", `:3:23: want how much the word says, from 0 to 1, not much`, ""},
		"like":       {"fields:\n  product:\n    sku: {like: product.cost}\n", `:3:17: there is no field "product.cost"`, "write it as RECORD.FIELD, such as product.sku"},
		"states":     {"states:\n  orders: {new: [a]}\n", `:2:3: unknown key "orders"`, `did you mean "order"?`},
		"state":      {"states:\n  order: {complete: [a]}\n", `:2:11: unknown key "complete"`, `did you mean "completed"?`},
		"words":      {"words:\n  variant: [a]\n", `:2:3: unknown key "variant"`, `did you mean "variants"?`},
		"own record": {"fields: {new_order: {sku: {names: [a]}}}\n", `:1:10: unknown key "new_order"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			folder, set := userWords(t, map[string]string{"mine.yaml": c.text})
			_, err := Load(set)
			wrong, ok := errors.AsType[*strictyaml.Error](err)
			require.True(t, ok, "%v", err)
			require.Contains(t, wrong.Error(), filepath.Join(folder, "learn", "mine.yaml")+c.message)
			if c.hint != "" {
				require.Equal(t, c.hint, wrong.Hint())
			}
		})
	}
}

func TestPhrase(t *testing.T) {
	for _, name := range []string{"dropPrice", "drop_price", "Drop-Price", "DROP PRICE"} {
		require.Equal(t, "drop price", Phrase(name))
	}
	require.Equal(t, "обовязкова ціна", Phrase("ОбовʼязковаЦіна"))
}

// TestWordsOfPhrases: a beginning counts at the beginning of a word alone, wherever it stands.
func TestWordsOfPhrases(t *testing.T) {
	t.Parallel()
	for _, phrase := range []string{"", "a", "ab", "ba ab", "bab ab", "ababab", "aab a", "ціна роздрібна", "націнка ціна", "a  ab"} {
		for _, word := range []string{"a", "ab", "aba", "b", "ціна", "роз"} {
			require.Equal(t, strings.Contains(" "+phrase, " "+word), hasWordFrom(phrase, word), "%q %q", phrase, word)
			wanted, cut := strings.CutPrefix(phrase, word+" ")
			rest, ok := cutWord(phrase, word)
			require.Equal(t, cut, ok, "%q %q", phrase, word)
			require.Equal(t, wanted, rest, "%q %q", phrase, word)
		}
	}
}

func TestNamesNeedTheirObject(t *testing.T) {
	words := builtInWords(t)
	brand := words.Field(Product, "brand").Names
	require.Equal(t, 1.0, brand.OfName([]string{"brand"}))
	require.Equal(t, 1.0, brand.OfName([]string{"brand", "name"}))
	require.Zero(t, brand.OfName([]string{"category", "name"}), "the name of something else")
	require.Less(t, brand.OfName([]string{"product_brand"}), 1.0)
	require.Zero(t, Names{}.OfName([]string{"brand"}))
}
