package selection

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestFold(t *testing.T) {
	for spelling, want := range map[string]string{
		" \tЧайники\u00a0 та\n чашки ": "чайники та чашки",
		"ЧАИ\u0306НИКИ":                "чайники", // й of two signs
		"їжак":                         "їжак",
		"І\u0308ЖАК":                   "їжак",
		"М’ЯСО":                        "м'ясо",
		"мʼясо":                        "м'ясо",
		"Straße":                       "strasse",
		"ΣΊΣΥΦΟΣ":                      "σίσυφοσ",
		"":                             "",
		"\ufeff":                       "\ufeff",
	} {
		require.Equal(t, want, fold(spelling), "%q", spelling)
	}
	require.NotEqual(t, fold("Стежка"), fold("Cтежка"), "Latin C")
}

func TestFoldPath(t *testing.T) {
	require.Equal(t, "дім > кухня", foldPath(" Дім>  КУХНЯ "))
	require.Equal(t, "дім > кухня", foldPath("> Дім > > Кухня >"))
	require.Equal(t, "", foldPath(" > "))
	require.Equal(t, "a > b > c", pathOf(&supplier.Category{Path: []string{"A>B", "C"}}))
	require.Equal(t, "лампи", pathOf(&supplier.Category{ID: "7", Name: "Лампи"}))
	require.Equal(t, "7", pathOf(&supplier.Category{ID: "7"}))
	require.Equal(t, "", pathOf(&supplier.Category{}))
}

func TestAbove(t *testing.T) {
	up, ok := above("дім > кухня > чайники")
	require.True(t, ok)
	require.Equal(t, "дім > кухня", up)
	_, ok = above("дім")
	require.False(t, ok)
}
