package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"
)

// feedHeapGrowth is by how many percent the heap may grow between collections while feeds
// are built. Most of a large build's heap are hashes, in which there is nothing to
// follow: to collect often costs little, and keeps a million products under 100 MB. Books
// leave more behind of each entry.
const (
	feedHeapGrowth = 25
	bookHeapGrowth = 50
)

// The orders of a long file stay in memory until they are noted, and without a limit would be
// there twice over.
const (
	orderHeapGrowth = 90       // percent by which the heap may grow between collections
	orderMemory     = 94 << 20 // bytes from which on collecting goes before speed
)

// firstCollection is how many bytes of memory a process takes before its garbage is collected
// for the first time. Most commands end before: by the usual settings, which begin at 4 MB, they
// would spend half of their time on collecting what they need to the end.
const firstCollection = 48 << 20

// Go's own settings: by how many percent the heap grows, and no limit.
const (
	usualHeapGrowth = 100
	usualMemory     = math.MaxInt64
)

// collector sets how often garbage is collected. Of none, nil, nothing is set: the settings are the
// process's, and one that does other things too has settings of its own.
type collector struct {
	mu      sync.Mutex
	waiting bool // for the first collection
	growth  int  // percent, to be set at the first collection
	limit   int64
}

// newCollector is that of a process that has only begun. A person's own GOGC and GOMEMLIMIT
// hold from its beginning.
func newCollector(lookupEnv func(string) (string, bool)) *collector {
	if isSet(lookupEnv, "GOGC") || isSet(lookupEnv, "GOMEMLIMIT") {
		return &collector{}
	}
	return collectLater(firstCollection)
}

// collectLater has garbage collected for the first time when the process has taken the
// given bytes, and from then on by what is set.
func collectLater(first int64) *collector {
	c := &collector{waiting: true, growth: usualHeapGrowth, limit: usualMemory}
	sign := &struct{ c *collector }{} // nobody holds it: it goes with the first collection
	runtime.AddCleanup(sign, (*collector).begin, c)
	debug.SetMemoryLimit(first)
	debug.SetGCPercent(-1)
	return c
}

// begin is called after the first collection.
func (c *collector) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = false
	debug.SetGCPercent(c.growth)
	debug.SetMemoryLimit(c.limit)
}

// set sets by how many percent the heap may grow between collections, and from how many bytes
// on collecting goes before speed. It returns what was set before. A negative one changes
// nothing.
func (c *collector) set(growth int, limit int64) (growthBefore int, limitBefore int64) {
	growthBefore, limitBefore = -1, -1
	if c == nil {
		return growthBefore, limitBefore
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if growth >= 0 {
		growthBefore = c.setGrowth(growth)
	}
	if limit >= 0 {
		limitBefore = c.setLimit(limit)
	}
	return growthBefore, limitBefore
}

func (c *collector) setGrowth(percent int) (before int) {
	if !c.waiting {
		return debug.SetGCPercent(percent)
	}
	before, c.growth = c.growth, percent
	return before
}

func (c *collector) setLimit(bytes int64) (before int64) {
	if !c.waiting {
		return debug.SetMemoryLimit(bytes)
	}
	before, c.limit = c.limit, bytes
	return before
}

// spareMemory holds until what it returns is called. A person's own GOGC and GOMEMLIMIT
// go before.
func (a *app) spareMemory() func() { return a.holdMemory(orderHeapGrowth, orderMemory) }

// holdMemory sets what a person has not set, until what it returns is called.
func (a *app) holdMemory(growth int, limit int64) func() {
	if isSet(a.lookupEnv, "GOGC") {
		growth = -1
	}
	if isSet(a.lookupEnv, "GOMEMLIMIT") {
		limit = -1
	}
	growth, limit = a.collector.set(growth, limit)
	return func() { a.collector.set(growth, limit) }
}

// isSet reports whether a variable of the environment is there and not empty.
func isSet(lookupEnv func(string) (string, bool), variable string) bool {
	value, set := lookupEnv(variable)
	return set && value != ""
}
