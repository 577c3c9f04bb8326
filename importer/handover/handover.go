package handover

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Options say how orders are handed over.
type Options struct {
	Template *Template
	Outlet   Outlet
	Tracking *Tracking // nil: no waybills are read

	// Daily puts all orders of a day into one file, at At after midnight; otherwise each
	// order goes at once, in a file of its own.
	Daily bool
	At    time.Duration

	Language wording.Language // of what is said of orders that the template cannot say
	Now      func() time.Time // nil: time.Now
	Logger   *slog.Logger     // nil: none
}

// Handover is the port to a supplier who takes orders as files. It may be used concurrently.
type Handover struct {
	o    Options
	zone *time.Location
}

// New makes the port.
func New(o Options) (*Handover, error) {
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return nil, fmt.Errorf("load the time zone of orders: %w", err)
	}
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Handover{o, zone}, nil
}

// body is an order as the importer's journal keeps it for sending.
type body struct {
	File  string            `json:"file,omitempty"` // that it goes out in; "" until it is about to
	Order supplier.NewOrder `json:"order"`
}

// EncodeOrder is an order's body, without a file yet. An order that the template's columns
// cannot say as a whole is refused.
func (h *Handover) EncodeOrder(order supplier.NewOrder) ([]byte, error) {
	if why := h.o.Template.refuses(order); !why.IsZero() {
		return nil, &refusal{why, h.o.Language}
	}
	return json.Marshal(body{Order: order})
}

// Idempotency is no promise at all: who gets a file twice has the orders twice.
func (h *Handover) Idempotency() supplier.Idempotency {
	return supplier.Idempotency{Kind: supplier.IdempotencyNone}
}

// Together reports whether all orders that are ready go out in one file.
func (h *Handover) Together() bool { return h.o.Daily }

// Opens is when an order goes out that became ready at a time.
func (h *Handover) Opens(ready time.Time) time.Time {
	if !h.o.Daily {
		return ready
	}
	local := ready.In(h.zone)
	for days := 0; ; days++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+days, 0, int(h.o.At/time.Minute), 0, 0, h.zone)
		if !at.Before(ready) {
			return at
		}
	}
}

