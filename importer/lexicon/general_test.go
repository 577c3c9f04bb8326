package lexicon

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGeneralWords(t *testing.T) {
	require.Len(t, general().Months, 12)
	require.Equal(t, 1, MonthOf("січня"))
	require.Equal(t, 5, MonthOf("may"))
	require.Equal(t, 12, MonthOf("декабря"))
	require.Zero(t, MonthOf("грудень"))
	require.True(t, CountsPieces("шт"))
	require.True(t, CountsPieces("pieces"))
	require.False(t, CountsPieces("кг"))
	require.False(t, CountsPieces(""))
}
