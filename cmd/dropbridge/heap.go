package main

import "runtime/debug"

// orderHeapGrowth is by how many percent the heap may grow between collections while
// order files are read: the orders of a long one stay in memory until they are posted,
// and would be there twice over with the usual hundred.
const orderHeapGrowth = 40

// spareMemory holds until what it returns is called. A person's own GOGC goes before.
func (a *app) spareMemory() func() {
	if own, set := a.lookupEnv("GOGC"); set && own != "" {
		return func() {}
	}
	before := debug.SetGCPercent(orderHeapGrowth)
	return func() { debug.SetGCPercent(before) }
}
