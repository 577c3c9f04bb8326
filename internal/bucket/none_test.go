//go:build !azblob && !gs

package bucket_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestWhatIsNotLinkedIsRefusedByName with the command that links it.
func TestWhatIsNotLinkedIsRefusedByName(t *testing.T) {
	for address, want := range map[string][2]string{
		"azblob://orders/shop?storage_account=acme": {"azblob://orders/shop: this build has no Azure Blob Storage", "go install -tags azblob "},
		"gs://orders/shop":                          {"gs://orders/shop: this build has no Google Cloud Storage", "go install -tags gs "},
	} {
		_, err := bucket.Open(t.Context(), address, bucket.Options{})
		require.ErrorContains(t, err, want[0])
		require.Equal(t, failure.Config, failure.KindOf(err))
		require.Contains(t, failure.Hint(err), want[1])
	}
}
