package rig

import (
	"bytes"
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
}

// Post is one request to create an order.
type Post struct {
	At     time.Time
	Status int  // that the supplier answered
	Lost   bool // nobody got the answer
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

// ServeHTTP lets the supplier answer.
func (w *Witness) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.times = append(w.times, time.Now())
	w.mu.Unlock()
	if r.Method != http.MethodPost || r.URL.Path != w.Orders {
		w.Supplier.ServeHTTP(out, r)
		return
	}
	if w.draw(&w.refuse) {
		panic(http.ErrAbortHandler)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // who asked has died in the middle of it
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	post, answer := Post{At: time.Now()}, &recorder{header: http.Header{}, status: http.StatusOK}
	w.Supplier.ServeHTTP(answer, r)
	post.Status, post.Lost = answer.status, w.draw(&w.lose)
	w.remember(body, post)
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
func (w *Witness) draw(left *int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if *left == 0 {
		return false
	}
	*left--
	return true
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

// Most is the greatest number of requests that came within a time.
func (w *Witness) Most(within time.Duration) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	times := slices.SortedFunc(slices.Values(w.times), time.Time.Compare)
	most, first := 0, 0
	for last := range times {
		for times[last].Sub(times[first]) >= within {
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

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
