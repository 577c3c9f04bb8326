package lastlist

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

var began = time.Date(2026, 11, 1, 9, 12, 0, 0, time.UTC)

func onePage() supplier.ProductPage {
	at := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	return supplier.ProductPage{
		Products: []supplier.Product{{ID: "1", SKU: "A", GroupID: "g", Name: "Лампа", Names: supplier.Texts{UK: "Лампа"}, Category: supplier.Category{ID: "7", Name: "Лампи", Path: []string{"Дім", "Лампи"}},
			Currency: "UAH", DropPrice: money.Must("450.10"), Tiers: []supplier.Tier{{MinQuantity: 5, Price: money.Must("400.00")}}, MinOrder: 1, Availability: "in_stock",
			Quantity: supplier.Some[int64](0), Images: []string{"https://a.example/1.jpg"}, Attributes: []supplier.Attribute{{Name: "Колір", Value: "білий"}}, CreatedAt: at, UpdatedAt: at}, {ID: "2"}},
		Repeated:   []supplier.Repeated{{ID: "1", SKU: "A", Before: 2}},
		Unreadable: []supplier.Unreadable{{ID: "3", Name: "C", Position: 3, Before: 1, Problem: "no price", Mend: "ask"}},
		Twice:      []supplier.RepeatedKey{{Product: "A", Key: "name"}},
		Lacking:    []supplier.Lacking{{Product: "A", Field: "rrp", List: "prices"}},
		Remarks:    []supplier.Remark{{List: "prices", Text: "one more"}},
	}
}

// write makes a list of n equal pages.
func write(t *testing.T, path string, n int) {
	t.Helper()
	w, err := Create(path, began)
	require.NoError(t, err)
	for range n {
		p := onePage()
		packed, err := Pack(&p)
		require.NoError(t, err)
		require.NoError(t, w.Add(packed, &p))
	}
	require.NoError(t, w.Commit())
}

// TestAListComesBackAsItWas, any number of times.
func TestAListComesBackAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "products.last")
	write(t, path, 3)
	l, err := Open(path)
	require.NoError(t, err)
	defer l.Close()
	require.Equal(t, Facts{Read: began, Pages: 3, Products: 6, Unreadable: 3}, l.Facts)
	for range 2 {
		reading := l.Begin()
		for n := range 3 {
			index, packed, err := reading.Next()
			require.NoError(t, err)
			require.Equal(t, n, index)
			var got supplier.ProductPage
			require.NoError(t, Unpack(packed, &got))
			want := onePage()
			require.Len(t, got.Products, 2)
			for i := range want.Products {
				require.True(t, want.Products[i].Same(&got.Products[i]), "%+v", got.Products[i])
			}
			want.Products = got.Products
			require.Equal(t, want, got)
			require.False(t, got.Products[0].RRP.IsSet(), "absent is not zero")
			require.False(t, got.Products[1].Quantity.Known)
		}
		_, _, err := reading.Next()
		require.Equal(t, io.EOF, err)
	}
	write(t, path, 1)
	_, _, err = l.Begin().Next()
	require.NoError(t, err, "who reads the older list goes on")
}

// TestNoListBeforeItsEnd: what was begun and given up leaves the one before.
func TestNoListBeforeItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "products.last")
	_, err := Open(path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	write(t, path, 2)
	w, err := Create(path, began)
	require.NoError(t, err)
	w.Abort()
	l, err := Open(path)
	require.NoError(t, err)
	require.Equal(t, 2, l.Pages)
	require.NoError(t, l.Close())
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// TestDamage is named, wherever a file was cut or changed, and never read as a shorter list.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "products.last")
	write(t, path, 3)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for cut := 0; cut < len(whole); cut += 7 {
		require.NoError(t, os.WriteFile(path, whole[:cut], 0o600))
		require.ErrorIs(t, read(path), ErrDamaged, "cut to %d bytes", cut)
	}
	for at := 0; at < len(whole); at += 11 {
		changed := append([]byte{}, whole...)
		changed[at] ^= 0x40
		require.NoError(t, os.WriteFile(path, changed, 0o600))
		if err := read(path); err != nil {
			require.ErrorIs(t, err, ErrDamaged, "byte %d", at)
		}
	}
}

// read reads a list to its end.
func read(path string) error {
	l, err := Open(path)
	if err != nil {
		return err
	}
	defer l.Close()
	for reading := l.Begin(); ; {
		_, packed, err := reading.Next()
		if errors.Is(err, io.EOF) && !errors.Is(err, ErrDamaged) {
			return nil
		}
		if err == nil {
			err = Unpack(packed, &supplier.ProductPage{})
		}
		if err != nil {
			return err
		}
	}
}
