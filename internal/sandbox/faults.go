package sandbox

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Fault is one way in which the service misbehaves, for tests of those who use
// it. Its text form, which ParseFault reads, is
//
//	KIND[:SCOPE[:OPTION,OPTION…]]
//
// SCOPE is "*" (all operations, also when left out), an operation's id such as
// createOrder, or "METHOD /path". An OPTION is name=value. For example:
//
//	cut-after-store:POST /api/orders:times=1
//	throttle:*:every=5,retry_after=2
//	repeat-products:listProducts:shift=10,times=1
//	latency::delay=300ms,probability=0.2,seed=7
//
// The kinds:
//
//	latency             waits for delay before the request is handled
//	throttle            429, with Retry-After where retry_after (seconds) is given
//	fail                status (500, the default, to 599) before the request is handled; retry_after as above
//	fail-after-store    the same after it was handled: an order is stored
//	cut                 the connection ends before the request is handled
//	cut-after-store     … after it was handled, before any answer
//	cut-mid-answer      … in the middle of the answer's body
//	hang                no answer, ever, and the request is not handled
//	hang-after-store    no answer, ever, after the request was handled
//	ignore-idempotency  an order that was stored before is stored again
//	repeat-products     a page of products begins shift (1) products too early
//	skip-products       a page of products begins shift (1) products too late
//	shrink-products     before a page of products is cut, the list loses its first shift (1) products, for good
//	odd-products        a page of products has words in place of the drop price of its first shift (1) products
//	repeat-rows         a page of orders, shipments or ledger entries begins shift (1) of them too early
//	skip-rows           … too late
//	html                200 with an HTML page; the request is not handled
//
// When it strikes: each request in its scope, or every k-th (every=k), with a
// probability (by a seed of its own), and at most so many times (times=N).
type Fault struct {
	Kind        string  `json:"kind"`
	Scope       string  `json:"scope,omitempty"`
	Times       int     `json:"times,omitempty"`       // 0: no end
	Every       int     `json:"every,omitempty"`       // 0: each
	Probability float64 `json:"probability,omitempty"` // 0: always
	Seed        int64   `json:"seed,omitempty"`
	Delay       string  `json:"delay,omitempty"`       // of latency, such as "300ms"
	Status      int     `json:"status,omitempty"`      // of fail and fail-after-store
	RetryAfter  *int    `json:"retry_after,omitempty"` // seconds
	Shift       int     `json:"shift,omitempty"`       // products or rows, of those that repeat and skip
}

func faultKinds() []string {
	return []string{"latency", "throttle", "fail", "fail-after-store", "cut", "cut-after-store", "cut-mid-answer", "hang",
		"hang-after-store", "ignore-idempotency", "repeat-products", "skip-products",
		"shrink-products", "odd-products", "repeat-rows", "skip-rows", "html"}
}

// check refuses what makes no sense, so that a fault is never one in silence.
func (f Fault) check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("fault %q: %s", f.Kind, fmt.Sprintf(format, args...))
	}
	if !slices.Contains(faultKinds(), f.Kind) {
		return fail("there is no such kind; the kinds are %s", strings.Join(faultKinds(), ", "))
	}
	if f.Scope != "" && f.Scope != "*" && !slices.ContainsFunc(operationTable(), f.within) {
		return fail("scope %q is no operation; write *, createOrder, or POST /api/orders", f.Scope)
	}
	if f.Times < 0 || f.Every < 0 || f.Shift < 0 || f.RetryAfter != nil && *f.RetryAfter < 0 {
		return fail("a count is below 0")
	}
	if !(f.Probability >= 0 && f.Probability <= 1) {
		return fail("probability %v is not from 0 to 1", f.Probability)
	}
	if f.Status != 0 && (f.Status < 500 || f.Status > 599 || !strings.HasPrefix(f.Kind, "fail")) {
		return fail("status %d: it goes with fail and fail-after-store, from 500 to 599", f.Status)
	}
	delay, err := f.delay()
	if err != nil || (f.Kind == "latency") != (delay > 0) {
		return fail("delay %q: latency, and nothing else, needs one such as 300ms", f.Delay)
	}
	return nil
}

func (f Fault) delay() (time.Duration, error) {
	if f.Delay == "" {
		return 0, nil
	}
	return time.ParseDuration(f.Delay)
}

func (f Fault) within(op operation) bool {
	return f.Scope == "" || f.Scope == "*" || f.Scope == op.id || f.Scope == op.method+" "+op.path
}

// faults are those in force.
type faults struct {
	mu    sync.Mutex
	armed []*armed
}

// armed is a fault with what it has seen.
type armed struct {
	Fault
	seen, struck int
	rng          *rand.Rand
}

// inForce lists the faults as they were set.
func (fs *faults) inForce() []Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	list := make([]Fault, len(fs.armed))
	for i, a := range fs.armed {
		list[i] = a.Fault
	}
	return list
}

// strikes says whether a fault meets the next request in its scope.
func (a *armed) strikes() bool {
	if a.Times > 0 && a.struck == a.Times {
		return false
	}
	a.seen++
	if a.Every > 1 && a.seen%a.Every != 0 {
		return false
	}
	if a.Probability > 0 && a.rng.Float64() >= a.Probability {
		return false
	}
	a.struck++
	return true
}

// acts are the faults that one request meets.
type acts struct {
	delay     time.Duration
	forgetful bool   // no idempotency
	shift     int64  // of a page, in products
	shrink    int64  // products that the list loses
	odd       int    // products of a page whose price is no amount
	rows      int64  // the same as shift, of the other lists
	end       *Fault // how the request ends, nil: well
	struck    []string
}

func (a acts) kinds() []string { return a.struck }

// meet finds the faults that strike a request to an operation. Only one can
// end it: the first in the list.
func (fs *faults) meet(op *operation) acts {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	var met acts
	for _, a := range fs.armed {
		if !a.within(*op) || a.endsRequest() && met.end != nil || !a.strikes() {
			continue
		}
		met.struck = append(met.struck, a.Kind)
		shift := int64(max(a.Shift, 1))
		switch a.Kind {
		case "latency":
			delay, _ := a.Fault.delay() // checked when it was set
			met.delay += delay
		case "ignore-idempotency":
			met.forgetful = true
		case "repeat-products":
			met.shift -= shift
		case "skip-products":
			met.shift += shift
		case "shrink-products":
			met.shrink += shift
		case "odd-products":
			met.odd += int(shift)
		case "repeat-rows":
			met.rows -= shift
		case "skip-rows":
			met.rows += shift
		default:
			met.end = &a.Fault
		}
	}
	return met
}

func (f Fault) endsRequest() bool {
	return !slices.Contains([]string{"latency", "ignore-idempotency", "repeat-products", "skip-products",
		"shrink-products", "odd-products", "repeat-rows", "skip-rows"}, f.Kind)
}
