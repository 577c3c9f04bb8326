//go:build !gs

package bucket

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// openGoogle refuses: Google's library is not linked without the build tag gs.
func openGoogle(_ context.Context, a Address) (Store, error) {
	return nil, refusal.New(failure.Config, wording.NewMessage("bucket.no_google", a.String()), wording.NewMessage("bucket.no_google.way"))
}
