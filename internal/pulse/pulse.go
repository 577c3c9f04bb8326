package pulse

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Monitor hears of loops. The zero value is ready.
type Monitor struct {
	Now func() time.Time // nil: time.Now, whose clock stands still while the machine sleeps

	mu    sync.Mutex
	loops map[*loop]bool
}

// loop is one that goes on, as far as anybody knows.
type loop struct {
	monitor *Monitor
	name    string
	limit   time.Duration
	heard   time.Time // when it was heard of last
	rests   time.Time // until when it need not be
}

// Stuck is a loop of which nothing was heard for longer than its limit.
type Stuck struct {
	Name   string
	Silent time.Duration
}

type monitorKey struct{}

type loopKey struct{}

// With has the loops that begin below ctx tell a monitor.
func With(ctx context.Context, m *Monitor) context.Context {
	return context.WithValue(ctx, monitorKey{}, m)
}

// Begin is the beginning of a loop, of which something is to be heard within each limit. What it does
// with the context that Begin returns counts as a sign of it. end is to be called at its end.
// Where nobody listens it does nothing.
func Begin(ctx context.Context, name string, limit time.Duration) (of context.Context, end func()) {
	m, _ := ctx.Value(monitorKey{}).(*Monitor)
	if m == nil {
		return ctx, func() {}
	}
	l := &loop{monitor: m, name: name, limit: limit, heard: m.now()}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.loops == nil {
		m.loops = map[*loop]bool{}
	}
	m.loops[l] = true
	return context.WithValue(ctx, loopKey{}, l), func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.loops, l)
	}
}

// Tick says that the loop of ctx goes on.
func Tick(ctx context.Context) { Rest(ctx, 0) }

// Rest says that the loop of ctx goes on, and need not be heard of for a time.
func Rest(ctx context.Context, d time.Duration) {
	l, _ := ctx.Value(loopKey{}).(*loop)
	if l == nil {
		return
	}
	now := l.monitor.now()
	l.monitor.mu.Lock()
	defer l.monitor.mu.Unlock()
	l.heard = now
	if until := now.Add(d); until.After(l.rests) {
		l.rests = until
	}
}

// Stuck are the loops that do not go on, by name.
func (m *Monitor) Stuck() (list []Stuck) {
	if m == nil {
		return nil
	}
	now := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	for l := range m.loops {
		since := l.heard
		if l.rests.After(since) {
			since = l.rests
		}
		if now.Sub(since) > l.limit {
			list = append(list, Stuck{l.name, now.Sub(l.heard)})
		}
	}
	sorting.Func(list, func(a, b Stuck) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(b.Silent, a.Silent)) })
	return list
}

// String names the loops that are stuck, for a log; "" where all go on.
func (m *Monitor) String() string {
	var list []string
	for _, one := range m.Stuck() {
		list = append(list, one.Name+": silent for "+one.Silent.Round(time.Second).String())
	}
	return strings.Join(list, "; ")
}

func (m *Monitor) now() time.Time {
	if m.Now == nil {
		return time.Now()
	}
	return m.Now()
}
