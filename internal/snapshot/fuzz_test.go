package snapshot

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzReadContents: no bytes make the reader panic or take memory for what is not
// there, and of what it takes for a whole copy every page can be read.
func FuzzReadContents(f *testing.F) {
	s := newService(f, 12, 5)
	whole := kept(f, s)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(magic))
	f.Add([]byte(magic + "B\xff\xff\xff\x03"))
	f.Add([]byte(strings.Replace(string(whole), "products", "orders", 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := readContents(bytes.NewReader(data), int64(len(data)), func(beginning) error { return nil })
		if err != nil {
			_, ok := errors.AsType[*unusable](err)
			require.True(t, ok, err)
			return
		}
		require.LessOrEqual(t, c.endAt, int64(len(data)))
		pages := newBlocks(bytes.NewReader(data[c.pagesAt:c.endAt]), c.endAt-c.pagesAt)
		for range c.end.Pages {
			kind, _, err := pages.next()
			require.NoError(t, err)
			require.EqualValues(t, blockPage, kind)
		}
	})
}

// FuzzStore: whatever the file holds, the build has the service's list.
func FuzzStore(f *testing.F) {
	s := newService(f, 12, 5)
	f.Add(kept(f, s))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(s.store.Path(), data, 0o600))
		b := s.built(t)
		require.Len(t, b.products, 13)
		require.Equal(t, "p00003=12.50", strings.Fields(b.prices())[3])
	})
}
