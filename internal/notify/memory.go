package notify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Remembered is how long it is kept that an event or a result was told. Whatever is older
// must not be told by a Source any more.
const Remembered = 100 * 24 * time.Hour

// memory is what has to outlast the program: what was told, and what is on its way. It is
// written whole before anything is sent that stands in it.
type memory struct {
	Seen    time.Time       `json:"seen"`              // events and results up to then were taken
	Digest  string          `json:"digest"`            // the day of the last digest
	Told    map[string]told `json:"told"`              // by what makes a thing the same
	Pending []Event         `json:"pending,omitempty"` // events that wait for a letter
	Letters []*queued       `json:"letters,omitempty"` // the oldest first

	Health map[string]standing.Channel `json:"health,omitempty"` // how the channels were doing last, by name
}

// openMemory reads the memory; where there is none yet, nothing that happened before now is
// told, and the first digest is that of the next day.
func openMemory(path string, now time.Time, day string) (*memory, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &memory{Seen: now, Digest: day, Told: map[string]told{}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was told: %w", err)
	}
	m := &memory{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, failure.Errorf("move that file away: what stands then is told once more", "read what was told: %s: %w", path, err)
	}
	if m.Told == nil {
		m.Told = map[string]told{}
	}
	return m, nil
}

// queued is a letter, as it is kept until every channel has taken it.
type queued struct {
	letter.Letter
	To map[string]*progress `json:"to"` // the channels that have not taken it, by name
}

// progress is how far a letter is on its way to one channel.
type progress struct {
	Tries     int       `json:"tries,omitempty"`
	NotBefore time.Time `json:"not_before,omitzero"`
	Sending   bool      `json:"sending,omitempty"` // an attempt began, and nothing is known of its end
	Lost      int       `json:"lost,omitempty"`    // attempts that may have got through
}

// enqueue keeps a letter for some channels.
func (m *memory) enqueue(l letter.Letter, to ...string) {
	q := &queued{l, map[string]*progress{}}
	for _, name := range to {
		q.To[name] = &progress{}
	}
	m.Letters = append(m.Letters, q)
}

// forget forgets of things that still stand what was settled: it is told again if it comes
// again.
func (m *memory) forget(list []*thing) (changed bool) {
	for _, t := range list {
		before, known := m.Told[t.key]
		if !known {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(before.Orders), func(number string) bool { return !slices.Contains(t.Orders, number) })
		if len(left) < len(before.Orders) || t.Count < before.Count {
			before.Orders, before.Count, changed = left, min(before.Count, t.Count), true
			m.Told[t.key] = before
		}
	}
	return changed
}

// clone is a copy that can be changed while the original counts.
func (m *memory) clone() *memory {
	c := *m
	c.Told = maps.Clone(m.Told)
	c.Pending = append([]Event(nil), m.Pending...)
	c.Health = maps.Clone(m.Health)
	c.Letters = nil
	for _, l := range m.Letters {
		q := &queued{l.Letter, map[string]*progress{}}
		for name, p := range l.To {
			at := *p
			q.To[name] = &at
		}
		c.Letters = append(c.Letters, q)
	}
	return &c
}

// write makes the memory durable, without letters that all channels have taken and what need
// not be remembered.
func (m *memory) write(path string, now time.Time) error {
	maps.DeleteFunc(m.Told, func(_ string, t told) bool { return t.Code == "" && now.Sub(t.At) > Remembered })
	kept := m.Letters[:0]
	for _, l := range m.Letters {
		if len(l.To) > 0 {
			kept = append(kept, l)
		}
	}
	m.Letters = kept
	err := durable.WriteFileFor(path, durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(m) })
	if err != nil {
		return fmt.Errorf("note what is told: %w", err)
	}
	return nil
}

// channels is how the channels of these names are doing, by their names.
func (m *memory) channels(names iter.Seq[string], health map[string]standing.Channel) (list []standing.Channel) {
	waiting := map[string]int{}
	for _, l := range m.Letters {
		for name := range l.To {
			waiting[name]++
		}
	}
	for _, name := range slices.Sorted(names) {
		c := health[name]
		c.Name, c.Waiting = name, waiting[name]
		list = append(list, c)
	}
	return list
}

// Channels is how the channels of these names were doing when a notifier with that file noted it
// last, by their names; whether one runs now is not known.
func Channels(file string, names []string) ([]standing.Channel, error) {
	m, err := openMemory(file, time.Time{}, "")
	if err != nil {
		return nil, err
	}
	return m.channels(slices.Values(names), m.Health), nil
}

// recover makes of attempts that were cut off lost ones, and drops the channels that are
// not there any more.
func (m *memory) recover(known func(channel string) bool) {
	for _, l := range m.Letters {
		for name, p := range l.To {
			if p.Sending {
				p.Sending, p.Lost = false, p.Lost+1
			}
			if !known(name) {
				delete(l.To, name)
			}
		}
	}
}
