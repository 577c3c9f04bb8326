package client

import (
	"iter"
	"time"
)

// sieve filters here what a service has no filter for. A record whose time is not known
// passes: to leave it out would lose it.
type sieve[T any] []func(*T) bool

// wants reports whether a record passes.
func (s sieve[T]) wants(record *T) bool {
	for _, passes := range s {
		if !passes(record) {
			return false
		}
	}
	return true
}

// of leaves out what does not pass.
func (s sieve[T]) of(in iter.Seq2[T, error]) iter.Seq2[T, error] {
	if len(s) == 0 {
		return in
	}
	return func(yield func(T, error) bool) {
		for record, err := range in {
			if (err != nil || s.wants(&record)) && !yield(record, err) {
				return
			}
		}
	}
}

// span is a part of time; a zero end is open.
type span struct {
	from, to time.Time
	past     bool // whether the moment to itself is past it
}

func (s span) holds(at time.Time) bool {
	switch {
	case at.IsZero():
		return true
	case !s.from.IsZero() && at.Before(s.from):
		return false
	case s.to.IsZero():
		return true
	case s.past:
		return at.Before(s.to)
	}
	return !at.After(s.to)
}

// between asks the service for a part of time, and sieves what it has no filter for.
func between[T any](b *queryBuilder, s *sieve[T], from, to string, part span, at func(*T) time.Time) {
	var ours span
	for _, end := range []struct {
		filter string
		at     time.Time
		place  *time.Time
	}{{from, part.from, &ours.from}, {to, part.to, &ours.to}} {
		switch {
		case end.filter == "" || end.at.IsZero():
		case b.names[end.filter] == "":
			*end.place = end.at
		case b.times.Coarse(): // a day more at the end, as who can tell whether the service counts it; the rest is sifted
			asked := end.at
			if end.filter == to {
				asked = asked.AddDate(0, 0, 1)
			}
			b.time(end.filter, asked)
			*end.place = end.at
		default:
			b.time(end.filter, end.at)
		}
	}
	if ours.past = part.past; !ours.from.IsZero() || !ours.to.IsZero() {
		*s = append(*s, func(record *T) bool { return ours.holds(at(record)) })
	}
}

// values turns pointers into values, the zero value beside an error.
func values[T any](in iter.Seq2[*T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for record, err := range in {
			if record == nil {
				record = new(T)
			}
			if !yield(*record, err) {
				return
			}
		}
	}
}
