package exporter

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// The prices that a public feed must not let anybody work out. Their digits, and those of the
// markups, stand nowhere else in the catalogue.
var (
	secretProducts = [][]string{ // drop price, raw tier, raw tier
		{"4317.73", "4219.57", "4128.61"}, {"5743.91", "5617.37", "5539.43"}, {"6871.27", "6793.19", "6653.89"},
	}
	secretRules = map[string]pricing.Rule{
		"rrp": {Base: pricing.RRP, Tiers: &pricing.Markup{Percent: "13.37"}, Margin: pricing.Markup{Percent: "17.19"},
			OldPrice: pricing.OldPrice{Markup: pricing.Markup{Percent: "10"}}},
		"percent": {Base: pricing.Drop, Markup: pricing.Markup{Percent: "41.23"}, BelowRRP: true, Tiers: &pricing.Markup{Percent: "13.37"},
			Margin: pricing.Markup{Percent: "17.19"}, OldPrice: pricing.OldPrice{From: "rrp"}},
		"amount": {Base: pricing.Drop, Markup: pricing.Markup{Amount: "1777.13"}, BelowRRP: true, Margin: pricing.Markup{Amount: "873.29"}},
		"bands": {Base: pricing.Drop, Bands: []pricing.Band{{Below: "5000", Markup: pricing.Markup{Percent: "23.57"}}, {Markup: pricing.Markup{Percent: "29.31"}}},
			Categories: map[string]pricing.Markup{"12": {Percent: "37.79"}}, BelowRRP: true, Tiers: &pricing.Markup{Amount: "873.29"}},
		"plain": {},
	}
	secretMarkups = []string{"41.23", "13.37", "17.19", "23.57", "29.31", "37.79", "1777.13", "873.29"}
)

// secretCatalogue is a catalogue of secret prices times so many: variants, a product that
// costs more than it is sold for, one without a price, one in another currency.
func secretCatalogue(t *testing.T, times int64) (products []supplier.Product, secrets []money.Amount) {
	t.Helper()
	many := func(text string) money.Amount {
		amount, err := money.Must(text).Times(times)
		require.NoError(t, err)
		secrets = append(secrets, amount)
		return amount
	}
	products = variantsOf("g", []string{"синій", "S"}, []string{"синій", "M"}, []string{"чорний", "M"})
	products = append(products, worldProduct("cheap", nil), worldProduct("none", nil), worldProduct("usd", func(p *supplier.Product) { p.Currency = "USD" }),
		worldProduct("chf", func(p *supplier.Product) { p.Currency = "CHF" }), worldProduct("twin", func(p *supplier.Product) { p.SKU = "CHEAP" }))
	for i := range products {
		p, s := &products[i], secretProducts[i%len(secretProducts)]
		p.DropPrice, p.RRP = many(s[0]), many("8000")
		p.Tiers = []supplier.Tier{{MinQuantity: 10, Price: many(s[1])}, {MinQuantity: 50, Price: many(s[2])}}
		if i%2 == 1 {
			p.Category = supplier.Category{ID: "5", Name: "Кухня", Path: []string{"Дім", "Кухня"}}
		}
	}
	products[3].RRP, products[4].RRP = many("2000"), money.Amount{}
	return products, slices.DeleteFunc(secrets, func(m money.Amount) bool { return m.Scale() == 0 })
}

