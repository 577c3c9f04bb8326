// Command supplier stands for a supplier that costs as little as can be: it takes every order
// after a time and keeps only its number, and has a ledger of as many entries as are wanted.
//
// usage: supplier [-listen ADDRESS] [-delay DURATION] [-entries N]
//
// It prints its address. GET /seen says how many orders came and how many numbers they had, and
// forgets them.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// perPage is what the contract allows at most.
const perPage = 200

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address to serve on")
	delay := flag.Duration("delay", 0, "how long an order takes")
	entries := flag.Int("entries", 0, "entries of the ledger, all of October 2026")
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	desk := &orders{delay: *delay, numbers: map[string]bool{}}
	http.HandleFunc("POST /api/orders", desk.take)
	http.HandleFunc("GET /seen", desk.seen)
	http.HandleFunc("GET /api/finance/ledger", ledger(*entries).list)
	http.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusOK, map[string]any{"data": []any{}, "meta": map[string]any{"page": 1, "per_page": perPage, "total": 0, "total_pages": 1}})
	})
	log.Fatal(http.Serve(listener, nil))
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// orders are what came since they were last asked for.
type orders struct {
	delay   time.Duration
	mu      sync.Mutex
	count   int
	numbers map[string]bool
}

func (o *orders) take(w http.ResponseWriter, r *http.Request) {
	var order struct {
		Number string `json:"external_id"`
	}
	if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	time.Sleep(o.delay)
	o.mu.Lock()
	o.count++
	o.numbers[order.Number] = true
	o.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, `{"id":"ord_%[1]s","external_id":"%[1]s","status":"new","created_at":"2026-10-01T09:00:00Z","updated_at":"2026-10-01T09:00:00Z"}`, order.Number)
}

func (o *orders) seen(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	answer(w, http.StatusOK, map[string]int{"orders": o.count, "numbers": len(o.numbers)})
	o.count, o.numbers = 0, map[string]bool{}
}

// ledger is so many accruals, spread evenly over October 2026.
type ledger int

var (
	october = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	month   = 30 * 24 * time.Hour
)

// at is when an entry was booked. The day before the month's first is left free, so that no zone
// moves an entry out of the month.
func (l ledger) at(n int) time.Time {
	return october.Add(time.Duration(float64(n) / float64(l) * float64(month)))
}

// cents is the sum of the first n entries: of 1.00, 1.01 up to 9.99, and again.
func cents(n int) int { return 100*n + n/900*(899*900/2) + (n%900)*(n%900-1)/2 }

func money(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// index is the first entry at or after a moment, which may be a bare date; fallback where none is named.
func (l ledger) index(moment string, fallback int) (int, error) {
	if moment == "" {
		return fallback, nil
	}
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		at, err = time.Parse(time.DateOnly, moment)
	}
	n := 0
	for step := int(l); step > 0; step /= 2 {
		for n+step <= int(l) && l.at(n+step-1).Before(at) {
			n += step
		}
	}
	return n, err
}

func (l ledger) list(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	from, err1 := l.index(asked.Get("from"), 0)
	to, err2 := l.index(asked.Get("to"), int(l))
	page, err3 := strconv.Atoi(cmp.Or(asked.Get("cursor"), asked.Get("page"), "1"))
	size, err4 := strconv.Atoi(cmp.Or(asked.Get("per_page"), "50"))
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	data := []any{}
	for n := from + (page-1)*size; n < min(from+page*size, to); n++ {
		data = append(data, l.entry(n))
	}
	total := (to - from + size - 1) / size
	meta := map[string]any{"page": page, "per_page": size, "total": to - from, "total_pages": total, "next_cursor": nil,
		"opening": money(cents(from)), "closing": money(cents(to)),
		"turnover": map[string]string{"accrual": money(cents(to) - cents(from)), "hold": "0.00", "payout": "0.00"}}
	if page < total {
		meta["next_cursor"] = strconv.Itoa(page + 1)
	}
	answer(w, http.StatusOK, map[string]any{"data": data, "meta": meta})
}

func (l ledger) entry(n int) any {
	at, balance, number := l.at(n), money(cents(n+1)), fmt.Sprintf("%08d", n)
	return map[string]any{"id": "led_" + number, "number": number, "kind": "accrual", "operation": "correction",
		"amount": money(cents(n+1) - cents(n)), "currency": "UAH", "posted_at": at.Format(time.RFC3339Nano),
		"order_id": nil, "order_external_id": nil, "payout_id": nil, "document_number": number, "document_date": at.Format(time.DateOnly),
		"counterparty": nil, "description": "entry " + number, "reverses_entry_id": nil,
		"balance_after": map[string]string{"posted": balance, "held": "0.00", "available": balance}}
}
