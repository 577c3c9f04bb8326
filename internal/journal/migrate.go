package journal

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/journal/schema"
)

// migrate brings the tables up to date.
func migrate(ctx context.Context, db *sql.DB, d dialect) error {
	return schema.Migrate(ctx, db, string(d), func(ctx context.Context, tx *sql.Tx) error {
		if err := giveIdentity(ctx, tx); err != nil {
			return fmt.Errorf("give the journal its id: %w", err)
		}
		if d == postgres {
			return foldTallies(ctx, tx)
		}
		return nil
	})
}
