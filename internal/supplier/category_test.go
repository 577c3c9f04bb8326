package supplier

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSameCategory(t *testing.T) {
	one := Category{ID: "7", Name: "Сукні", Path: []string{"Одяг", "Сукні"}}
	for other, want := range map[*Category]bool{
		{ID: "7", Name: "Сукні", Path: []string{"Одяг", "Сукні"}}:  true,
		{ID: "8", Name: "Сукні", Path: []string{"Одяг", "Сукні"}}:  false,
		{ID: "7", Name: "Плаття", Path: []string{"Одяг", "Сукні"}}: false,
		{ID: "7", Name: "Сукні", Path: []string{"Сукні"}}:          false,
	} {
		require.Equal(t, want, one.Same(other))
	}
}
