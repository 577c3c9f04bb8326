package notify

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Source tells what stands and what happened, in the language of the letters.
type Source interface {
	Findings(ctx context.Context) ([]standing.Finding, error)
	// Happened lists the events since a time, perhaps some of before; none of what is older
	// than Remembered.
	Happened(ctx context.Context, since time.Time) ([]Event, error)
	// Completed lists the results of which every row has been answered since a time, perhaps
	// some of before; none of files older than Remembered.
	Completed(ctx context.Context, since time.Time) ([]letter.Result, error)
}

// Codes are the codes of all that is told: of findings, and of events.
func Codes() []string { return letter.Codes() }

// EventCancelled is that the supplier has cancelled an order, or got it back.
const EventCancelled = "order_cancelled"

// Options are what a Notifier works with.
type Options struct {
	File     string                     // of its memory
	Channels []channel.Channel          // for people
	Hooks    map[string]channel.Channel // for results, by the source of their files
	Source   Source
	Schedule Schedule
	Urgent   []string // codes of what is told at once
	Voice    letter.Voice
	Every    time.Duration // how often the Source is asked: a minute
	Now      func() time.Time
	Logger   *slog.Logger
}

// Notifier sends letters. Use New.
type Notifier struct {
	Options
	all   map[string]channel.Channel // by name
	bells map[string]chan struct{}

	lock   *os.File // says that this process sends
	mu     sync.Mutex
	memory *memory
	sights sights
	stands []*thing // as the Source told last
	health map[string]standing.Channel
}

// New reads what was told before.
func New(o Options) (*Notifier, error) {
	now := o.Now()
	n := &Notifier{Options: o, all: map[string]channel.Channel{}, bells: map[string]chan struct{}{}, sights: sights{now, map[string]sight{}}, health: map[string]standing.Channel{}}
	for _, c := range append(slices.Collect(maps.Values(o.Hooks)), o.Channels...) {
		n.all[c.Name()], n.bells[c.Name()] = c, make(chan struct{}, 1)
	}
	return n, n.read()
}

// read reads the memory.
func (n *Notifier) read() error {
	now := n.Now()
	day, _ := n.Schedule.DigestDue(now, "")
	m, err := openMemory(n.File, now.UTC(), day)
	if err != nil {
		return err
	}
	m.recover(func(name string) bool { return n.all[name] != nil })
	n.memory = m
	for name, c := range m.Health { // since when one fails outlasts the program
		n.health[name] = c
	}
	return nil
}

// pause waits for a time, a wake or the end of ctx, which is its error.
func pause(ctx context.Context, wait time.Duration, wake <-chan struct{}) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wake:
	case <-timer.C:
	}
	return nil
}

// change has the memory changed, and made durable before anybody acts on it.
func (n *Notifier) change(edit func(m *memory) (changed bool)) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	next := n.memory.clone()
	if !edit(next) {
		return nil
	}
	if err := next.write(n.File, n.Now()); err != nil {
		return err
	}
	n.memory = next
	return nil
}

// State is how the channels are doing, by their names.
func (n *Notifier) State() []standing.Channel {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.memory.channels(maps.Keys(n.all), n.health)
}

func (n *Notifier) ring(name string) {
	select {
	case n.bells[name] <- struct{}{}:
	default:
	}
}
