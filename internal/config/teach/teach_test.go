package teach

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestOrder: a word is written where its list stands or is to stand, and nothing else of the
// text changes: each line that was there is there, in its order.
func TestOrder(t *testing.T) {
	for name, c := range map[string]struct{ text, source, list, word, meaning, want string }{
		"an empty file":     {"", "keycrm", "states", "Пакується", "post", "inbox:\n  sources:\n    \"keycrm\":\n      states: {\"Пакується\": post}\n"},
		"comments alone":    {"# mine\n", "", "payments", "картка", "prepaid", "# mine\ninbox:\n  payments: {\"картка\": prepaid}\n"},
		"a list in lines":   {"inbox:\n  sources:\n    keycrm:\n      states: # own\n        # the first\n        Нове: post\n      external_id_prefix: K-\n", "keycrm", "states", "Пакується", "post", "inbox:\n  sources:\n    keycrm:\n      states: # own\n        \"Пакується\": post\n        # the first\n        Нове: post\n      external_id_prefix: K-\n"},
		"a column":          {"inbox:\n  sources:\n    keycrm: {ignore: [Тег]}\n", "keycrm", "columns", "Оплата ?", "payment_method", "inbox:\n  sources:\n    keycrm: {columns: {\"Оплата ?\": payment_method}, ignore: [Тег]}\n"},
		"a list in braces":  {"inbox: {sources: {keycrm: {states: {Нове: post}}}} # end\n", "keycrm", "states", "a: \"b\"", "skip", "inbox: {sources: {keycrm: {states: {\"a: \\\"b\\\"\": skip, Нове: post}}}} # end\n"},
		"empty braces":      {"inbox:\n  sources:\n    keycrm: {}\n", "keycrm", "carriers", "НП", "nova_poshta", "inbox:\n  sources:\n    keycrm: {carriers: {\"НП\": nova_poshta}}\n"},
		"no list yet":       {"language: uk\ninbox:\n  # where\n  dir: orders\n", "", "ignore", "Тег", "", "language: uk\ninbox:\n  ignore: [\"Тег\"]\n  # where\n  dir: orders\n"},
		"headings in lines": {"inbox:\n  ignore:\n    - Тег # why\n", "", "ignore", "Колір", "", "inbox:\n  ignore:\n    - \"Колір\"\n    - Тег # why\n"},
		"headings in row":   {"inbox:\n  ignore: [Тег]\n", "", "ignore", "Колір", "", "inbox:\n  ignore: [\"Колір\", Тег]\n"},
		"no inbox yet":      {"# mine\nlanguage: uk", "", "states", "x", "post", "# mine\nlanguage: uk\ninbox:\n  states: {\"x\": post}\n"},
		"another source":    {"inbox:\n  sources:\n    shop: {external_id_prefix: S-}\n", "keycrm", "states", "x", "cancelled", "inbox:\n  sources:\n    \"keycrm\":\n      states: {\"x\": cancelled}\n    shop: {external_id_prefix: S-}\n"},
	} {
		got, err := Order(c.source, c.list, c.word, c.meaning).Add("dropbridge.yaml", c.text)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
		back, err := Order(c.source, c.list, c.word, c.meaning).Remove("dropbridge.yaml", got)
		require.NoError(t, err, name)
		if strings.HasSuffix(c.text, "\n") || c.text == "" { // a last line that had no end has one now
			require.Equal(t, c.text, back, name)
		}
	}
}

// TestStock: what a word of a price list says of stock stands in its words, be it the only
// list or one of several, and is taken out again to the letter.
func TestStock(t *testing.T) {
	for name, c := range map[string]struct{ text, key, want string }{
		"one list":      {"supplier:\n  products:\n    file: a.csv # mine\n", "supplier.products", "supplier:\n  products:\n    \"words\": {\"є\": in_stock}\n    file: a.csv # mine\n"},
		"words there":   {"supplier:\n  products:\n    file: a.csv\n    words:\n      # ours\n      нема: out_of_stock\n", "supplier.products", "supplier:\n  products:\n    file: a.csv\n    words:\n      \"є\": in_stock\n      # ours\n      нема: out_of_stock\n"},
		"in braces":     {"supplier: {products: {file: a.csv, words: {нема: out_of_stock}}}\n", "supplier.products", "supplier: {products: {file: a.csv, words: {\"є\": in_stock, нема: out_of_stock}}}\n"},
		"the second":    {"supplier:\n  products:\n    lists:\n      - file: a.csv\n      - file: b.csv\n        # stocks\n        format: csv\n", "supplier.products.lists[1]", "supplier:\n  products:\n    lists:\n      - file: a.csv\n      - file: b.csv\n        \"words\": {\"є\": in_stock}\n        # stocks\n        format: csv\n"},
		"of a supplier": {"account: s\nsuppliers:\n  be-ta:\n    products:\n      file: a.csv\n", "suppliers.be-ta.products", "account: s\nsuppliers:\n  be-ta:\n    products:\n      \"words\": {\"є\": in_stock}\n      file: a.csv\n"},
		"his second":    {"account: s\nsuppliers: {b: {products: {lists: [{file: a.csv}, {file: b.csv}]}}}\n", "suppliers.b.products.lists[1]", "account: s\nsuppliers: {b: {products: {lists: [{file: a.csv}, {words: {\"є\": in_stock}, file: b.csv}]}}}\n"},
		"one of braces": {"supplier: {products: {lists: [{file: a.csv}, {file: b.csv}]}}\n", "supplier.products.lists[0]", "supplier: {products: {lists: [{words: {\"є\": in_stock}, file: a.csv}, {file: b.csv}]}}\n"},
	} {
		c.want = strings.ReplaceAll(c.want, `"words"`, "words")
		got, err := Stock(c.key, "є", "in_stock").Add("dropbridge.yaml", c.text)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
		read, err := config.Read("dropbridge.yaml", []byte(got))
		require.NoError(t, err, name)
		require.True(t, Stock(c.key, "є", "in_stock").Known(read), name)
		back, err := Stock(c.key, "є", "in_stock").Remove("dropbridge.yaml", got)
		require.NoError(t, err, name)
		require.Equal(t, c.text, back, name)
	}
	for _, wrong := range [][2]string{{"supplier.products.lists[3]", "in_stock"}, {"supplier.products.lists[x]", "in_stock"}, {"supplier.products", "in_stock"}, {"supplier.products.lists[0]", "perhaps"}, {"supplier.products.lists[0]", ""}} {
		_, err := Stock(wrong[0], "є", wrong[1]).Add("dropbridge.yaml", "supplier: {products: {lists: [{file: a.csv}]}}\n")
		require.Error(t, err, "%s", wrong)
		require.NotEmpty(t, failure.Hint(err))
	}
}

