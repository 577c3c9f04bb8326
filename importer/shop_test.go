package importer_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// fault is what goes wrong with one attempt to create an order.
type fault int

const (
	none            fault = iota
	notSent               // the supplier is out of reach
	postingStopped        // the client may not post
	timeoutLost           // no answer, and no order
	timeoutStored         // no answer, but the order is there
	serverError           // 500, and no order
	brokenStored          // 500 after the order was stored
	cutAnswer             // stored, and the answer ends in the middle
	throttled             // 429
	unauthorized          // 401
	refusedSKU            // 422
	foreignAnswer         // a good answer that speaks of another order
	answerWithoutID       // a good answer without the order's id
	takenID               // a good answer with the id of the shop's first order, and no order
	otherGoods            // stored, and the shop has other goods in it
	refusedSecond         // 422 that names the second item
)

// shop is a supplier in memory. It counts what it is sent; whether a repeated external
// id makes a second order depends on its promise.
type shop struct {
	byCreation bool // the list of changes shows none of older orders
	mu         sync.Mutex
	promise    supplier.Idempotency
	now        func() time.Time
	script     map[string][]fault // by external id: what its attempts meet, in order
	always     fault              // what all others meet
	lag        int                // lookups that do not see an order yet
	listing    error              // what lists end with
	phone      string             // as which it gives every phone back
	trailer    string             // what the mapping writes behind each body
	poor       bool               // it has no list of shipments
	wait       time.Duration      // for how long it asks when it throttles: 7 s
	orders     []*stored
	parcels    []supplier.Shipment
	posts      map[string]int // attempts that reached the shop, by external id
	keys       map[string][]string
	lookups    int
	encoding   func(supplier.NewOrder) error

	steps   bool               // orders are made as drafts, and handed in
	handing map[string][]fault // by external id: what the attempts to hand it in meet
	handed  map[string]int     // attempts to hand it in that reached the shop
}

type stored struct {
	supplier.Order
	body   string
	key    string
	hidden int
}

func newShop(now func() time.Time) *shop {
	return &shop{now: now, promise: supplier.Idempotency{Kind: "external_id"}, script: map[string][]fault{},
		posts: map[string]int{}, keys: map[string][]string{}}
}

func (s *shop) Idempotency() supplier.Idempotency { return s.promise }

func (s *shop) EncodeOrder(o supplier.NewOrder) ([]byte, error) {
	if s.encoding != nil {
		if err := s.encoding(o); err != nil {
			return nil, err
		}
	}
	body, err := json.Marshal(o)
	return append(body, s.trailer...), err
}

func (s *shop) CreateOrder(_ context.Context, body []byte, key string) (supplier.Created, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var order supplier.NewOrder
	if err := json.Unmarshal(body, &order); err != nil {
		return supplier.Created{}, err
	}
	meets := s.always
	if script := s.script[order.ExternalID]; len(script) > 0 {
		meets, s.script[order.ExternalID] = script[0], script[1:]
	}
	if meets == notSent {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindNotSent, Op: "create order", Detail: "connection refused"}
	}
	if meets == postingStopped {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindUnauthorized, Op: "create order", Err: fmt.Errorf("%w: not approved", supplier.ErrPostingStopped)}
	}
	s.posts[order.ExternalID]++
	s.keys[order.ExternalID] = append(s.keys[order.ExternalID], key)
	switch meets {
	case timeoutLost, serverError:
		return supplier.Created{}, ambiguous("no answer in time")
	case throttled:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindThrottled, Op: "create order", Status: 429, RetryAfter: cmp.Or(s.wait, 7*time.Second)}
	case unauthorized:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindUnauthorized, Op: "create order", Status: 401, Detail: "token refused"}
	case takenID:
		return supplier.Created{Order: supplier.Order{ID: s.orders[0].ID, Status: "new"}}, nil
	case refusedSecond:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindRejected, Op: "create order", Status: 422, Code: "unknown_sku",
			Detail: "the order is not valid", Fields: []supplier.FieldError{{Pointer: "/items/1/sku", Code: "unknown_sku", Detail: "no product has this SKU"}}}
	case refusedSKU:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindRejected, Op: "create order", Status: 422, Code: "unknown_sku",
			Detail: "the order is not valid", Fields: []supplier.FieldError{{Pointer: "/items/0/sku", Code: "unknown_sku", Detail: "no product has this SKU"}}}
	}
	created, err := s.store(order, string(body), key)
	if err != nil {
		return supplier.Created{}, err
	}
	switch meets {
	case timeoutStored, brokenStored, cutAnswer:
		return supplier.Created{}, ambiguous("the answer was cut")
	case otherGoods:
		s.orders[len(s.orders)-1].Items[0].SKU = "KB-99"
		created.Order = s.orders[len(s.orders)-1].Order
	case foreignAnswer:
		created.Order.ExternalID = "other"
	case answerWithoutID:
		created.Order.ID = ""
	}
	return created, nil
}

func ambiguous(detail string) error {
	return &supplier.Error{Kind: supplier.KindAmbiguous, Op: "create order", Detail: detail}
}

