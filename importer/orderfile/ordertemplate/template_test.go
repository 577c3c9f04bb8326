package ordertemplate

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// ownTemplate is a small template of one's own.
const ownTemplate = `name: own
headings:
  order_number: {then: [deal]}
  recipient_name: {then: [client]}
  phone: {then: [mobile]}
  sku: {then: [code]}
  quantity: {then: [pieces]}
words: {payments: {cod: [pay later]}, total_row: [sum]}
defaults: {carrier: meest, payment_method: balance}
`

func TestProfileMistakes(t *testing.T) {
	for name, c := range map[string]struct{ yaml, message string }{
		"unknown key":        {"name: x\nheading: {}\n", `p.yaml:2:1: unknown key "heading"`},
		"unknown meaning":    {"name: x\nheadings:\n  fone: {then: [a]}\n", `p.yaml:3:3: unknown key "fone"`},
		"wrong type":         {"name: x\nheadings:\n  phone: {then: a}\n", "p.yaml:3:"},
		"heading twice":      {ownTemplate + "beside_lineitem: {}\npacked_items:\n  - Code\n", `p.yaml:12:5: heading "Code" of packed_item is already one of sku`},
		"nothing of heading": {"name: x\nheadings:\n  phone: {then: ['(x)']}\n", `p.yaml:3:18: "(x)" is no heading of phone`},
		"no phone":           {"name: x\nheadings:\n  sku: {then: [a]}\n", "p.yaml:2:1: no heading for recipient_name"},
		"no name":            {ownTemplate[len("name: own\n"):], "p.yaml: the template has no name"},
		"unknown base":       {"name: x\nextends: generik\n", `p.yaml:2:10: unknown orders template "generik"`},
		"extends itself":     {"name: generic\nextends: generic\n", "p.yaml:2:10: a template cannot extend itself"},
		"name of the choice": {"kind: orders\nname: auto\nextends: generic\n", `p.yaml:2:1: "auto" means that the headings choose`},
		"another kind":       {"name: x\nkind: feed\nextends: generic\n", `p.yaml:2:7: kind must be orders, not "feed"`},
		"one sign":           {"name: x\nextends: generic\nrecognised_by:\n  - [Price, price]\n", "p.yaml:4:6: one heading alone tells no source from another"},
		"no sign":            {"name: x\nextends: generic\nrecognised_by: [[]]\n", "p.yaml:3:1: a list of headings is empty"},
		"sign of nothing":    {"name: x\nextends: generic\nrecognised_by: [[a, '***']]\n", "p.yaml:3:21: \"***\" is no heading"},
		"unused and used":    {"name: x\nextends: generic\nheadings: {sku: {then: [Code]}}\nunused: [code]\n", `p.yaml:4:10: heading "code" of unused is already one of sku`},
		"decimal mark":       {"name: x\nextends: generic\ndecimal_mark: ;\n", `p.yaml:3:15: decimal_mark must be "." or ","`},
		"heading rows":       {"name: x\nextends: generic\nheading_rows: 3\n", "p.yaml:3:15: heading_rows must be 1 or 2"},
		"items":              {"name: x\nextends: generic\nitems: packed\n", "p.yaml:3:8: items must be after_product"},
		"carrier":            {"name: x\nextends: generic\ndefaults: {carrier: novaposhta}\n", `p.yaml:3:21: unknown carrier "novaposhta"`},
		"payment":            {"name: x\nextends: generic\ndefaults: {payment_method: cash}\n", `p.yaml:3:28: unknown payment_method "cash"`},
		"a list of lists":    {"name: x\nextends: generic\nunused: [[a]]\n", "p.yaml:3:10: want a text"},
		"empty":              {"", "p.yaml: no heading for recipient_name"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Compile("p.yaml", []byte(c.yaml))
			var e *strictyaml.Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, err.Error(), c.message)
		})
	}
}

func TestBuiltinProfiles(t *testing.T) {
	racing.Skip(t)
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
		p, err := Compile(file, data)
		require.NoError(t, err)
		require.Equal(t, info.Name, p.Name())
		require.NotEmpty(t, info.Description)
		require.NotEmpty(t, info.Format)
	}
	require.NotZero(t, found)
}

// TestTemplateOfTheREADME: the example that shows every key is a template.
func TestTemplateOfTheREADME(t *testing.T) {
	readme, err := os.ReadFile("../../../templates/README.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(readme), "## Order templates")
	require.True(t, found)
	_, text, _ = strings.Cut(text, "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	p, err := Compile("README.yaml", []byte(text))
	require.NoError(t, err)
	require.True(t, p.twoRows && p.inProducts && p.Decimal == ',' && len(p.signs) == 1)
	require.Equal(t, field.RecipientName, p.headings["кому"].Field)
}
