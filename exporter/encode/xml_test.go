package encode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// TestForeseen: what stands before the offers is written once where it was foreseen, and the
// file begins anew where it was not; either way it holds the same.
func TestForeseen(t *testing.T) {
	document := func(category string) func() []Element {
		return func() []Element {
			return []Element{{Name: "shop", Holds: Lines}, {Level: 1, Name: "category", Holds: Words, Text: category}, {Level: 1, Name: "offers", Holds: Lines, Offers: true}}
		}
	}
	noSpool := func() (File, error) { return nil, errors.New("nothing is written twice") }
	for _, test := range []struct {
		name     string
		foreseen func() []Element
		begins   int
	}{{"right", document("Чайники"), 0}, {"longer", document("Електричні чайники"), 1}, {"other, as long", document("Чайника"), 1}} {
		for _, compressed := range []bool{false, true} {
			out := newTaken(t, compressed)
			out.Spool = noSpool
			w, err := openXML(out.Output, Options{Doctype: "shop", Document: document("Чайники"), Foreseen: test.foreseen})
			require.NoError(t, err)
			for _, sku := range []string{"a", "b"} {
				page := w.NewPage()
				page.Place(nil)
				page.Add(&Record{Elements: []Element{{Name: "offer", Holds: Words, Text: sku}}})
				page.Seal()
				require.NoError(t, page.Write())
			}
			require.NoError(t, w.Close())
			want := "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE shop>\n<shop>\n<category>Чайники</category>\n<offers>\n<offer>a</offer>\n<offer>b</offer>\n</offers>\n</shop>\n"
			plain, packed := out.written(t)
			require.Equal(t, want, plain, test.name)
			if compressed {
				require.Equal(t, want, packed, test.name)
			}
			require.Equal(t, test.begins, out.begun, test.name)
		}
	}
}

func TestForeseenInVain(t *testing.T) {
	out := newTaken(t, false)
	full := errors.New("no space left")
	out.Again = func() (File, File, error) { return nil, nil, full }
	around := func() []Element { return []Element{{Name: "offers", Holds: Lines, Offers: true}} }
	w, err := openXML(out.Output, Options{Document: around, Foreseen: func() []Element { return []Element{{Name: "shop", Holds: Lines, Offers: true}} }})
	require.NoError(t, err)
	require.ErrorIs(t, w.Close(), full)
}

// taken is an output whose files begin anew.
type taken struct {
	Output
	plain, packed *os.File
	begun         int
}

func newTaken(t *testing.T, compressed bool) *taken {
	o := &taken{}
	create := func() *os.File {
		f, err := os.CreateTemp(t.TempDir(), "feed")
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	o.plain = create()
	o.Plain = writing(func(b []byte) (int, error) { return o.plain.Write(b) })
	if compressed {
		o.packed = create()
		o.Packed = writing(func(b []byte) (int, error) { return o.packed.Write(b) })
	}
	o.Again = func() (File, File, error) {
		o.begun++
		plain, packed := o.plain, o.packed
		o.plain = create()
		if !compressed {
			return plain, nil, nil
		}
		o.packed = create()
		return plain, packed, nil
	}
	return o
}

type writing func([]byte) (int, error)

func (w writing) Write(b []byte) (int, error) { return w(b) }

// written is what stands in the file, and in its copy unpacked.
func (o *taken) written(t *testing.T) (plain, packed string) {
	data, err := os.ReadFile(o.plain.Name())
	require.NoError(t, err)
	if o.packed == nil {
		return string(data), ""
	}
	zipped, err := os.ReadFile(o.packed.Name())
	require.NoError(t, err)
	r, err := gzip.NewReader(bytes.NewReader(zipped))
	require.NoError(t, err)
	unpacked, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(data), string(unpacked)
}
