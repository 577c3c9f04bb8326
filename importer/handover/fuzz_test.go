package handover

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// FuzzTracking: whatever a supplier's file holds, it is read or refused, every order has a
// number, and every waybill is on one line.
func FuzzTracking(f *testing.F) {
	f.Add([]byte("Order,Waybill,Status\n1,A1,Shipped\n"))
	f.Add([]byte("Номер замовлення;ТТН\r\n1;2045 0000;\r\n"))
	f.Add([]byte("PK\x03\x04"))
	dir := f.TempDir()
	tracking, err := LoadTracking(templates.Open(""), "generic", dir, wording.English, time.Now)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "x.csv")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		lines, _ := tracking.readFile(t.Context(), path, int64(len(data)))
		for _, line := range lines {
			require.NotEmpty(t, line.number)
			for _, waybill := range line.waybills {
				require.NotEmpty(t, waybill)
				require.False(t, bytes.ContainsAny([]byte(waybill), "\r\n ;"), waybill)
			}
		}
	})
}

// FuzzTemplate: a template compiles or is refused with its line, and what compiles writes.
func FuzzTemplate(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, data []byte) {
		template, err := Compile("fuzz.yaml", data)
		if err != nil {
			return
		}
		_, err = template.Preview(&bytes.Buffer{}, wording.English, day)
		require.NoError(t, err)
	})
}
