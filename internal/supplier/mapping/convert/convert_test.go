package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// chain compiles the converters of a field, checked as a mapping's are.
func chain(t *testing.T, place string) (Chain, error) {
	t.Helper()
	var fields written.Fields
	require.NoError(t, strictyaml.Decode("m.yaml", []byte("f: "+place+"\n"), &fields))
	m := written.Mistakes{File: "m.yaml"}
	if err := Check(m, "products", fields[0]); err != nil {
		return nil, err
	}
	return Compile(m, fields[0])
}

func TestConvert(t *testing.T) {
	for name, c := range map[string]struct{ place, raw, want string }{
		"none":                     {`{at: a}`, `"1,5"`, `"1,5"`},
		"a word":                   {`{at: a, map: {"1": in_stock}}`, `1`, `"in_stock"`},
		"a word that is not there": {`{at: a, map: {"1": in_stock}}`, `"2"`, `"2"`},
		"any other word":           {`{at: a, map: {"1": in_stock}, other: on_order}`, `"2"`, `"on_order"`},
		"a decimal comma":          {`{at: a, decimal: ","}`, `"1 234,50 грн"`, `1234.50`},
		"a number has its own":     {`{at: a, decimal: ","}`, `1.5`, `1.5`},
		"either mark":              {`{at: a, decimal: either}`, `"−2 037,5"`, `-2037.5`},
		"minor units":              {`{at: a, minor: 2}`, `45010`, `450.10`},
		"a factor":                 {`{at: a, scale: 1000}`, `"0.35"`, `350`},
		"a word, then a number":    {`{at: a, map: {free: "0"}, decimal: ","}`, `"free"`, `0`},
		"a word that jq has made":  {`{at: a, map: {"2": two}}`, `2` + jsonread.Calculated, `"two"`},
	} {
		t.Run(name, func(t *testing.T) {
			converters, err := chain(t, c.place)
			require.NoError(t, err)
			got, err := converters.Convert(c.raw)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestConvertRefuses(t *testing.T) {
	for name, c := range map[string]struct{ place, raw, want string }{
		"two ways":      {`{at: a, decimal: either}`, `"1,234"`, "read in one way only"},
		"no amount":     {`{at: a, decimal: either}`, `"від 450"`, `want an amount of money, got "від 450"`},
		"not whole":     {`{at: a, scale: 1000}`, `0.0005`, "whole when it is multiplied by 1000"},
		"no whole unit": {`{at: a, minor: 2}`, `450.1`, "a whole number of minor units"},
		"an object":     {`{at: a, map: {"1": x}}`, `{"b":1}`, "want one value, got an object"},
		"a list":        {`{at: a, minor: 2}`, `[1]`, "want one value, got a list"},
		"calculated":    {`{at: a, minor: 2}`, `45010` + jsonread.Calculated, "45010, which jq has calculated"},
	} {
		t.Run(name, func(t *testing.T) {
			converters, err := chain(t, c.place)
			require.NoError(t, err)
			_, err = converters.Convert(c.raw)
			var wrong *jsonread.ShapeError
			require.ErrorAs(t, err, &wrong)
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestMistakes: what cannot work is an error that names the field and the line.
func TestMistakes(t *testing.T) {
	for place, want := range map[string]string{
		`{at: a, other: x}`:               "products: f: other is for values that map does not have",
		`{at: a, decimal: ";"}`:           `want ",", "." or either, got ";"`,
		`{at: a, decimal: ".", minor: 2}`: "products: f: minor units are whole",
		`{at: a, minor: 5}`:               "f: minor is how many decimals a minor unit stands for: want 1 to 4",
		`{at: a, minor: two}`:             `got "two"`,
		`{at: a, scale: 0}`:               "want a positive one such as 1000",
	} {
		_, err := chain(t, place)
		var wrong *strictyaml.Error
		require.ErrorAs(t, err, &wrong, place)
		require.Equal(t, 1, wrong.Line, place)
		require.ErrorContains(t, err, want)
	}
}
