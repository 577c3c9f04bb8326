//go:build !azblob

package bucket

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// openAzure refuses: Azure's library is not linked without the build tag azblob.
func openAzure(_ context.Context, a Address) (Store, error) {
	return nil, refusal.New(failure.Config, wording.NewMessage("bucket.no_azure", a.String()), wording.NewMessage("bucket.no_azure.way"))
}
