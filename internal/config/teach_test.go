package config

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestTeach: a word is written where its list stands or is to stand, and nothing else of the
// text changes: each line that was there is there, in its order.
func TestTeach(t *testing.T) {
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
		got, err := Teach("dropbridge.yaml", c.text, c.source, c.list, c.word, c.meaning)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
}

// TestTeachRefuses what it cannot write safely, and says what to write by hand.
func TestTeachRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"an alias":  "inbox:\n  sources:\n    a: &own {states: {x: post}}\n    keycrm: *own\n",
		"no value":  "inbox:\n  sources:\n    keycrm:\n",
		"no yaml":   "inbox: [\n",
		"a mistake": "inbox: {none: 1}\n",
	} {
		_, err := Teach("dropbridge.yaml", text, "keycrm", "states", "Пакується", "post")
		require.Error(t, err, name)
		require.NotEmpty(t, failure.Hint(err), name)
	}
	_, err := Teach("dropbridge.yaml", "inbox:\n  sources:\n    keycrm:\n", "keycrm", "states", "Пакується", "post")
	require.True(t, strings.Contains(failure.Hint(err), `states: {"Пакується": post}`))
	_, err = Teach("dropbridge.yaml", "inbox: {states: {Нове: skip}}\n", "", "states", "Нове", "post")
	require.Error(t, err, "it has another meaning already")
	_, err = Teach("dropbridge.yaml", "", "", "states", "Нове", "perhaps")
	require.ErrorContains(t, err, "perhaps")
	_, err = Teach("dropbridge.yaml", "", "", "columns", "Оплата", "payment_metod")
	require.ErrorContains(t, err, "no field of an order")
	require.Equal(t, `did you mean "payment_method"?`, failure.Hint(err))
	_, err = Teach("dropbridge.yaml", "inbox: {ignore: [Оплата]}\n", "", "columns", "Оплата", "payment_method")
	require.ErrorContains(t, err, "stands under ignore, too")
}
