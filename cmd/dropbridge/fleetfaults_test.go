//go:build unix

package main

import (
	"context"
	"time"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// fault is something that goes wrong, or that comes in meanwhile.
type fault struct {
	kind string
	do   func()
}

// lasting is a fault that lasts for a part of a time, by the seed.
func (f *machines) lasting(kind string, most time.Duration, begin func() (end func())) fault {
	return fault{kind, func() {
		end, d := begin(), time.Duration(f.random.Int64N(int64(most)))
		f.during.Go(func() {
			time.Sleep(d)
			end()
		})
	}}
}

// some is one of several things, by the seed.
func some[T any](f *machines, list []T) T { return list[f.random.IntN(len(list))] }

// wire is one of the wires of one machine to its database, its store and its suppliers.
func (f *machines) wire() *rig.Proxy {
	m := some(f, f.list)
	return some(f, []*rig.Proxy{m.database, m.store, m.suppliers["alpha"], m.suppliers["beta"]})
}

// faultsLasting are all that happens to the machines, faults as long as a time at most.
func (f *machines) faultsLasting(most, away time.Duration) []fault {
	file := fault{"files", func() {
		if f.orders-f.accepted() < backlog {
			f.drop(fleetOrders, f.suppliers[:2]...)
		}
	}}
	posted := func() *rig.Witness { return some(f, f.suppliers[:2]).witness }
	return []fault{file, file, file, file,
		f.lasting("killed", away, func() func() {
			m := some(f, f.list[1:]) // the first one lives all the time
			m.down.Store(true)
			m.Kill()
			return func() {
				m.Restart()
				m.down.Store(false)
			}
		}),
		f.lasting("stopped", away, func() func() { return some(f, f.list).Stop() }),
		{"a wire cut", func() { f.wire().Cut() }},
		{"an answer lost on a wire", func() { f.wire().Lose(1) }},
		f.lasting("a wire away", most, func() func() {
			w := f.wire()
			w.Refuse(true)
			w.Cut()
			return func() { w.Refuse(false) }
		}),
		f.lasting("a wire dead", most, func() func() {
			m := some(f, f.list)
			w := some(f, []*rig.Proxy{m.database, m.store})
			w.Pause(true)
			return func() { w.Pause(false) }
		}),
		// Requests that were held up would come in a heap, whatever their pace was.
		f.lasting("a supplier dumb", most, func() func() {
			w := some(f, f.list).suppliers[some(f, f.suppliers[:2]).name]
			w.Mute(true)
			return func() { w.Mute(false) }
		}),
		f.lasting("the database away", away, func() func() {
			for _, m := range f.list {
				m.database.Refuse(true)
				m.database.Cut()
			}
			return func() {
				for _, m := range f.list {
					m.database.Refuse(false)
				}
			}
		}),
		f.lasting("the database slow", most, func() func() {
			w := some(f, f.list).database
			w.Delay(20 * time.Millisecond)
			return func() { w.Delay(0) }
		}),
		{"the store busy", func() { f.faults.Busy(3) }},
		{"a put's answer lost", func() { f.faults.LosePuts(1) }},
		f.lasting("the store slow", most, func() func() {
			f.faults.Slow(200 * time.Millisecond)
			return func() { f.faults.Slow(0) }
		}),
		f.lasting("the store's lists old", most, func() func() {
			f.faults.Lag(time.Second)
			return func() { f.faults.Lag(0) }
		}),
		{"a supplier's answer lost", func() { posted().LoseAnswers(1) }},
		{"a post lost", func() { posted().LosePosts(1) }},
		{"a supplier busy", func() { posted().Busy(3) }},
		f.lasting("a supplier slow", most, func() func() {
			w := posted()
			w.Slow(300 * time.Millisecond)
			return func() { w.Slow(0) }
		}),
	}
}

// suffer lets faults happen for a while, each as often as the others, while files keep coming,
// and ends them all.
func (f *machines) suffer(s span) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), s.round)
	defer cancel()
	var things []func()
	for _, one := range f.faultsLasting(s.most, s.away) {
		things = append(things, func() {
			f.happened[one.kind]++
			one.do()
			f.supervise()
		})
	}
	rig.Happen(ctx, f.random, s.apart, things...)
	f.during.Wait()
	f.faults.Heal()
	for _, s := range f.suppliers {
		s.witness.Heal()
	}
	for _, m := range f.list {
		m.database.Heal()
		m.store.Heal()
		for _, wire := range m.suppliers {
			wire.Heal()
		}
	}
}
