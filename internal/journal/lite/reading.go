package lite

import (
	"context"
	"database/sql"
	"sync"
)

// mostCompiled is how many statements are kept compiled, which takes some KB of memory each and for
// each connection. What is asked again and again is asked from the start.
const mostCompiled = 64

// Reading is a database that is only read. It keeps the statements that it was asked compiled: SQLite
// takes longer to compile most than to answer them, and none of them changes but in its arguments.
type Reading struct {
	*sql.DB

	mu       sync.Mutex
	compiled map[string]*sql.Stmt // by their texts
}

// OpenReading opens a database that is there, and that somebody has opened with Open, to read it alone.
// Each of its connections has the files open from its start; it reads what tables there are once it is
// asked something, which takes the longest of what opening does.
func OpenReading(path string) (*Reading, error) {
	db, err := sql.Open("sqlite", plainAddress(path)+"?mode=rw&_pragma=busy_timeout(15000)&_pragma=query_only(1)&_pragma=schema_version")
	if err != nil {
		return nil, err
	}
	return &Reading{DB: db, compiled: map[string]*sql.Stmt{}}, nil
}

// QueryContext is that of the database.
func (r *Reading) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if statement := r.statement(ctx, query); statement != nil {
		return statement.QueryContext(ctx, args...)
	}
	return r.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of the database.
func (r *Reading) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if statement := r.statement(ctx, query); statement != nil {
		return statement.QueryRowContext(ctx, args...)
	}
	return r.DB.QueryRowContext(ctx, query, args...)
}

// statement is a query as it is kept; nil where there is no room for it, or where it cannot be compiled:
// then whoever asks it hears why.
func (r *Reading) statement(ctx context.Context, query string) *sql.Stmt {
	kept, room := r.kept(query)
	if kept != nil || !room {
		return kept
	}
	made, err := r.PrepareContext(ctx, query) // may wait for a connection, and whoever has one for the lock
	if err != nil {
		return nil
	}
	return r.keep(query, made)
}

func (r *Reading) kept(query string) (s *sql.Stmt, room bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.compiled[query], len(r.compiled) < mostCompiled
}

// keep keeps what was compiled, unless another was quicker: then that one stays.
func (r *Reading) keep(query string, made *sql.Stmt) *sql.Stmt {
	r.mu.Lock()
	defer r.mu.Unlock()
	if first := r.compiled[query]; first != nil {
		made.Close() // nobody has asked it anything
		return first
	}
	r.compiled[query] = made
	return made
}
