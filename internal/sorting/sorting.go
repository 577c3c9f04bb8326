// Package sorting sorts as package slices does, in less room. [slices.SortFunc] is compiled anew for
// each type of structs, which takes 8 to 27 KB of the program; what is here takes three short methods a
// type, and about twice the time. It is for lists that are short, or sorted once: those that every
// product or row asks for stay with package slices.
package sorting

import (
	"iter"
	"slices"
	"sort"
)

// Func sorts a list by a comparison, as [slices.SortFunc] does.
func Func[E any](list []E, compare func(a, b E) int) { sort.Sort(by[E]{list, compare}) }

// StableFunc sorts a list by a comparison and keeps equals in their order, as
// [slices.SortStableFunc] does.
func StableFunc[E any](list []E, compare func(a, b E) int) { sort.Stable(by[E]{list, compare}) }

// Sorted is what a sequence gives, sorted by a comparison, as [slices.SortedFunc] has it.
func Sorted[E any](values iter.Seq[E], compare func(a, b E) int) []E {
	list := slices.Collect(values)
	Func(list, compare)
	return list
}

type by[E any] struct {
	list    []E
	compare func(a, b E) int
}

func (b by[E]) Len() int           { return len(b.list) }
func (b by[E]) Less(i, j int) bool { return b.compare(b.list[i], b.list[j]) < 0 }
func (b by[E]) Swap(i, j int)      { b.list[i], b.list[j] = b.list[j], b.list[i] }
