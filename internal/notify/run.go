package notify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Run asks and sends until ctx ends. Each channel has its own pace: one that is down keeps
// no other from sending.
func (n *Notifier) Run(ctx context.Context) error {
	for err := n.own(ctx); err != nil; err = n.own(ctx) {
		n.Logger.Error("nobody is notified, it is tried again", "error", err)
		if err := pause(ctx, n.Every, nil); err != nil {
			return err
		}
	}
	defer n.lock.Close()
	var working sync.WaitGroup
	defer working.Wait()
	for name := range n.all {
		working.Go(func() { n.sendBy(ctx, name) })
	}
	for {
		if err := n.look(ctx); err != nil && ctx.Err() == nil {
			n.Logger.Error("nobody is notified, it is tried again", "error", err)
		}
		if err := pause(ctx, n.Every, nil); err != nil {
			return err
		}
	}
}

// own waits until no other process sends what stands in the memory, and reads what that one
// has told. Where files cannot be locked there is nothing to wait for.
func (n *Notifier) own(ctx context.Context) (err error) {
	if n.lock, err = os.OpenFile(n.File+".lock", os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return fmt.Errorf("lock what was told: %w", err)
	}
	for {
		held, err := durable.TryLock(n.lock)
		if held || err != nil {
			break
		}
		n.Logger.Warn("another process with this config notifies people: this one waits", "file", n.File)
		if err := pause(ctx, n.Every, nil); err != nil {
			return errors.Join(err, n.lock.Close())
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if err = n.read(); err == nil {
		err = n.memory.write(n.File, n.Now()) // from here on what happens is told, whatever stops us
	}
	if err != nil {
		err = errors.Join(err, n.lock.Close())
	}
	return err
}

// look asks the Source, and writes the letters of what there is to tell. What the Source
// cannot tell now it is asked for again; that it cannot is told, too.
func (n *Notifier) look(ctx context.Context) error {
	now := n.Now()
	n.mu.Lock()
	since := n.memory.Seen
	n.mu.Unlock()
	list, blind := n.standing(ctx)
	events, results, err := n.occurred(ctx, since)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	n.sights.note(list, now)
	written := n.change(func(m *memory) bool {
		changed := n.take(m, events, results, now)
		if err == nil && (changed || now.Sub(m.Seen) >= lookBehind) {
			m.Seen, changed = now.UTC(), true
		}
		changed = m.forget(list) || changed
		return n.compose(m, list, now) || changed
	})
	for name := range n.bells {
		n.ring(name)
	}
	return errors.Join(blind, err, written)
}

// standing lists what stands. Where the Source cannot tell, all that stood before does, and
// that it cannot.
func (n *Notifier) standing(ctx context.Context) ([]*thing, error) {
	if len(n.Channels) == 0 {
		return nil, nil
	}
	findings, err := n.Source.Findings(ctx)
	if err == nil {
		n.stands = things(findings)
		return n.stands, nil
	}
	text, way := n.Voice.Event(codeBlind, nil)
	blind := &thing{key: codeBlind, merged: 1, Item: letter.Item{Code: codeBlind, Level: standing.Failing, Text: text, Mend: way}}
	return append(slices.Clone(n.stands), blind), err
}

// occurred lists what happened since a time, for whoever is there to be told.
func (n *Notifier) occurred(ctx context.Context, since time.Time) (events []Event, results []letter.Result, err error) {
	if len(n.Channels) > 0 {
		if events, err = n.Source.Happened(ctx, since); err != nil {
			return nil, nil, err
		}
	}
	if len(n.Hooks) > 0 {
		results, err = n.Source.Completed(ctx, since)
	}
	return events, results, err
}

// lookBehind is how far the Source is asked at most for what it told already.
const lookBehind = 10 * time.Minute

// take takes in events, for a letter to people, and results, each of which is a letter.
func (n *Notifier) take(m *memory, events []Event, results []letter.Result, now time.Time) (changed bool) {
	for _, e := range events {
		if _, known := m.Told[e.Key]; !known {
			m.Told[e.Key], changed = told{At: now.UTC()}, true
			m.Pending = append(m.Pending, e)
		}
	}
	for _, r := range results {
		if _, known := m.Told[r.Key]; known {
			continue
		}
		m.Told[r.Key], changed = told{At: now.UTC()}, true
		if hook := n.Hooks[r.Source]; hook != nil {
			l := letter.New(letter.Complete, now)
			l.Result = &r
			m.enqueue(l, hook.Name())
		}
	}
	return changed
}
