package catalog

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// endless never ends, as what a decompression bomb unpacks to.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestEndlessFilesAreRefused(t *testing.T) {
	limits := bounds{bytes: 1 << 16, products: 10, notes: 10}
	for _, head := range []string{"<yml_catalog>", `<yml_catalog><offer id="1"><description>`, "[", `{"a":"`, ""} {
		c, err := load(io.MultiReader(strings.NewReader(head), endless{}), limits)
		require.Nil(t, c)
		require.ErrorIs(t, err, ErrTooLarge)
	}
}

func TestGzipIsBoundedByWhatItUnpacksTo(t *testing.T) {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err := io.CopyN(zip, io.MultiReader(strings.NewReader("<yml_catalog>"), endless{}), 1<<20)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	require.Less(t, packed.Len(), 1<<16)
	_, err = load(&packed, bounds{bytes: 1 << 16, products: 10, notes: 10})
	require.ErrorIs(t, err, ErrTooLarge)
}

func TestProductsAndNotesAreBounded(t *testing.T) {
	var feed strings.Builder
	feed.WriteString(`<yml_catalog date="2026-11-20">`)
	for i := range 8 {
		fmt.Fprintf(&feed, `<offer id="%d"><name>A</name><price>5</price></offer>`, i)
	}
	feed.WriteString("</yml_catalog>")
	c, err := load(strings.NewReader(feed.String()), bounds{bytes: 1 << 20, products: 8, notes: 3})
	require.NoError(t, err)
	require.Len(t, c.Notes, 4)
	require.Equal(t, "and 13 notes more", c.Notes[3])

	_, err = load(strings.NewReader(feed.String()), bounds{bytes: 1 << 20, products: 7, notes: 3})
	require.ErrorIs(t, err, ErrTooLarge)
}
