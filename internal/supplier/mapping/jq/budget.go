package jq

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"time"
)

// bounds are what a run may take.
type bounds struct {
	patience time.Duration
	steps    int    // of the machine that runs an expression; a usual record takes a few hundred
	memory   uint64 // bytes beyond what is held when the run begins
	output   int    // bytes of all results as JSON
}

// usualBounds are those of a run for one record: one that never ends must not stop the program.
var usualBounds = bounds{patience: 2 * time.Second, steps: 20_000_000, memory: 256 << 20, output: 64 << 20}

// sampleEvery is how many steps are made between two looks at the memory and the clock: a
// loop that doubles a text comes round once in about as many.
const sampleEvery = 16

// What ends a run.
var (
	ErrSteps  = errors.New("it takes too many steps: it may never end")
	ErrMemory = errors.New("it takes too much memory")
	ErrOutput = errors.New("it makes too much")
)

// Budget ends a run that takes too long, too many steps or too much memory. The machine
// asks it before each step. It is of one run and one goroutine.
type Budget struct {
	context.Context
	bounds
	deadline time.Time
	made     int    // steps
	base     uint64 // bytes in use when the run began to be looked at
	spent    chan struct{}
	why      error
}

// NewBudget is that of a run that may last so long.
func NewBudget(patience time.Duration) *Budget {
	usual := usualBounds
	usual.patience = patience
	return newBudget(usual)
}

func newBudget(b bounds) *Budget {
	return &Budget{Context: context.Background(), bounds: b, deadline: time.Now().Add(b.patience), spent: make(chan struct{})}
}

// Done counts a step.
func (b *Budget) Done() <-chan struct{} {
	if b.made++; b.why == nil && b.made%sampleEvery == 0 && b.made > 4*sampleEvery {
		if b.why = b.exceeded(); b.why != nil {
			close(b.spent)
		}
	}
	return b.spent
}

// Err is why the run was ended: context.DeadlineExceeded, ErrSteps or ErrMemory.
func (b *Budget) Err() error { return b.why }

func (b *Budget) exceeded() error {
	switch {
	case b.made > b.steps:
		return ErrSteps
	case b.full():
		return ErrMemory
	case time.Now().After(b.deadline):
		return context.DeadlineExceeded
	}
	return nil
}

// full reports whether the program holds much more than when it began to be looked at.
func (b *Budget) full() bool {
	used := inUse()
	if b.base == 0 {
		b.base = used
	}
	if used <= b.base+b.memory {
		return false
	}
	runtime.GC() // what was let go counts until then
	if used = inUse(); used > b.base+b.memory {
		return true
	}
	b.base = used
	return false
}

// inUse is how many bytes objects of the program take.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