// Bundle names the file in the bodies of orders that go out together, after the outlet has
// room for it. Nothing is sent.
func (h *Handover) Bundle(bodies [][]byte) ([][]byte, error) {
	read, err := readBodies(bodies)
	if err != nil {
		return nil, err
	}
	name, err := h.fileName(read)
	if err != nil {
		return nil, err
	}
	if err := h.o.Outlet.Reserve(name); err != nil {
		return nil, err
	}
	out := make([][]byte, len(read))
	for i := range read {
		read[i].File = name
		if out[i], err = json.Marshal(read[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readBodies(bodies [][]byte) ([]body, error) {
	out := make([]body, len(bodies))
	for i, data := range bodies {
		if err := json.Unmarshal(data, &out[i]); err != nil {
			return nil, fmt.Errorf("read an order to hand over: %w", err)
		}
	}
	return out, nil
}

// fileName is orders-2026-11-29-1f3a9c05.xlsx, or order-1001-1f3a9c05.xlsx: the day or the
// number for people, and what tells it from any other, of other processes too.
func (h *Handover) fileName(bodies []body) (string, error) {
	var unique [4]byte
	if _, err := rand.Read(unique[:]); err != nil {
		return "", err
	}
	what := "order-" + fileLetters(bodies[0].Order.ExternalID)
	if h.o.Daily {
		what = "orders-" + h.o.Now().In(h.zone).Format(time.DateOnly)
	}
	return what + "-" + hex.EncodeToString(unique[:]) + "." + h.o.Template.Format, nil
}

// fileLetters is a number as it can stand in the name of a file anywhere.
func fileLetters(number string) string {
	const most = 40
	letters := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, number)
	return letters[:min(len(letters), most)]
}

// errUnnamed is a bundle whose bodies do not name one file: Bundle was not asked.
var errUnnamed = errors.New("orders that go out together name different files")

// CreateOrders hands the orders of one bundle over, in one attempt: the result or the error
// is that of all of them.
func (h *Handover) CreateOrders(ctx context.Context, bodies [][]byte) ([]supplier.Created, error) {
	read, err := readBodies(bodies)
	if err != nil {
		return nil, err
	}
	name := read[0].File
	orders := make([]supplier.NewOrder, len(read))
	for i := range read {
		if orders[i] = read[i].Order; name == "" || read[i].File != name {
			return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: opCreate, Err: errUnnamed}
		}
	}
	now := h.o.Now()
	err = h.o.Outlet.Place(ctx, name, len(orders), func(w io.Writer) error { return h.o.Template.write(w, orders, now.In(h.zone)) })
	if err != nil {
		return nil, err
	}
	out := make([]supplier.Created, len(read))
	for i, order := range orders {
		out[i] = supplier.Created{Order: handedOver(order, now), RequestID: name}
	}
	return out, nil
}

// CreateOrder hands one order over.
func (h *Handover) CreateOrder(ctx context.Context, one []byte, _ string) (supplier.Created, error) {
	out, err := h.CreateOrders(ctx, [][]byte{one})
	if err != nil {
		return supplier.Created{}, err
	}
	return out[0], nil
}

// errNoDraft is a draft that a file cannot be.
var errNoDraft = errors.New("an order that goes out in a file is no draft that could be handed in")

// SubmitOrder fails: CreateOrder makes no drafts.
func (h *Handover) SubmitOrder(context.Context, string) (supplier.Created, error) {
	return supplier.Created{}, &supplier.Error{Kind: supplier.KindNotSent, Op: opCreate, Err: errNoDraft}
}

// handedOver is an order as it is known of the supplier: under its own number, and no more
// than handed over. It has no UpdatedAt: whatever a file of his says of it is newer.
func handedOver(order supplier.NewOrder, at time.Time) supplier.Order {
	out := supplier.Order{ID: order.ExternalID, ExternalID: order.ExternalID, Status: supplier.HandedOver, Recipient: order.Recipient,
		Payment: order.Payment, CreatedAt: at}
	for _, item := range order.Items {
		out.Items = append(out.Items, supplier.OrderItem{SKU: item.SKU, Quantity: item.Quantity, Price: item.Price})
	}
	return out
}

// FindOrder looks whether the file that an order's body names is where it was brought. An
// order that names none was not sent by this journal: supplier.ErrUnmapped.
func (h *Handover) FindOrder(_ context.Context, one []byte) (at supplier.Order, found bool, err error) {
	var read body
	if len(one) == 0 || json.Unmarshal(one, &read) != nil || read.File == "" {
		return at, false, supplier.Unmapped("list of orders")
	}
	since, found, err := h.o.Outlet.Find(read.File)
	if err != nil || !found {
		return at, false, err
	}
	return handedOver(read.Order, since), true, nil
}

// BundleOf is the file that an order's body names, and where a person can look for it.
func (h *Handover) BundleOf(one []byte) (name string, trace wording.Message) {
	var read body
	if json.Unmarshal(one, &read) != nil || read.File == "" {
		return "", wording.Message{}
	}
	return read.File, h.o.Outlet.Trace(read.File)
}

// Withdraw reports whether an order was certainly not handed over by its last attempt, and
// will not be by whoever may still be at it.
func (h *Handover) Withdraw(one []byte) bool {
	var read body
	return json.Unmarshal(one, &read) == nil && read.File != "" && h.o.Outlet.Withdraw(read.File)
}

// Orders lists what the supplier's files say of orders by now: all of it each time, as
// files come without the times of what they tell. What was handed over is not listed.
func (h *Handover) Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	return func(yield func(supplier.Order, error) bool) {
		switch {
		case len(q.ExternalIDs) > 0:
			yield(supplier.Order{}, supplier.Unmapped("list of orders"))
		case h.o.Tracking != nil:
			h.o.Tracking.orders(ctx, h.o.Logger, yield)
		}
	}
}

// Shipments lists the waybills of those files. What is wrong with a file is said by Orders.
func (h *Handover) Shipments(ctx context.Context, _ supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	return func(yield func(supplier.Shipment, error) bool) {
		if h.o.Tracking == nil {
			yield(supplier.Shipment{}, supplier.Unmapped("list of shipments"))
			return
		}
		h.o.Tracking.shipments(ctx, h.o.Logger, yield)
	}
}
