package exporter

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// codes are what was left out and why, in short.
func codes(skipped []remark.Skip) (out []string) {
	for _, s := range skipped {
		out = append(out, fmt.Sprintf("%s: %s", s.SKU, s.Code))
	}
	return out
}

// lines are warnings as reports show them.
func lines(warnings []remark.Warning) (out []string) {
	for _, w := range warnings {
		out = append(out, w.String())
	}
	return out
}

// inEnglish are what was left out, as reports for programs have it.
func inEnglish(skipped []remark.Skip) (out []remark.Skip) {
	for _, s := range skipped {
		out = append(out, remark.NewSkip(s.SKU, s.Code, wording.Literal(s.Message.String())))
	}
	return out
}

// TestRepeatedIDsAreNamed: the first product with an id counts, the others are left out
// and named at their places in the list, on the same page and on later ones.
func TestRepeatedIDsAreNamed(t *testing.T) {
	products := catalogue(7)
	products[1].ID, products[1].SKU = products[0].ID, "SAME-PAGE"
	products[2].RRP = money.Amount{}
	products[4].ID = products[3].ID
	products[6].ID, products[6].SKU = products[0].ID, ""
	data, report := export(t, products, Feed{Name: "shop", Template: builtin(t, "csv")})
	require.Equal(t, []string{
		"SAME-PAGE: id_duplicate", "SKU-000002: price_missing", "SKU-000004: id_duplicate", "id id-000000: id_duplicate",
	}, codes(report.Skipped))
	require.True(t, report.Partial())
	require.EqualValues(t, 7, report.Products)
	require.EqualValues(t, 3, report.Offers)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	var skus []string
	for _, row := range rows[1:] {
		skus = append(skus, row[1])
	}
	require.Equal(t, []string{"SKU-000000", "SKU-000003", "SKU-000005"}, skus)
}
