package trade

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// MaxSpeed keeps every step of a life at least a few microseconds long.
const MaxSpeed = 100_000_000

// SmoothOrders is how many orders of a client go well before chance has a say:
// whoever tries the service first sees what usually happens.
const SmoothOrders = 20

// step is one thing that will happen to an order.
type step struct {
	due    int64
	action string // status, parcel, payout
	arg    string // the new status or state
	parcel int    // from 1, of a parcel's step
}

// fate is what makes one life differ from another.
type fate int

const (
	smooth    fate = iota
	twoBoxes       // two parcels, two waybills
	paused         // on hold for a while
	cancelled      // before anything was sent
	refused        // not taken at the branch, and returned
)

// drawFate draws a fate: of a hundred orders, 6 are refused, 3 cancelled,
// 6 paused and 6 sent in two parcels.
func drawFate(rng *rand.Rand, nth int) fate {
	if nth < SmoothOrders {
		return smooth
	}
	switch n := rng.IntN(100); {
	case n < 6:
		return refused
	case n < 9:
		return cancelled
	case n < 15:
		return paused
	case n < 21:
		return twoBoxes
	default:
		return smooth
	}
}

// planner writes a life down, step after step.
type planner struct {
	rng   *rand.Rand
	speed float64
	at    int64
	steps []step
}

// planLife plans all that will happen to an order. Times are fixed now, so that
// a jump of the clock or a restart comes to the same states. nth counts the
// client's earlier orders.
func (h *House) planLife(o *Order, nth int) []step {
	rng := rand.New(rand.NewPCG(uint64(h.seed), uint64(o.seq))) //nolint:gosec // chance, not secrecy
	p := &planner{rng: rng, speed: h.speed, at: o.CreatedAt}
	if o.seq < 0 { // months are as full as they are in real life
		p.speed = 1
	}
	f := drawFate(rng, nth)
	p.wait(8*time.Minute, 12*time.Minute)
	p.status("confirmed")
	if f == paused {
		p.wait(5*time.Minute, 20*time.Minute)
		p.status("on_hold")
		p.wait(time.Hour, 4*time.Hour)
		p.status("confirmed")
	}
	p.wait(25*time.Minute, 35*time.Minute)
	if f == cancelled {
		p.status("cancelled")
		p.payout()
		return p.steps
	}
	p.status("assembling")
	parcels := 1
	if f == twoBoxes {
		parcels = 2
	}
	p.parcels(parcels, "created")
	p.wait(90*time.Minute, 150*time.Minute)
	p.status("shipped")
	p.parcels(parcels, "accepted")
	p.travel(f, parcels, o.content.Recipient.Delivery.Type == contract.ByCourier)
	p.payout()
	return p.steps
}

// travel plans the way of the parcels and how it ends.
func (p *planner) travel(f fate, parcels int, courier bool) {
	p.wait(2*time.Hour, 6*time.Hour)
	p.parcels(parcels, "in_transit")
	p.wait(16*time.Hour, 48*time.Hour)
	p.parcels(parcels, "arrived")
	if courier {
		p.wait(time.Hour, 2*time.Hour)
		p.parcels(parcels, "out_for_delivery")
	}
	p.wait(4*time.Hour, 16*time.Hour)
	if f == refused {
		p.parcels(parcels, "refused")
		p.status("returning")
		p.wait(time.Hour, 4*time.Hour)
		p.parcels(parcels, "returning")
		p.wait(24*time.Hour, 48*time.Hour)
		p.parcels(parcels, "returned")
		p.status("returned")
		return
	}
	p.parcels(parcels, "delivered")
	p.status("delivered")
	p.wait(20*time.Hour, 28*time.Hour)
	p.status("completed")
}

// wait lets a random time of the order's own clock pass.
func (p *planner) wait(least, most time.Duration) {
	d := least + time.Duration(p.rng.Int64N(int64(most-least)))
	p.at += max(int64(float64(d.Microseconds())/p.speed), 1)
}

func (p *planner) status(name string) {
	p.steps = append(p.steps, step{due: p.at, action: "status", arg: name})
}

// parcels lets each parcel reach a state, the second one a moment later.
func (p *planner) parcels(n int, state string) {
	for i := range n {
		if i > 0 {
			p.wait(time.Minute, 10*time.Minute)
		}
		p.steps = append(p.steps, step{due: p.at, action: "parcel", arg: state, parcel: i + 1})
	}
}

// payout plans the payout of the week in which the life ends: on Mondays at
// 06:00 UTC at normal speed, on the same grid made finer at others.
func (p *planner) payout() {
	monday := time.Date(1970, 1, 5, 6, 0, 0, 0, time.UTC).UnixMicro()
	week := max(int64(float64((7*24*time.Hour).Microseconds())/p.speed), 1)
	due := monday + ((p.at-monday)/week+1)*week
	p.steps = append(p.steps, step{due: due, action: "payout"})
}

func keepPlan(ctx context.Context, tx Querier, o *Order, steps []step) error {
	// One statement for all steps: an order is posted in the time of a few.
	text := "INSERT INTO plan (client_id, due_at, order_seq, step, action, arg, parcel) VALUES (?, ?, ?, ?, ?, ?, ?)" +
		strings.Repeat(", (?, ?, ?, ?, ?, ?, ?)", len(steps)-1)
	args := make([]any, 0, 7*len(steps))
	for i, st := range steps {
		args = append(args, o.clientID, st.due, o.seq, i, st.action, st.arg, st.parcel)
	}
	if _, err := tx.ExecContext(ctx, text, args...); err != nil {
		return fmt.Errorf("plan order %s: %w", o.ID, err)
	}
	return nil
}
