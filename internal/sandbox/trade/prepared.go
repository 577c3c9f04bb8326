package trade

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// compiled are statements that outlive their transactions. SQLite takes longer to compile one
// of an order's than to run it.
//
// One connection has them, which a transaction holds to its end: what a transaction asks for
// the first time is compiled for it alone, and kept before the next one begins.
type compiled struct {
	mu     sync.Mutex
	kept   map[string]*sql.Stmt // by their text; nil where it is only wanted
	wanted []string
}

// find is a kept statement, nil where there is none yet.
func (c *compiled) find(query string) *sql.Stmt {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[query]
}

// want has a statement kept from the next prepare on.
func (c *compiled) want(query string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, asked := c.kept[query]; asked {
		return
	}
	if c.kept == nil {
		c.kept = map[string]*sql.Stmt{}
	}
	c.kept[query] = nil
	c.wanted = append(c.wanted, query)
}

// prepare compiles what is wanted. No transaction may be under way in the caller.
func (c *compiled) prepare(ctx context.Context, db *sql.DB) error {
	c.mu.Lock()
	wanted := c.wanted
	c.wanted = nil
	c.mu.Unlock()
	var failed error
	for _, query := range wanted {
		made, err := db.PrepareContext(ctx, query)
		failed = errors.Join(failed, err)
		c.keep(query, made)
	}
	if failed != nil {
		return fmt.Errorf("compile a statement: %w", failed)
	}
	return nil
}

// keep remembers a statement; of nil, that it may be wanted again.
func (c *compiled) keep(query string, made *sql.Stmt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept[query] = made; made == nil {
		delete(c.kept, query)
	}
}

// prepared is a transaction with compiled statements.
type prepared struct {
	tx         *sql.Tx
	compiled   *compiled
	statements map[string]*sql.Stmt // of this transaction, by their text
}

// statement is a kept one, or is compiled at its first use.
func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if known := p.statements[query]; known != nil {
		return known, nil
	}
	if kept := p.compiled.find(query); kept != nil {
		p.statements[query] = p.tx.StmtContext(ctx, kept)
		return p.statements[query], nil
	}
	made, err := p.tx.PrepareContext(ctx, query)
	if err == nil {
		p.statements[query] = made
		p.compiled.want(query)
	}
	return made, err
}

// QueryContext is that of a transaction.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext is that of a transaction.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.tx.QueryRowContext(ctx, query, args...) // which meets the same error
	}
	return s.QueryRowContext(ctx, args...)
}

// ExecContext is that of a transaction.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}
