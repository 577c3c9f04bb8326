package importer_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// peers are processes of which a test says who lives.
type peers struct {
	held, confirmed error
	fences          map[string]bool
}

// Confirm finds out for good, as the database's word stays.
func (p *peers) Confirm(context.Context) error {
	p.held = cmp.Or(p.held, p.confirmed)
	return p.confirmed
}

func (p *peers) Held() error                                     { return p.held }
func (p *peers) Fences(context.Context) (map[string]bool, error) { return p.fences, nil }

// TestFencedProcessSendsNothing: neither where its own clock tells that its time is over, nor
// where only the database does.
func TestFencedProcessSendsNothing(t *testing.T) {
	for name, p := range map[string]*peers{"clock": {held: state.ErrFenced}, "database": {confirmed: state.ErrFenced}, "no database": {confirmed: errors.New("away")}} {
		t.Run(name, func(t *testing.T) {
			living := &peers{}
			r := newRig(t, func(c *desk.Config) { c.Peers = living })
			r.ports.atPoints(func(point string) error {
				if point == "sending" { // it stood still from here on
					*living = *p
				}
				return nil
			})
			r.shop.promise = supplier.Idempotency{Kind: "none"}
			ctx, cancel := context.WithCancel(t.Context())
			r.im.Config.After = func(time.Duration) <-chan time.Time { cancel(); return make(chan time.Time) }
			_, _ = r.im.Import(ctx, "", r.write("a.csv", orders("1001")), nil)
			require.Zero(t, r.shop.postsOf("1001"))
			require.Equal(t, state.Ready, r.order("1001").State)
		})
	}
}

// TestFenceSaysWhoseOrdersAreAbandoned, and no clock: neither of a lease that is over by ours, nor
// of one that runs still.
func TestFenceSaysWhoseOrdersAreAbandoned(t *testing.T) {
	for _, c := range []struct {
		fenced bool
		passed time.Duration
		state  state.State
	}{{false, 24 * time.Hour, state.Sending}, {true, 0, state.Accepted}} {
		r := newRig(t, func(c *desk.Config) { c.Owner = "first" })
		config := r.config()
		config.Spool, config.Owner, config.Peers = r.path("elsewhere"), "second", &peers{fences: map[string]bool{"first": c.fenced}}
		other, err := importer.New(config, r.shop, r.journal)
		require.NoError(t, err)
		defer other.Close()
		r.ports.atPoints(func(point string) error {
			if point == "posted" {
				r.clock.After(c.passed)
				require.NoError(t, other.Reconcile(t.Context()))
				require.Equal(t, c.state, r.order("1001").State)
			}
			return nil
		})
		require.Equal(t, "accepted", statuses(r.importFile(r.write("a.csv", orders("1001")))))
		require.Equal(t, 1, r.shop.postsOf("1001"))
	}
}

// TestFencedProcessOverwritesNothing of what others have written since.
func TestFencedProcessOverwritesNothing(t *testing.T) {
	p := &peers{}
	r := newRig(t, func(c *desk.Config) { c.Peers = p })
	path := r.write("results/a.csv", "theirs")
	p.held = state.ErrFenced
	disk := r.im.Config.Disk
	require.ErrorIs(t, disk.Write(path, durable.Access{}, func(error) {}, func(io.Writer) error { return nil }), state.ErrFenced)
	require.ErrorIs(t, disk.Rename(path, path+".moved"), state.ErrFenced)
	_, err := disk.Move(path, r.path("archive"), "a.csv")
	require.ErrorIs(t, err, state.ErrFenced)
	require.FileExists(t, path)
}
