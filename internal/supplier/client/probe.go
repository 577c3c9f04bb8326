package client

import (
	"context"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// ProbeResult is what one small read of an operation showed.
type ProbeResult struct {
	Operation  string
	Err        error
	Items      int                         // records in the small page
	Unreadable []supplier.Unreadable       // products among them that could not be read
	ClockSkew  supplier.Opt[time.Duration] // the server's clock less ours, to about a second
}

// probeAgain is how often a probe is made again where the service is only busy.
const probeAgain = 3

// Probe makes one small read of each operation that reads and that the service has. It is
// not tried again but where the service is busy.
func (c *Client) Probe(ctx context.Context) []ProbeResult {
	m := c.mapping
	var out []ProbeResult
	out = append(out, probe(ctx, c, &m.Products)...)
	out = append(out, probe(ctx, c, &m.Search)...)
	out = append(out, probe(ctx, c, &m.Orders)...)
	out = append(out, probe(ctx, c, &m.Shipments)...)
	return append(out, probe(ctx, c, &m.Ledger)...)
}

func probe[T any](ctx context.Context, c *Client, op *mapping.ListOp[T]) []ProbeResult {
	if op.Path == "" {
		return nil
	}
	out := ProbeResult{Operation: op.Op}
	l := newList(c, op, newQuery(op), 1)
	watch := &clock{next: c.once, now: c.now}
	via := *c.reads
	via.next, via.again, via.worth = watch, probeAgain, busy
	raw, err := l.get(ctx, &via, ticket{})
	out.ClockSkew = watch.skew
	if err == nil {
		var page mapping.Page[T]
		page, err = l.decode(raw, nil)
		out.Items, out.Unreadable = max(0, page.Count), page.Unreadable
	}
	out.Err = err
	return []ProbeResult{out}
}

// clock compares the server's clock with ours.
type clock struct {
	next caller
	now  func() time.Time
	skew supplier.Opt[time.Duration]
}

func (k *clock) call(ctx context.Context, r *request) (*answer, error) {
	begin := k.now()
	a, err := k.next.call(ctx, r)
	if err != nil {
		return nil, err
	}
	if date, err := http.ParseTime(a.header.Get("Date")); err == nil {
		end := k.now()
		middle := begin.Add(end.Sub(begin) / 2)
		// The header has whole seconds; its middle is the likeliest moment.
		k.skew = supplier.Some(date.Add(time.Second / 2).Sub(middle))
	}
	return a, nil
}
