package remark

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestNotes(t *testing.T) {
	var none *Notes
	none.Repair(TextCut) // nobody is to be told
	var n Notes
	n.Warn("KB-01", TextCut, "cut to %d", 5)
	n.Skip("KB-02", PriceMissing, "no price")
	n.Repairs(TiersLeftOut, 2)
	n.Repairs(TiersLeftOut, 0)
	require.Equal(t, "KB-01: text_cut: cut to 5", n.Warnings[0].String())
	require.Equal(t, []Skip{{SKU: "KB-02", Code: PriceMissing, Message: "no price"}}, n.Skipped)
	require.Equal(t, map[Code]int64{TiersLeftOut: 2}, n.Repaired)
	n.Reset()
	require.Empty(t, n.Warnings)
	require.Empty(t, n.Skipped)
	require.Empty(t, n.Repaired)
}

func TestLabelAndQuote(t *testing.T) {
	require.Equal(t, "KB-01", Label(&supplier.Product{ID: "1", SKU: "KB-01"}))
	require.Equal(t, "id 1", Label(&supplier.Product{ID: "1"}))
	require.Equal(t, `"a\a"`, Quote("a\x07"))
	require.Equal(t, `"`+strings.Repeat("ї", 40)+`…"`, Quote(strings.Repeat("ї", 41)))
}