// TestRemove takes an entry out between others, and leaves what a person has written since.
func TestRemove(t *testing.T) {
	for name, c := range map[string]struct{ text, list, word, meaning, want string }{
		"the last of braces":    {"inbox: {states: {b: skip, \"a\": post}} # end\n", "states", "a", "post", "inbox: {states: {b: skip}} # end\n"},
		"the middle":            {"inbox: {states: {b: skip, \"a\": post, c: skip}}\n", "states", "a", "post", "inbox: {states: {b: skip, c: skip}}\n"},
		"between lines":         {"inbox:\n  states:\n    b: skip\n    \"a\": post # since\n    c: skip\n", "states", "a", "post", "inbox:\n  states:\n    b: skip\n    c: skip\n"},
		"written by a person":   {"inbox:\n  states:\n    b: skip\n    'a': post\n", "states", "a", "post", "inbox:\n  states:\n    b: skip\n"},
		"a heading":             {"inbox:\n  ignore:\n    - b\n    - \"a\"\n", "ignore", "a", "", "inbox:\n  ignore:\n    - b\n"},
		"what others did since": {"inbox:\n  dir: x\n  states: {\"z\": skip, \"a\": post}\n", "states", "a", "post", "inbox:\n  dir: x\n  states: {\"z\": skip}\n"},
	} {
		got, err := Order("", c.list, c.word, c.meaning).Remove("dropbridge.yaml", c.text)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	for name, text := range map[string]string{
		"another meaning": "inbox: {states: {a: skip}}\n",
		"not there":       "inbox: {states: {b: skip}}\n",
		"an alias":        "inbox:\n  sources:\n    k: {states: &own {a: post}}\n  states: *own\n",
		"nothing":         "",
	} {
		_, err := Order("", "states", "a", "post").Remove("dropbridge.yaml", text)
		require.Error(t, err, name)
		require.Contains(t, failure.Hint(err), `take it out by hand under inbox: states: {"a": post}`, name)
	}
}

// TestAddRefuses what it cannot write safely, and says what to write by hand.
func TestAddRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"an alias":  "inbox:\n  sources:\n    a: &own {states: {x: post}}\n    keycrm: *own\n",
		"no value":  "inbox:\n  sources:\n    keycrm:\n",
		"no yaml":   "inbox: [\n",
		"a mistake": "inbox: {none: 1}\n",
	} {
		_, err := Order("keycrm", "states", "Пакується", "post").Add("dropbridge.yaml", text)
		require.Error(t, err, name)
		require.NotEmpty(t, failure.Hint(err), name)
	}
	_, err := Order("keycrm", "states", "Пакується", "post").Add("dropbridge.yaml", "inbox:\n  sources:\n    keycrm:\n")
	require.True(t, strings.Contains(failure.Hint(err), `states: {"Пакується": post}`))
	_, err = Order("", "states", "Нове", "post").Add("dropbridge.yaml", "inbox: {states: {Нове: skip}}\n")
	require.Error(t, err, "it has another meaning already")
	_, err = Order("", "states", "Нове", "perhaps").Add("dropbridge.yaml", "")
	require.ErrorContains(t, err, "perhaps")
	_, err = Order("", "columns", "Оплата", "payment_metod").Add("dropbridge.yaml", "")
	require.ErrorContains(t, err, "no field of an order")
	require.Equal(t, `did you mean "payment_method"?`, failure.Hint(err))
	_, err = Order("", "columns", "Оплата", "payment_method").Add("dropbridge.yaml", "inbox: {ignore: [Оплата]}\n")
	require.ErrorContains(t, err, "stands under ignore, too")
}