// store makes an order, or answers with the one that is there as far as the promise goes.
func (s *shop) store(order supplier.NewOrder, body, key string) (supplier.Created, error) {
	held := s.orders
	if s.promise.Kind == "none" { // he never looks
		held = nil
	}
	for _, old := range held {
		known := s.promise.Kind == "external_id" && old.ExternalID == order.ExternalID ||
			s.promise.Kind == "key" && old.key == key && key != ""
		if !known || s.promise.Lifetime != 0 && s.now().Sub(old.CreatedAt) >= s.promise.Lifetime {
			continue
		}
		if old.body == body {
			return supplier.Created{Order: old.Order, Replayed: true}, nil
		}
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindConflict, Op: "create order", Status: 409, ExistingOrderID: old.ID}
	}
	made := &stored{body: body, key: key, hidden: s.lag, Order: supplier.Order{ID: fmt.Sprintf("ord_%d", len(s.orders)+1), ExternalID: order.ExternalID,
		Status: s.first(), Draft: s.steps, CreatedAt: s.now(), UpdatedAt: s.now(), Recipient: order.Recipient}}
	for _, item := range order.Items {
		made.Items = append(made.Items, supplier.OrderItem{SKU: item.SKU, Quantity: item.Quantity})
	}
	if s.phone != "" {
		made.Recipient.Phone = s.phone
	}
	s.orders = append(s.orders, made)
	return supplier.Created{Order: made.Order}, nil
}

// first is the status of a new order.
func (s *shop) first() string {
	if s.steps {
		return "draft"
	}
	return "new"
}

// SubmitOrder hands in a draft. One that is in already is refused, as real services do.
func (s *shop) SubmitOrder(_ context.Context, id string) (supplier.Created, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.orders, func(o *stored) bool { return o.ID == id })
	if at < 0 {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindRejected, Op: "hand in order", Status: 404, Detail: "not found"}
	}
	order, meets := &s.orders[at].Order, none
	if script := s.handing[order.ExternalID]; len(script) > 0 {
		meets, s.handing[order.ExternalID] = script[0], script[1:]
	}
	if meets == notSent {
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindNotSent, Op: "hand in order", Detail: "connection refused"}
	}
	if s.handed == nil {
		s.handed = map[string]int{}
	}
	s.handed[order.ExternalID]++
	switch {
	case meets == timeoutLost:
		return supplier.Created{}, ambiguous("no answer in time")
	case meets == throttled:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindThrottled, Op: "hand in order", Status: 429, RetryAfter: 7 * time.Second}
	case meets == refusedSKU:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindRejected, Op: "hand in order", Status: 422, Code: "insufficient_stock", Detail: "too few are left"}
	case !order.Draft:
		return supplier.Created{}, &supplier.Error{Kind: supplier.KindConflict, Op: "hand in order", Status: 409, Detail: "it is in already"}
	}
	order.Draft, order.Status, order.UpdatedAt = false, "new", s.now()
	if meets == timeoutStored {
		return supplier.Created{}, ambiguous("the answer was cut")
	}
	return supplier.Created{Order: *order}, nil
}

func (s *shop) Orders(_ context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(q.ExternalIDs) > 0 {
		s.lookups++
	}
	asked := map[string]bool{}
	for _, number := range q.ExternalIDs {
		asked[number] = true
	}
	var found []supplier.Order
	for _, o := range s.orders {
		if len(asked) > 0 {
			if !asked[o.ExternalID] {
				continue
			}
			if o.hidden > 0 {
				o.hidden--
				continue
			}
		}
		if o.UpdatedAt.Before(q.UpdatedSince) || s.byCreation && !q.UpdatedSince.IsZero() {
			continue
		}
		found = append(found, o.Order)
	}
	return list(found, s.listing)
}

func (s *shop) Shipments(_ context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.poor {
		return list[supplier.Shipment](nil, &supplier.Error{Kind: supplier.KindRejected, Op: "list shipments", Err: supplier.ErrUnmapped})
	}
	var found []supplier.Shipment
	for _, p := range s.parcels {
		if !p.StateUpdatedAt.Before(q.UpdatedSince) {
			found = append(found, p)
		}
	}
	return list(found, s.listing)
}

func list[T any](items []T, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
		if err != nil {
			var zero T
			yield(zero, err)
		}
	}
}

// set changes how the shop behaves while it is at work.
func (s *shop) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// change changes the orders of an external id.
func (s *shop) change(external string, change func(*supplier.Order)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.ExternalID == external {
			change(&o.Order)
		}
	}
}

// count is how many orders the shop has under each external id.
func (s *shop) count() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	for _, o := range s.orders {
		out[o.ExternalID]++
	}
	return out
}

// idOf is the id of the first order under an external id.
func (s *shop) idOf(external string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.ExternalID == external {
			return o.ID
		}
	}
	return ""
}

func (s *shop) postsOf(external string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.posts[external]
}

func (s *shop) allPosts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := 0
	for _, n := range s.posts {
		sum += n
	}
	return sum
}

// externals are the external ids that the shop has orders for.
func (s *shop) externals() []string {
	return slices.SortedFunc(maps.Keys(s.count()), cmp.Compare[string])
}
