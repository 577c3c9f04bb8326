package statement

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

// TestSpoolKeepsEntriesWhole: what is read back is what was put in, in the order of the
// pieces, however long.
func TestSpoolKeepsEntriesWhole(t *testing.T) {
	var s spool
	t.Cleanup(func() { require.NoError(t, s.close()) })
	kept := []Covered{
		{ID: "a1", Amount: money.Must("-0.05"), PostedAt: time.Date(2026, 10, 1, 8, 0, 0, 123456789, time.UTC)},
		{ID: strings.Repeat("ї", 70_000), Kind: kindHold, Operation: "hold_placed", OrderID: "\x00", OrderExternalID: "K,\"1\"", Document: "№ 1\n",
			Amount: money.Must("12345678901234567.89"), PostedAt: time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC)},
		{ID: "a3", Amount: money.Must("0"), PostedAt: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)},
	}
	var pieces []piece
	for i := range kept {
		p, err := s.append(&kept[i])
		require.NoError(t, err)
		pieces = append(pieces, p)
	}
	var got []Covered
	for c, err := range s.read([]piece{pieces[2], {pieces[0].from, pieces[1].to}}) {
		require.NoError(t, err)
		got = append(got, c)
	}
	require.Len(t, got, 3)
	for i, want := range []Covered{kept[2], kept[0], kept[1]} {
		require.True(t, want.Amount.Equal(got[i].Amount))
		got[i].Amount = want.Amount
		require.Equal(t, want, got[i])
	}
}

// TestSpoolDamaged: a record that is cut short is no entry, and not the end either.
func TestSpoolDamaged(t *testing.T) {
	c := Covered{ID: "a1", Amount: money.Must("1"), PostedAt: time.Unix(0, 0).UTC()}
	record := c.appendTo(nil)
	for cut := 1; cut < len(record); cut++ {
		_, err := readCovered(bufio.NewReader(bytes.NewReader(record[:cut])))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, cut)
	}
	_, err := readCovered(bufio.NewReader(bytes.NewReader(nil)))
	require.ErrorIs(t, err, io.EOF)
}
