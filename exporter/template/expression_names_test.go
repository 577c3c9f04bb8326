package template

import (
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// compiled is the mistake in a template of one column with that value; nil where there is none.
func compiled(value string) *strictyaml.Error {
	_, err := Compile("t.yaml", []byte("name: t\nkind: feed\nformat: csv\ncolumns:\n  - heading: a\n    value: "+strconv.Quote(value)+"\n"))
	e, _ := errors.AsType[*strictyaml.Error](err)
	return e
}

// TestUnknownNames: a misspelt name is told wherever it stands in an expression. Left alone
// it would be an empty column.
func TestUnknownNames(t *testing.T) {
	for value, hint := range map[string]string{
		`line(brnd)`:                `did you mean "brand"?`,
		`either(nme, brand)`:        `did you mean "name"?`,
		`slug(skuu)`:                `did you mean "sku"?`,
		`rounded(prce, 0)`:          `did you mean "price"?`,
		`text(quantty)`:             `did you mean "quantity"?`,
		`cut(nme, 5)`:               `did you mean "name"?`,
		`present(brnd) ? "a" : "b"`: `did you mean "brand"?`,
		`line(names.ukr)`:           `did you mean "uk"?`,
		`line(category.nme)`:        `did you mean "name"?`,
		`join(map(attributes, line(.valu)), ", ")`:                 `did you mean "value"?`,
		`join(map(filter(attributes, .nam == "a"), .value), ", ")`: `did you mean "name"?`,
		`join(map(take(options, 3), line(.valu)), "/")`:            `did you mean "value"?`,
		`line(find(attributes, .name == "a").vale)`:                `did you mean "value"?`,
		`text(tiers[0].prise)`:                                     `did you mean "price"?`,
		`let n = names; line(n.ukk)`:                               `did you mean "uk"?`,
		`let n = name; line(m)`:                                    "",
		`money("1") + prce`:                                        `did you mean "price"?`,
		`line(shop.nam)`:                                           `did you mean "name"?`,
		`line((brand != "" ? names : descriptions).ukk)`:           `did you mean "uk"?`,
		`line($env.brnd)`:                                          `did you mean "brand"?`,
		`nosuch(name)`:                                             "",
	} {
		mistake := compiled(value)
		require.NotNil(t, mistake, value)
		require.Equal(t, 6, mistake.Line, value)
		require.Contains(t, mistake.Message, "unknown name", value)
		if hint != "" {
			require.Equal(t, hint, mistake.Hint(), value)
		}
	}
	for _, value := range []string{
		`let n = names.uk; line(n)`, `join(map(attributes, line(.name + .value)), "; ")`, `line(find(options, .name == "a").values[0])`,
		`text(tiers[0].min_quantity)`, `join(map(category.names, line(#)), ">")`, `text(len(images)) + line(images[0])`,
		`line(attribute("Колір"))`, `target("code")`, `line($env.brand)`, `[{"a": name}][0].a`, `text(variant.of)`,
		`reduce(images, #acc + line(#), "")`, `line(names?.uk)`, `text(quantity ?? weight_g)`,
	} {
		require.Nil(t, compiled(value), value)
	}
}
