package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/lite"
	"github.com/dropbridge/dropbridge/internal/journal/schema"
	"github.com/dropbridge/dropbridge/internal/journal/share"
)

// Journal is a state.Journal. Use Open.
type Journal struct {
	dialect dialect
	write   *sql.DB
	read    reader

	mu      sync.RWMutex // held for reading while an op is handed over
	closed  bool
	ops     chan *op
	large   chan *op       // those that a server takes long for
	loops   sync.WaitGroup // that commit
	sharing share.Sharing
	commits atomic.Int64
	reached atomic.Int64 // attempts as of the last commit that noted one

	files []heldFile // of SQLite: those that must stay in their places
	where string
	back  atomic.Bool // it turned out to be an earlier state of itself

	unfolded atomic.Int64       // rows written since tallies were summed up
	stop     context.CancelFunc // ends indexOlder
	indexed  chan struct{}      // closed when that has ended
}

var _ state.Journal = (*Journal)(nil)

// reader is what the journal asks of a *sql.DB that is only read.
type reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	Conn(ctx context.Context) (*sql.Conn, error)
	Close() error
}

type dialect string

const (
	sqlite   dialect = schema.SQLite
	postgres dialect = schema.Postgres
)

// readers is how many connections read an SQLite journal.
const readers = 4

// Open opens the journal in a file, which is made where it is missing, or behind a
// postgres:// address, and brings its tables up to date.
func Open(ctx context.Context, where string) (*Journal, error) {
	j := &Journal{ops: make(chan *op, mostOps), large: make(chan *op), indexed: make(chan struct{}), where: where}
	err := j.connect(where)
	if err == nil {
		err = j.requireWorks(ctx)
	}
	if err == nil {
		err = migrate(ctx, j.write, j.dialect)
	}
	if err == nil && j.dialect == sqlite {
		err = errors.Join(j.openReaders(ctx), j.holdFiles())
	}
	if err != nil {
		return nil, fmt.Errorf("open the journal %s: %w", withoutPassword(where), errors.Join(err, j.closeAll()))
	}
	j.loops.Go(j.commitLoop)
	j.loops.Go(j.commitLarge)
	j.startIndexing(ctx)
	return j, nil
}

func (j *Journal) connect(where string) (err error) {
	if isServer(where) {
		j.dialect = postgres
		return j.connectServer(where)
	}
	j.dialect = sqlite
	if err := lite.Make(where); err != nil {
		return err
	}
	if j.write, err = lite.Open(where, "_txlock=immediate"); err != nil {
		return err
	}
	j.write.SetMaxOpenConns(1)
	read, err := lite.OpenReading(where)
	if err != nil {
		return err
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers) // a file that was replaced is not to be opened by chance
	j.read = read
	return nil
}

// onServer is how each connection to a server begins. Nothing is asked that would be worth
// compiling first; and of a process that stands still in the middle of a transaction nobody is to
// wait for what it has locked.
const onServer = "SET jit = off; SET idle_in_transaction_session_timeout = '15s'"

func (j *Journal) connectServer(where string) error {
	config, err := pgx.ParseConfig(where)
	if err != nil {
		return err
	}
	j.write = stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, onServer)
		return err
	}))
	j.write.SetMaxOpenConns(8)
	j.write.SetMaxIdleConns(8) // by itself it keeps two, and opens the others anew again and again
	j.write.SetConnMaxIdleTime(time.Minute)
	j.read = j.write
	return nil
}

// openReaders opens all connections that read: one that was opened later might find
// another file under the name.
func (j *Journal) openReaders(ctx context.Context) error {
	var open []*sql.Conn
	var err error
	for range readers {
		conn, failed := j.read.Conn(ctx)
		if failed != nil {
			err = failed
			break
		}
		open = append(open, conn)
	}
	for _, conn := range open {
		err = errors.Join(err, conn.Close())
	}
	return err
}

// withoutPassword hides the password of an address.
func withoutPassword(where string) string {
	if address, err := url.Parse(where); err == nil && address.User != nil {
		return address.Redacted()
	}
	return where
}

// Commits is the number of transactions committed since Open.
func (j *Journal) Commits() int64 { return j.commits.Load() }

// Close waits for the writes under way and closes the database. Writes after it fail.
func (j *Journal) Close() error {
	j.mu.Lock()
	if j.closed {
		j.mu.Unlock()
		return nil
	}
	j.closed = true
	j.stop()
	close(j.ops)
	close(j.large)
	j.mu.Unlock()
	j.loops.Wait()
	<-j.indexed
	return j.closeAll()
}

func (j *Journal) closeAll() error {
	var err error
	if j.write != nil {
		err = errors.Join(err, j.write.Close())
	}
	if j.read != nil && j.dialect != postgres {
		err = errors.Join(err, j.read.Close())
	}
	return err
}