// TestNothingTellsTheDropPrice: no file that a public feed leaves, and none that the guard
// left beside it, holds a drop price, the supplier's own tier, what is earned, or a markup.
func TestNothingTellsTheDropPrice(t *testing.T) {
	racing.Skip(t)
	before, secrets := secretCatalogue(t, 1)
	after, more := secretCatalogue(t, 5)
	secrets = append(secrets, more...)
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		format, _ := encode.Named(info.Format)
		for name, rule := range secretRules {
			f := targetFeed(t, info.Name)
			rule.Currency, rule.Rates = "UAH", map[string]pricing.Number{"USD": "41.55"}
			f.Price, f.Gzip, f.Out = rule, format.CopyLevel > 0, filepath.Join(t.TempDir(), "feed")
			forbidden := forbiddenTexts(t, rule, secrets, before, after)
			build := func(products []supplier.Product) error {
				_, err := Build(t.Context(), listOf(products, 2), []Feed{f}, testOptions())
				for file, text := range everyByte(t, filepath.Dir(f.Out)) {
					for _, secret := range forbidden {
						require.False(t, holdsFigure(text, secret), "%s: %s holds %s", name, file, secret)
					}
				}
				return err
			}
			require.NoError(t, build(before))
			if name != "percent" {
				continue // what the guard leaves is the same whatever the rule
			}
			require.Error(t, build(after), "prices five times as high")
			require.FileExists(t, f.Out+RefusedEnding)
			f.Accept = true
			require.NoError(t, build(after))
		}
	})
}

// TestWhatIsSecretIsSeen: the search of the test above finds in a partner's feed, its memory and
// its compressed copy what it must not find in others.
func TestWhatIsSecretIsSeen(t *testing.T) {
	t.Parallel()
	products, secrets := secretCatalogue(t, 1)
	for _, name := range []string{"csv", "xlsx"} {
		f := targetFeed(t, name)
		f.Private, f.Out = true, filepath.Join(t.TempDir(), "feed")
		f.Price = pricing.Rule{Base: pricing.Drop}
		export(t, products, f)
		files := everyByte(t, filepath.Dir(f.Out))
		holding := 0
		for _, text := range files {
			if holdsFigure(text, secrets[0].String()) {
				holding++
			}
		}
		require.GreaterOrEqual(t, holding, 2, "the feed and its memory at least, of %d", len(files))
	}
	require.False(t, holdsFigure("14317.73 4317.735", "4317.73"))
	require.True(t, holdsFigure("14317.73 4317.73", "4317.73"))
}

// forbiddenTexts are the secrets, what the products earn, and the markups.
func forbiddenTexts(t *testing.T, rule pricing.Rule, secrets []money.Amount, catalogues ...[]supplier.Product) []string {
	t.Helper()
	out := slices.Clone(secretMarkups)
	add := func(amount money.Amount) {
		text := strings.TrimPrefix(amount.String(), "-")
		out = append(out, text, strings.Replace(text, ".", ",", 1))
	}
	for _, secret := range secrets {
		add(secret)
	}
	pricer, err := rule.Compile(false)
	require.NoError(t, err)
	for _, products := range catalogues {
		for i := range products {
			var prices pricing.Prices
			if pricer.Price(&products[i], &prices); prices.Price.Sign() <= 0 || products[i].Currency != "UAH" {
				continue
			}
			earned, err := prices.Price.Sub(products[i].DropPrice)
			require.NoError(t, err)
			add(earned)
		}
	}
	return out
}

// holdsFigure reports whether a number stands in a text, and not as a part of a longer one.
func holdsFigure(text, number string) bool {
	digit := func(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	for at := 0; ; at++ {
		i := strings.Index(text[at:], number)
		if i < 0 {
			return false
		}
		if at += i; !digit(text, at-1) && !digit(text, at+len(number)) {
			return true
		}
	}
}

// everyByte are the files of a folder by their names, hidden ones too, unpacked.
func everyByte(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	out := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file.Name()))
		require.NoError(t, err)
		switch {
		case bytes.HasPrefix(data, []byte("PK")):
			archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			require.NoError(t, err)
			for _, part := range archive.File {
				r, err := part.Open()
				require.NoError(t, err)
				text, err := io.ReadAll(r)
				require.NoError(t, err)
				out[file.Name()+"/"+part.Name] = string(text)
			}
		case bytes.HasPrefix(data, []byte{0x1f, 0x8b}):
			r, err := gzip.NewReader(bytes.NewReader(data))
			require.NoError(t, err)
			text, err := io.ReadAll(r)
			require.NoError(t, err)
			out[file.Name()] = string(text)
		default:
			out[file.Name()] = string(data)
		}
	}
	return out
}
