//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// theStore is where feeds are read from beside the machines.
const theStore = "the store"

// readers count the feeds that were read whole, by where.
type readers struct {
	sync.WaitGroup
	seen map[string]*atomic.Int64
	stop context.CancelFunc
}

// watch reads the feeds again and again, from each machine and from the store: what is there is
// always whole.
func (f *machines) watch(every time.Duration) *readers {
	f.Helper()
	ctx, cancel := context.WithCancel(f.Context())
	w := &readers{seen: map[string]*atomic.Int64{}, stop: cancel}
	begin := func(where string, read func(feed string) ([]byte, error)) {
		count := &atomic.Int64{}
		w.seen[where] = count
		w.Go(func() {
			for ctx.Err() == nil {
				for _, feed := range []string{"both/both.csv", "one/one.xml"} {
					data, err := read(feed)
					if err != nil {
						continue
					}
					if err := f.whole(feed, data); err != nil {
						f.Errorf("%s of %s is not whole: %v", feed, where, err)
						return
					}
					count.Add(1)
				}
				select {
				case <-ctx.Done():
				case <-time.After(every):
				}
			}
		})
	}
	for n, m := range f.list {
		begin(fmt.Sprint("machine ", n), func(feed string) ([]byte, error) {
			status, data, err := m.ask("/feeds/" + filepath.Base(feed))
			if err == nil && status != http.StatusOK {
				err = errors.New(http.StatusText(status))
			}
			return data, err
		})
	}
	begin(theStore, func(feed string) ([]byte, error) { return f.get(ctx, "feeds/"+feed) })
	return w
}

// end ends the reading. The store has had each feed, and so has a machine at least: those that
// built none fetch what others have published every half minute.
func (w *readers) end(t testing.TB) {
	t.Helper()
	w.stop()
	w.Wait()
	machines := int64(0)
	for where, seen := range w.seen {
		if where != theStore {
			machines += seen.Load()
		}
	}
	require.Positive(t, min(machines, w.seen[theStore].Load()))
}

// whole reads a feed to its end.
func (f *machines) whole(feed string, data []byte) error {
	if strings.HasSuffix(feed, ".csv") {
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if want := len(f.suppliers)*fleetProducts + 1; err == nil && len(rows) != want {
			err = fmt.Errorf("it has %d rows, and %d are all", len(rows), want)
		}
		return err
	}
	offers := 0
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && offers == fleetProducts {
			return nil
		}
		if err != nil {
			return fmt.Errorf("it has %d offers, and %d are all: %w", offers, fleetProducts, err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "offer" {
			offers++
		}
	}
}

// figures are what a fleet has shown.
type figures struct {
	*machines
	seed  uint64
	began time.Time
	taken []time.Duration
	first []rig.Usage // by machine
}

// begin begins to count.
func (f *machines) begin(seed uint64) *figures {
	out := &figures{machines: f, seed: seed, began: time.Now()}
	for _, m := range f.list {
		out.first = append(out.first, m.Usage())
	}
	return out
}

func (g *figures) since() time.Duration { return time.Since(g.began) }

func (g *figures) takeOver(took time.Duration) { g.taken = append(g.taken, took) }

// round says in a line how far it is.
func (g *figures) round(n int) string {
	return fmt.Sprintf("%v: round %d, %d orders, takeovers %v, %v", g.since().Round(time.Second), n, g.orders, g.taken, g.usage())
}

// last says everything.
func (g *figures) last(r *readers) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "seed %d, %v: %d orders in %d files\n", g.seed, g.since().Round(time.Second), g.orders, g.files)
	fmt.Fprintf(text, "takeovers, the longest %v: %v\n", slices.Max(g.taken).Round(time.Millisecond), g.taken)
	for _, s := range g.suppliers {
		fmt.Fprintf(text, "%s: %d requests, limits %v:", s.name, s.witness.Requests(), s.limits)
		for _, limit := range s.limits {
			fmt.Fprintf(text, " %d within %v at most", s.witness.Most(limit.Window, g.stalls), limit.Window)
		}
		fmt.Fprintf(text, "; answers lost %d, posts lost %d, refused %d\n", s.witness.Struck("answer"), s.witness.Struck("post"), s.witness.Struck("busy"))
	}
	for _, kind := range slices.Sorted(maps.Keys(g.happened)) {
		fmt.Fprintf(text, "%s: %d\n", kind, g.happened[kind])
	}
	for _, where := range slices.Sorted(maps.Keys(r.seen)) {
		fmt.Fprintf(text, "feeds read whole from %s: %d\n", where, r.seen[where].Load())
	}
	fmt.Fprintf(text, "at the start: %v\nat the end: %v", usages(g.first), g.usage())
	return text.String()
}

// usage is what the processes have of their machines.
func (g *figures) usage() string {
	var now []rig.Usage
	for _, m := range g.list {
		now = append(now, m.Usage())
	}
	return usages(now)
}

func usages(list []rig.Usage) string {
	var text []string
	for n, u := range list {
		text = append(text, fmt.Sprintf("machine %d %d MB, %d descriptors", n, u.Memory>>20, u.Descriptors))
	}
	return strings.Join(text, "; ")
}
