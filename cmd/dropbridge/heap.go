package main

import "runtime/debug"

// feedHeapGrowth is by how many percent the heap may grow between collections while feeds
// are built. Most of a large build's heap are hashes, in which there is nothing to
// follow: to collect often costs little, and keeps a million products under 100 MB.
const feedHeapGrowth = 25

// The orders of a long file stay in memory until they are noted, and with the usual
// settings would be there twice over.
const (
	orderHeapGrowth = 40        // percent by which the heap may grow between collections
	orderMemory     = 125 << 20 // bytes from which on collecting goes before speed
)

// spareMemory holds until what it returns is called. A person's own GOGC and GOMEMLIMIT
// go before.
func (a *app) spareMemory() func() {
	growth, limit := -1, int64(-1) // as they are
	if own, set := a.lookupEnv("GOGC"); !set || own == "" {
		growth = debug.SetGCPercent(orderHeapGrowth)
	}
	if own, set := a.lookupEnv("GOMEMLIMIT"); !set || own == "" {
		limit = debug.SetMemoryLimit(orderMemory)
	}
	return func() {
		if growth >= 0 {
			debug.SetGCPercent(growth)
		}
		debug.SetMemoryLimit(limit) // a negative one changes nothing
	}
}
