package lite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
)

// mostCompiled is how many statements a connection keeps compiled, which takes some KB of memory each.
// What is asked again and again is asked from the start.
const mostCompiled = 64

// open opens a database whose connections keep the statements compiled that they were given: SQLite
// takes longer to compile most than to run them, and none of them changes but in its arguments.
func open(address string) (*sql.DB, error) {
	plain, err := sqlite.NewConnector(address)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(compiling{plain}), nil
}

// compiling opens connections that keep their statements.
type compiling struct{ driver.Connector }

// Connect opens one.
func (c compiling) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{session: opened.(session), kept: map[string]*compiled{}}, nil
}

// session is all that database/sql asks of the driver's connections.
type session interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// connection is one of the driver's with the statements that it has compiled. Like any, it is used by
// one goroutine at a time.
type connection struct {
	session
	kept map[string]*compiled // by their texts
}

// compiled is a statement that is kept.
type compiled struct {
	statement
	read bool // somebody has not read all of its rows yet
}

// statement is all that is asked of the driver's statements.
type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// Unwrap is the driver's own connection, as the driver wants to find it.
func (c *connection) Unwrap() driver.Conn { return c.session }

// Close closes the statements and the connection.
func (c *connection) Close() error {
	var err error
	for _, s := range c.kept {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, c.session.Close())
}

// ExecContext runs a statement.
func (c *connection) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.compiled(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return c.session.ExecContext(ctx, text, args)
	}
	return s.ExecContext(ctx, args)
}

// QueryContext asks a statement for rows.
func (c *connection) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.compiled(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return c.session.QueryContext(ctx, text, args)
	}
	found, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.read = true
	return &rows{found, s}, nil
}

// compiled is a statement as it is kept; nil where it is being read, where there is no room for it, and
// where the text is of several.
func (c *connection) compiled(ctx context.Context, text string) (*compiled, error) {
	if s := c.kept[text]; s != nil {
		if s.read {
			return nil, nil
		}
		return s, nil
	}
	if len(c.kept) >= mostCompiled || strings.Contains(text, ";") {
		return nil, nil
	}
	made, err := c.session.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s := &compiled{statement: made.(statement)}
	c.kept[text] = s
	return s, nil
}

// rows are those of a statement that is kept.
type rows struct {
	driver.Rows
	of *compiled
}

// Close lets the statement be asked again.
func (r *rows) Close() error {
	r.of.read = false
	return r.Rows.Close()
}
