package wording

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSize(t *testing.T) {
	for bytes, want := range map[int64][2]string{
		0: {"0 Б", "0 bytes"}, 999: {"999 Б", "999 bytes"}, 1000: {"1,0 кБ", "1.0 kB"}, 123_456: {"123 кБ", "123 kB"},
		5_852_914: {"5,9 МБ", "5.9 MB"}, 12_000_000_000: {"12,0 ГБ", "12.0 GB"}, 1_200_000_000_000: {"1200 ГБ", "1200 GB"},
	} {
		require.Equal(t, want, [2]string{Ukrainian.Size(bytes), English.Size(bytes)})
	}
}

func TestMegabytes(t *testing.T) {
	for bytes, want := range map[int64]int64{0: 0, 1: 1, 1_000_000: 1, 100_000_000: 100, 100_000_001: 101} {
		require.Equal(t, want, Megabytes(bytes), bytes)
	}
}
