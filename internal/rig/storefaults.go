package rig

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// StoreFaults stands before an S3-compatible server and lets it fail as such servers do. It may
// be used by many at once.
type StoreFaults struct {
	// URL is its address.
	URL    string
	target string

	mu    sync.Mutex
	busy  int           // requests that are still to be refused with 503
	slow  time.Duration // that each request waits
	lose  int           // puts whose answers are still to be lost
	lag   time.Duration // how old a list may be
	lists map[string]agedList
	seen  map[string]int
}

// agedList is an answer to a request for a list, and when it was right.
type agedList struct {
	status int
	header http.Header
	body   []byte
	at     time.Time
}

// StartStoreFaults starts it before the server at a URL, until the test ends.
func StartStoreFaults(t testing.TB, target string) *StoreFaults {
	t.Helper()
	f := &StoreFaults{target: target, lists: map[string]agedList{}, seen: map[string]int{}}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.URL = server.URL
	return f
}

// Busy refuses the next n requests with 503.
func (f *StoreFaults) Busy(n int) { f.set(func() { f.busy = n }) }

// Slow makes each request wait.
func (f *StoreFaults) Slow(d time.Duration) { f.set(func() { f.slow = d }) }

// LosePuts lets the next n puts be stored, and their answers be lost.
func (f *StoreFaults) LosePuts(n int) { f.set(func() { f.lose = n }) }

// Lag makes lists be as old as that at most.
func (f *StoreFaults) Lag(d time.Duration) {
	f.set(func() { f.lag, f.lists = d, map[string]agedList{} })
}

// Heal ends every fault.
func (f *StoreFaults) Heal() {
	f.set(func() { f.busy, f.slow, f.lose, f.lag, f.lists = 0, 0, 0, 0, map[string]agedList{} })
}

// Struck is how often each fault has struck, by busy, slow, put and list.
func (f *StoreFaults) Struck(fault string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen[fault]
}

func (f *StoreFaults) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// fate is what is to become of a request.
type fate struct {
	busy, lose bool
	slow, lag  time.Duration
}

// decide draws the fate of a request.
func (f *StoreFaults) decide(r *http.Request) (out fate) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if out.slow = f.slow; out.slow > 0 {
		f.seen["slow"]++
	}
	if f.busy > 0 {
		f.busy--
		f.seen["busy"]++
		out.busy = true
		return out
	}
	if r.Method == http.MethodPut && f.lose > 0 {
		f.lose--
		f.seen["put"]++
		out.lose = true
	}
	if r.Method == http.MethodGet && r.URL.Query().Has("list-type") {
		out.lag = f.lag
	}
	return out
}

// ServeHTTP hands a request on, or lets it fail.
func (f *StoreFaults) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	does := f.decide(r)
	time.Sleep(does.slow)
	if does.busy {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>")
		return
	}
	answer, err := f.answer(r, does.lag)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	if does.lose {
		panic(http.ErrAbortHandler) // the connection ends
	}
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.status)
	w.Write(answer.body)
}

// answer is the server's, or for a list the one that it gave a while ago.
func (f *StoreFaults) answer(r *http.Request, lag time.Duration) (agedList, error) {
	if lag == 0 {
		return f.ask(r)
	}
	key := r.URL.String()
	f.mu.Lock()
	held, known := f.lists[key]
	if known = known && time.Since(held.at) < lag; known {
		f.seen["list"]++
	}
	f.mu.Unlock()
	if known {
		return held, nil
	}
	fresh, err := f.ask(r)
	if err == nil && fresh.status == http.StatusOK {
		f.set(func() { f.lists[key] = fresh })
	}
	return fresh, err
}

// ask asks the server. The name of the host stays as it was signed.
func (f *StoreFaults) ask(r *http.Request) (agedList, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return agedList{}, err
	}
	request, err := http.NewRequestWithContext(r.Context(), r.Method, f.target+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return agedList{}, err
	}
	request.Header, request.Host = r.Header.Clone(), r.Host
	at := time.Now()
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return agedList{}, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	return agedList{status: response.StatusCode, header: response.Header, body: data, at: at}, err
}
