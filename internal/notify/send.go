package notify

import (
	"context"
	"maps"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

const (
	idle      = 10 * time.Minute   // between looks at letters where nothing wakes a channel
	mostLost  = 2                  // attempts that may have got through before a letter counts as sent
	givenUp   = 7 * 24 * time.Hour // what is older helps nobody any more
	unwritten = time.Minute        // until the memory is tried again that could not be written
)

// sendBy sends the letters of one channel until ctx ends.
func (n *Notifier) sendBy(ctx context.Context, name string) {
	for pause(ctx, n.deliver(ctx, name), n.bells[name]) == nil {
	}
}

// deliver sends the letters that a channel is to take, the oldest first, and says how long
// to wait before it is asked again.
func (n *Notifier) deliver(ctx context.Context, name string) time.Duration {
	for ctx.Err() == nil {
		l, at, wait := n.begin(name)
		if l == nil {
			return wait
		}
		answer, err := n.all[name].Send(ctx, l, at.Lost > 0)
		if !n.end(l, name, at, answer, err) {
			return unwritten
		}
	}
	return idle
}

// begin notes that an attempt begins, before it does. It gives no letter where none is due.
func (n *Notifier) begin(name string) (l *letter.Letter, at progress, wait time.Duration) {
	wait = idle
	err := n.change(func(m *memory) (changed bool) {
		for _, q := range m.Letters {
			p := q.To[name]
			switch now := n.Now(); {
			case p == nil:
			case now.Sub(q.Made) > givenUp, p.Lost >= mostLost && !n.all[name].Idempotent():
				n.Logger.Warn("a message is not sent again", "channel", name, "message", q.ID, "tries", p.Tries, "perhaps_sent", p.Lost)
				delete(q.To, name)
				changed = true
			case now.Before(p.NotBefore): // later ones may go before: this one may be what is refused
				wait = min(wait, p.NotBefore.Sub(now))
			default:
				p.Tries, p.Sending = p.Tries+1, true
				l, at = &q.Letter, *p
				return true
			}
		}
		return changed
	})
	if err != nil {
		n.Logger.Error("a message is not sent before that can be noted", "channel", name, "error", err)
		return nil, at, unwritten
	}
	return l, at, wait
}

// end notes how an attempt ended, and reports whether that is noted.
func (n *Notifier) end(l *letter.Letter, name string, at progress, answer string, cause error) bool {
	now := n.Now()
	at.Sending = false
	if cause == nil {
		n.Logger.Info("message sent", "channel", name, "message", l.ID, "answer", answer)
	} else {
		wait := channel.RetryIn(at.Tries, cause)
		at.NotBefore = now.Add(wait).UTC()
		if channel.Lost(cause) {
			at.Lost++
		}
		n.Logger.Warn("a message did not get out, it is tried again", "channel", name, "message", l.ID, "error", cause, "in", wait)
	}
	n.mu.Lock()
	n.health[name] = healthAfter(n.health[name], cause, now)
	n.mu.Unlock()
	err := n.change(func(m *memory) bool {
		m.Health = maps.Clone(n.health)
		for _, q := range m.Letters {
			switch {
			case q.ID != l.ID:
			case cause == nil:
				delete(q.To, name)
			default:
				q.To[name] = &at
			}
		}
		return true
	})
	if err != nil {
		n.Logger.Error("it is not noted how a message fared", "channel", name, "error", err)
	}
	return err == nil
}

func healthAfter(c standing.Channel, cause error, now time.Time) standing.Channel {
	if cause == nil {
		return standing.Channel{Sent: now}
	}
	if c.Error == "" {
		c.Since = now
	}
	c.Error = channel.Said(cause.Error())
	return c
}
