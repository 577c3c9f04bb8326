package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// own is a small profile of one's own.
const own = `name: own
headings:
  order_number: {then: [deal]}
  recipient_name: {then: [client]}
  phone: {then: [mobile]}
  sku: {then: [code]}
  quantity: {then: [pieces]}
words: {cod: [pay later], total_row: [sum]}
defaults: {carrier: meest, payment_method: balance}
`

func TestProfileOfOnesOwn(t *testing.T) {
	p, err := CompileProfile("own.yaml", []byte(own))
	require.NoError(t, err)
	require.Equal(t, "own", p.Name())
	path := writeTemp(t, "a.csv", []byte(lines("Deal,Client,Mobile,Code,Pieces", "1,A,0670000101,KB-01,2", "Sum: 1,,,,2")))
	r := readWith(t, path, Options{Profile: p})
	requireReading(t, r, VerdictOK, []string{"1 [2] A +380670000101 /branch/ KB-01×2@ balance"}, []string{"3 total_row_skipped"})
	require.Equal(t, "own", r.Template)
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
}

func TestProfileMistakes(t *testing.T) {
	for name, c := range map[string]struct{ yaml, message string }{
		"unknown key":        {"name: x\nheading: {}\n", `p.yaml:2:1: unknown key "heading"`},
		"unknown meaning":    {"name: x\nheadings:\n  fone: {then: [a]}\n", `p.yaml:3:3: unknown key "fone"`},
		"wrong type":         {"name: x\nheadings:\n  phone: {then: a}\n", "p.yaml:3:"},
		"heading twice":      {own + "beside_lineitem: {}\npacked_items:\n  - Code\n", `p.yaml:12:5: heading "Code" of packed_item is already one of sku`},
		"nothing of heading": {"name: x\nheadings:\n  phone: {then: ['(x)']}\n", `p.yaml:3:19: "(x)" is no heading of phone`},
		"no phone":           {"name: x\nheadings:\n  sku: {then: [a]}\n", "p.yaml:2:1: no heading for recipient_name"},
		"no name":            {own[len("name: own\n"):], "p.yaml: the template has no name"},
		"empty":              {"", "p.yaml: no heading for recipient_name"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := CompileProfile("p.yaml", []byte(c.yaml))
			var e *strictyaml.Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, err.Error(), c.message)
		})
	}
}

func TestBuiltinProfiles(t *testing.T) {
	list, err := templates.Open("").List()
	require.NoError(t, err)
	found := 0
	for _, info := range list {
		if info.Kind != templates.Orders {
			continue
		}
		found++
		data, file, err := templates.Open("").Read(info.Kind, info.Name)
		require.NoError(t, err)
		p, err := CompileProfile(file, data)
		require.NoError(t, err)
		require.Equal(t, info.Name, p.Name())
		require.NotEmpty(t, info.Description)
		require.NotEmpty(t, info.Format)
	}
	require.NotZero(t, found)
}
