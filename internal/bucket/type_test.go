package bucket

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/mediatype"
)

// TestContentType: what a store is told of an object is what the server of feeds tells of the file.
func TestContentType(t *testing.T) {
	for _, key := range []string{"feeds/a.csv", "A.CSV", "a.tsv", "prom.yml", "a.xml", "a.xlsx", "prom.yml.gz"} {
		require.NotEmpty(t, mediatype.Of(key), key)
		require.Equal(t, mediatype.Of(key), contentType(key), key)
	}
	require.Equal(t, "text/html; charset=utf-8", contentType("books/index.html"))
	require.Equal(t, "application/octet-stream", contentType("state/journal"))
}
