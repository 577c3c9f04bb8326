package importer_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// open is the importer of a plan, on the journal that it has opened, which runs pass at each point.
func (p plan) open(ctx context.Context, ports *ports, pass func(string) error) (*importer.Importer, *journal.Journal, error) {
	service, err := p.service(ports)
	if err != nil {
		return nil, nil, err
	}
	j, err := journal.Open(ctx, filepath.Join(p.Dir, "state", "journal.db"))
	if err != nil {
		return nil, nil, err
	}
	ports.atPoints(pass)
	profile, err := plainProfile()
	if err != nil {
		return nil, j, err
	}
	im, err := ports.open(desk.Config{Account: "acme", Default: desk.Source{Profile: profile}, Inbox: filepath.Join(p.Dir, "inbox"), Results: filepath.Join(p.Dir, "results"),
		Archive: filepath.Join(p.Dir, "archive"), Failed: filepath.Join(p.Dir, "failed"), Spool: filepath.Join(p.Dir, "state", p.Spool),
		Settle: time.Millisecond, Scan: 25 * time.Millisecond, Follow: 500 * time.Millisecond, Patience: 100 * time.Millisecond,
		Concurrency: 2, Now: p.now, After: ports.after}, service, j)
	return im, j, err
}

// plainProfile reads the files of all plans.
var plainProfile = sync.OnceValues(func() (*orderfile.Profile, error) {
	return orderfile.LoadProfile(templates.Open(""), filepath.Join("testdata", "plain.yaml"))
})

// What a shop is asked by, in one step and in two.
var (
	inOneStep = sync.OnceValues(func() (*mapping.Program, error) { return shopMapping("") })

	inTwoSteps = sync.OnceValues(func() (*mapping.Program, error) {
		return shopMapping("  then: {request: \"POST /api/orders/{id}/submit\", order: ., draft: [draft]}\n")
	})
)

// shopMapping is the default one with more about the making of orders.
func shopMapping(more string) (*mapping.Program, error) {
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	if err != nil {
		return nil, err
	}
	const section = "\ncreate_order:\n"
	return mapping.Compile(file, bytes.Replace(data, []byte(section), []byte(section+more), 1))
}

// inside is an importer that runs in the test's process. It may die there: at once nothing of it gets
// through any more to its journal and its disk, and what it had claimed stays claimed.
type inside struct {
	t       *testing.T
	plan    plan
	journal *journal.Journal
	ports   *ports
	end     context.CancelFunc
	passed  atomic.Int64  // how often it came to its point
	fatal   chan struct{} // closed at its death
	die     sync.Once
	ended   chan struct{} // closed when nothing of it runs any more
	err     error         // with which it ended
}

// startInside starts one that dies at the point of a plan, or by kill.
func startInside(t *testing.T, p plan) *inside {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	p.transport = &http.Transport{}
	c := &inside{t: t, plan: p, ports: newPorts(), end: end, fatal: make(chan struct{}), ended: make(chan struct{})}
	im, j, err := p.open(ctx, c.ports, func(point string) error {
		if p.Nth == 0 || p.Point != point || c.passed.Add(1) < int64(p.Nth) {
			return nil
		}
		c.kill()
		return errStopped
	})
	require.NoError(t, err)
	c.journal = j
	go func() {
		defer close(c.ended)
		c.err = c.run(ctx, im)
		p.transport.CloseIdleConnections()
	}()
	t.Cleanup(func() {
		c.kill()
		<-c.ended
		assert.NoError(t, c.err)
	})
	return c
}

// run runs it to its end.
func (c *inside) run(ctx context.Context, im *importer.Importer) error {
	err := im.Run(ctx)
	select {
	case <-c.fatal: // then it says that it was stopped
		err = im.Die()
	default:
		err = errors.Join(err, im.Close())
	}
	return errors.Join(err, c.journal.Close())
}

// kill lets it die, whatever it is at.
func (c *inside) kill() {
	c.die.Do(func() {
		c.ports.die()
		close(c.fatal)
		c.end()
	})
}

// stop ends it as a signal would.
func (c *inside) stop() {
	c.t.Helper()
	c.end()
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatal("it does not end")
	}
	require.NoError(c.t, c.err)
}

// died waits until it is dead.
func (c *inside) died() {
	c.t.Helper()
	select {
	case <-c.fatal:
	case <-time.After(patience):
		c.t.Fatalf("it was not killed: it never came to %q for the %d. time", c.plan.Point, c.plan.Nth)
	}
	<-c.ended
}
