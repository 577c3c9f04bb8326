package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Witness stands before a supplier and remembers what it was asked. It may be used by many at once.
type Witness struct {
	// Supplier is who answers.
	Supplier http.Handler
	// Orders is the path to which orders are posted.
	Orders string

	mu     sync.Mutex
	posts  map[string][]Post // by external id
	times  []time.Time       // of all requests
	lose   int               // answers to posts that are still to be lost
	refuse int               // posts that are still to be lost before they came
	busy   int               // requests that are still to be answered with 503
	slow   time.Duration     // that each answer waits
	held   chan struct{}     // closed when the answers to posts may leave; nil: they leave
	struck map[string]int    // how often each fault has struck
}

// Post is one request to create an order.
type Post struct {
	At     time.Time
	Status int    // that the supplier answered
	ID     string // the supplier's own, of the order that he made or had
	Lost   bool   // nobody got the answer
}

// LoseAnswers lets the next n posts come to the supplier, and their answers be lost.
func (w *Witness) LoseAnswers(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lose = n
}

// LosePosts lets the next n posts be lost before they came to the supplier.
func (w *Witness) LosePosts(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refuse = n
}

// Busy answers the next n requests with 503: they do not come to the supplier.
func (w *Witness) Busy(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = n
}

// Slow makes each answer wait.
func (w *Witness) Slow(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slow = d
}

// Hold keeps the answers to posts back until release is called.
func (w *Witness) Hold() (release func()) {
	held := make(chan struct{})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = held
	return sync.OnceFunc(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.held = nil
		close(held)
	})
}

// Heal ends every fault, but holds nothing less back.
func (w *Witness) Heal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lose, w.refuse, w.busy, w.slow = 0, 0, 0, 0
}

// Struck is how often each fault has struck: answer, post, busy and slow.
func (w *Witness) Struck(fault string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.struck[fault]
}

// ServeHTTP lets the supplier answer.
func (w *Witness) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.times = append(w.times, time.Now())
	slow := w.slow
	w.mu.Unlock()
	if w.draw(&w.busy, "busy") {
		out.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if slow > 0 {
		w.strike("slow")
	}
	if r.Method != http.MethodPost || r.URL.Path != w.Orders {
		time.Sleep(slow)
		w.Supplier.ServeHTTP(out, r)
		return
	}
	if w.draw(&w.refuse, "post") {
		panic(http.ErrAbortHandler)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // who asked has died in the middle of it
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	post, answer := Post{At: time.Now()}, &recorder{header: http.Header{}, status: http.StatusOK}
	w.Supplier.ServeHTTP(answer, r)
	post.Status, post.ID, post.Lost = answer.status, answer.id(), w.draw(&w.lose, "answer")
	w.remember(body, post)
	time.Sleep(slow)
	w.wait(r.Context())
	if post.Lost {
		panic(http.ErrAbortHandler)
	}
	for name, values := range answer.header {
		out.Header()[name] = values
	}
	out.WriteHeader(answer.status)
	out.Write(answer.body.Bytes())
}

// draw takes one of what is left of a fault.
func (w *Witness) draw(left *int, fault string) bool {
	w.mu.Lock()
	took := *left > 0
	if took {
		*left--
	}
	w.mu.Unlock()
	if took {
		w.strike(fault)
	}
	return took
}

func (w *Witness) strike(fault string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.struck == nil {
		w.struck = map[string]int{}
	}
	w.struck[fault]++
}

// wait waits while answers are held back, and who asked is there.
func (w *Witness) wait(ctx context.Context) {
	w.mu.Lock()
	held := w.held
	w.mu.Unlock()
	if held == nil {
		return
	}
	select {
	case <-held:
	case <-ctx.Done():
	}
}

func (w *Witness) remember(body []byte, post Post) {
	var order struct {
		ExternalID string `json:"external_id"`
	}
	_ = json.Unmarshal(body, &order) // one that is no JSON is remembered without a number
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.posts == nil {
		w.posts = map[string][]Post{}
	}
	w.posts[order.ExternalID] = append(w.posts[order.ExternalID], post)
}

// Posts are all posts that came, by external id.
func (w *Witness) Posts() map[string][]Post {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := map[string][]Post{}
	for id, posts := range w.posts {
		out[id] = slices.Clone(posts)
	}
	return out
}

// Requests is how many came.
func (w *Witness) Requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.times)
}

// Most is the greatest number of requests that came within a time. What came while the machine
// kept the witness waiting was sent before: by as long as it waited a window is shorter.
func (w *Witness) Most(within time.Duration, stalls *Stalls) int {
	w.mu.Lock()
	times := slices.SortedFunc(slices.Values(w.times), time.Time.Compare)
	w.mu.Unlock()
	most := 0
	for last, at := range times {
		since := at.Add(stalls.Longest(at.Add(-within), at) - within)
		first, _ := slices.BinarySearchFunc(times, since, time.Time.Compare)
		for first < last && !times[first].After(since) {
			first++
		}
		most = max(most, last-first+1)
	}
	return most
}

// recorder keeps an answer until it is known whether anybody gets it.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// id is that of the order in an answer, "" where it has none.
func (r *recorder) id() string {
	var order struct{ ID string }
	_ = json.Unmarshal(r.body.Bytes(), &order)
	return order.ID
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
