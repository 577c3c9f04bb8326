package client

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// How a read is tried again. A supplier that asks for a longer wait than patience is
// not waited for: whoever made the call is told instead.
const (
	firstBackoff = 250 * time.Millisecond
	maxBackoff   = 30 * time.Second
	patience     = 2 * time.Minute // all waits of one call
)

// retrier makes reads again that failed in a way that may pass. It never sees the
// creation of an order.
type retrier struct {
	next   caller
	again  int              // attempts after the first
	worth  func(error) bool // whether another attempt may help
	sleep  func(context.Context, time.Duration) error
	random func() float64 // in [0,1)
	logger *slog.Logger
}

func (t *retrier) call(ctx context.Context, r *request) (*answer, error) {
	for attempt, waited := 0, time.Duration(0); ; attempt++ {
		a, err := t.next.call(ctx, r)
		if err == nil || attempt == t.again || ctx.Err() != nil || !t.worth(err) {
			return a, tried(err, attempt)
		}
		wait := t.backoff(attempt, err)
		if waited += wait; waited > patience {
			return nil, tried(err, attempt)
		}
		t.logger.WarnContext(ctx, "trying again", "op", r.op, "error", err, "attempt", attempt+1, "wait", wait)
		if err := t.sleep(ctx, wait); err != nil {
			return nil, &supplier.Error{Kind: supplier.KindTransient, Op: r.op, Detail: "given up while waiting to try again", Err: err}
		}
	}
}

// passing reports whether an error may be gone the next time.
func passing(err error) bool {
	if e, ok := errors.AsType[*supplier.Error](err); ok && e.Passing {
		return true
	}
	switch supplier.KindOf(err) {
	case supplier.KindTransient, supplier.KindThrottled:
		return true
	case supplier.KindNotSent:
		return !certificate(err)
	}
	return false
}

// busy reports whether a service that is there has only no time for us, or said something
// else than it was asked for: not that it cannot be reached, or is broken.
func busy(err error) bool {
	e, ok := errors.AsType[*supplier.Error](err)
	return ok && (e.Passing || e.Kind == supplier.KindThrottled || e.Kind == supplier.KindTransient && e.Status/100 == 2)
}

// backoff is how long to wait: at least as long as the supplier asks, and a random
// part of a time that doubles, so that many clients do not come back at once.
func (t *retrier) backoff(attempt int, err error) time.Duration {
	limit := min(maxBackoff, firstBackoff<<min(attempt, 16))
	wait := time.Duration(t.random() * float64(limit))
	if e, ok := errors.AsType[*supplier.Error](err); ok {
		wait += e.RetryAfter
	}
	return wait
}

// tried adds how often a call was made to an error that is not the first attempt's.
func tried(err error, attempt int) error {
	if e, ok := errors.AsType[*supplier.Error](err); ok && attempt > 0 {
		note := fmt.Sprintf("after %d attempts", attempt+1)
		if e.Detail != "" {
			note = e.Detail + " " + note
		}
		e.Detail = note
	}
	return err
}
