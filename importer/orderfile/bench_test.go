package orderfile

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkRead reads 5,000 orders from either format; beside it the standard
// library's CSV reader only parts the same text into cells.
func BenchmarkRead(b *testing.B) {
	const orders = 5000
	var text strings.Builder
	rows := [][]any{texts(heads)}
	text.WriteString(heads + "\n")
	for i := range orders {
		line := fmt.Sprintf("%d;Коваль Олена;+380670%06d;Київ;Відділення №%d;KB-01;2;450,00", i, i, i%300+1)
		text.WriteString(line + "\n")
		rows = append(rows, texts(line))
	}
	p, err := generic()
	require.NoError(b, err)
	workbook := oneSheet(rows...).build(b)
	for name, data := range map[string][]byte{"text": []byte(text.String()), "workbook": workbook} {
		path := b.TempDir() + "/orders"
		require.NoError(b, os.WriteFile(path, data, 0o600))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				r, err := Read(context.Background(), path, "orders", Options{Profile: p})
				require.NoError(b, err)
				require.Len(b, r.Orders, orders)
			}
		})
	}
	b.Run("encoding/csv", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		b.ReportAllocs()
		for b.Loop() {
			r := csv.NewReader(bytes.NewReader([]byte(text.String())))
			r.Comma = ';'
			for {
				if _, err := r.Read(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
