package journal

import (
	"context"
	"fmt"
)

// Size implements state.Journal: what the database takes, in bytes, of SQLite without what is not
// written into its file yet.
func (j *Journal) Size(ctx context.Context) (bytes int64, err error) {
	query := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if j.dialect == postgres {
		query = "SELECT pg_database_size(current_database())"
	}
	if err := j.read.QueryRowContext(ctx, query).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("measure the journal: %w", err)
	}
	return bytes, nil
}
