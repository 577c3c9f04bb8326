package selection

import (
	"hash/maphash"
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// memoLimit is how many answers a memo keeps. A catalogue has fewer categories, brands
// and values of a listed attribute; past it, answers are worked out each time.
const memoLimit = 20_000

// memo keeps what was worked out for a key. Many may use it at once: they read a map
// that nobody changes any more, since a lock that all workers take for each product is
// what they would mostly wait for.
type memo[K comparable, V any] struct {
	settled atomic.Pointer[map[K]V] // what answers held when it was copied

	mu      sync.Mutex
	answers map[K]V
	late    int // times that an answer was there and not yet settled
}

func (m *memo[K, V]) get(key K) (v V, ok bool) {
	if settled := m.settled.Load(); settled != nil {
		if v, ok = (*settled)[key]; ok {
			return v, true
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok = m.answers[key]; ok {
		m.settle()
	}
	return v, ok
}

// settle copies the answers once asking for new ones has cost as much as the copy.
func (m *memo[K, V]) settle() {
	if m.late++; m.late < len(m.answers) {
		return
	}
	m.late = 0
	answers := maps.Clone(m.answers)
	m.settled.Store(&answers)
}

// put keeps an answer and gives the one that holds: another worker may have been
// faster. It reports false where the memo is full and did not keep it. Whoever calls it
// has cloned the key's texts, which belong to a page that is read into again.
func (m *memo[K, V]) put(key K, v V) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.answers[key]; ok {
		return first, true
	}
	if len(m.answers) >= memoLimit {
		return v, false
	}
	if m.answers == nil {
		m.answers = map[K]V{}
	}
	m.answers[key] = v
	return v, true
}

// all gives the answers, in no order.
func (m *memo[K, V]) all() (keys []K, values []V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, v := range m.answers {
		keys, values = append(keys, k), append(values, v)
	}
	return keys, values
}

// categoryMemo keeps what was worked out for a category. A category is no key of a map
// of Go, since it holds a list: the hash of its parts is.
type categoryMemo[V any] struct {
	seed maphash.Seed
	memo memo[uint64, categoryAnswer[V]]
}

type categoryAnswer[V any] struct {
	category supplier.Category
	answer   V
}

func newCategoryMemo[V any]() *categoryMemo[V] {
	return &categoryMemo[V]{seed: maphash.MakeSeed()}
}

// get finds the answer for a category. Of two categories with one hash, which hardly
// ever happens, the second is worked out each time.
func (m *categoryMemo[V]) get(c *supplier.Category) (answer V, ok bool) {
	known, ok := m.memo.get(m.hash(c))
	if !ok || !known.category.Same(c) {
		return answer, false
	}
	return known.answer, true
}

// put is memo.put for a category, which it clones.
func (m *categoryMemo[V]) put(c *supplier.Category, v V) (V, bool) {
	key := m.hash(c)
	known, ok := m.memo.put(key, categoryAnswer[V]{cloneCategory(c), v})
	if !ok || !known.category.Same(c) {
		return v, false
	}
	return known.answer, true
}

// hash mixes the parts so that their order counts.
func (m *categoryMemo[V]) hash(c *supplier.Category) uint64 {
	const odd = 0x9E3779B97F4A7C15
	sum := maphash.String(m.seed, c.ID)
	sum = sum*odd ^ maphash.String(m.seed, c.Name)
	for _, name := range c.Path {
		sum = sum*odd ^ maphash.String(m.seed, name)
	}
	return sum
}

func cloneCategory(c *supplier.Category) supplier.Category {
	out := supplier.Category{ID: strings.Clone(c.ID), Name: strings.Clone(c.Name)}
	for _, name := range c.Path {
		out.Path = append(out.Path, strings.Clone(name))
	}
	return out
}
