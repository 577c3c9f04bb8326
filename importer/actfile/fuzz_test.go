package actfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/templates"
)

// FuzzRead: whatever a file holds, it is refused, or each entry has a day, an amount and a row.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{ukrainian, "Date,Debit,Credit\n2026-10-03,(1),\n", "Дата;Документ;Дебет;Кредит;Дебет;Кредит\n03.10.2026;№ 1;;;-1;2\n", "PK\x03\x04"} {
		f.Add([]byte(seed))
	}
	how, err := actfile.Load(templates.Open(""), actfile.Usual)
	require.NoError(f, err)
	path := filepath.Join(f.TempDir(), "act")
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(path, data, 0o600))
		account, err := actfile.Read(t.Context(), path, how, names)
		if err != nil {
			return
		}
		for _, e := range account.Entries {
			require.False(t, e.Day.IsZero())
			require.True(t, e.Debit.Sign() != 0 || e.Credit.Sign() != 0)
			require.Positive(t, e.Row)
		}
	})
}
