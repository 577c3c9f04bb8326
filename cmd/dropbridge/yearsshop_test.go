//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/web"
)

// year is a shop in a bubble. Files that the program writes have the time of the world outside, which is
// later than any of the bubble; stamp gives them that of the bubble.
type year struct {
	*testing.T
	random  *rand.Rand
	disk    string // what the shop's folder lies on
	small   bool   // the disk may be filled
	dir     string
	service *sandbox.Server
	witness *rig.Witness
	wire    *wire
	log     *yearLog
	life    atomic.Pointer[life] // the program as it runs; nil where it does not

	skus     []string        // of the supplier with a service
	numbers  int             // of orders so far
	files    map[string]file // those that are to have a result, by the result's stem
	bad      map[string]bool // names of files that cannot be read
	texts    []string        // of files that may come again
	tokens   int
	happened map[string]int
	during   sync.WaitGroup // what lasts
	readers  *feedReaders

	builds  int       // of feeds so far
	begun   int       // how often all feeds began anew since then
	checked time.Time // when all was looked at last
	months  []month
}

// file is an order file as it was dropped.
type file struct {
	at   time.Time
	rows int
}

// life is the program from its start to its end.
type life struct {
	end   context.CancelFunc
	ended chan int // the exit code
	pipes rig.Pipes
	cut   atomic.Bool
}

const yearConfig = `language: en
account: year
shop: {name: Year, company: Year, url: https://year.example/}
suppliers:
  alpha: {base_url: "http://127.0.0.1", account: alpha, token_file: token, watch: 24h}
  beta: {account: beta, products: {file: goods.csv, price: drop}}
inbox: {supplier: alpha, scan: %s, follow: 3h}
feeds:
  shop: {template: yml, out: feeds/shop.yml, every: "0 */3 * * *", jitter: 5m, quiet: "23:00-06:00", gzip: true, supplier: alpha}
  goods: {template: csv, out: feeds/goods.csv, private: true, every: 6h, jitter: 10m, supplier: beta}
  night: {template: csv, out: feeds/night.csv, private: true, every: "30 3 * * *", supplier: alpha}
retention: {archive: 30d, results: 30d, failed: 30d, people: 60d}
backup: {every: "0 4 * * *", keep: {daily: 7, weekly: 4, monthly: 3}}
books: {close: 1d}
http: {listen: "127.0.0.1:80"}
`

// newYear opens the shop, and starts the program.
func newYear(t *testing.T, seed uint64, disk string, small bool) *year {
	y := &year{T: t, random: rand.New(rand.NewPCG(seed, 1)), disk: disk, small: small, dir: filepath.Join(disk, "shop"),
		files: map[string]file{}, bad: map[string]bool{}, happened: map[string]int{}, checked: time.Now()}
	y.log = &yearLog{year: y, built: map[string][]time.Time{}, errors: map[string]int{}}
	all := fleetGoods("alpha")
	for _, p := range all.Products {
		y.skus = append(y.skus, p.SKU)
	}
	var err error
	y.service, err = sandbox.New(sandbox.Options{Tokens: []string{"year"}, DataDir: t.TempDir(), Catalog: all, Speed: 1, Seed: int64(seed), Now: time.Now})
	require.NoError(t, err)
	y.witness = &rig.Witness{Supplier: oneAtATime(y.service), Orders: "/api/orders"}
	y.wire = &wire{next: rig.Within{Handler: y.witness}, valid: map[string]bool{"token-0": true}}
	require.NoError(t, os.MkdirAll(filepath.Join(y.dir, "inbox"), 0o755))
	y.write("token", "token-0")
	y.write("dropbridge.yaml", fmt.Sprintf(yearConfig, "15m"))
	y.changePrices()
	y.start()
	return y
}

// oneAtATime lets a handler answer one request after the other. The supplier's has a mutex while it waits for
// more to write, and of who waits for a mutex no bubble knows that it waits.
func oneAtATime(next http.Handler) http.Handler {
	turn := make(chan struct{}, 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		turn <- struct{}{}
		defer func() { <-turn }()
		next.ServeHTTP(w, r)
	})
}

// close ends the shop.
func (y *year) close() {
	y.during.Wait()
	if y.readers != nil {
		y.readers.end()
	}
	if y.life.Load() != nil {
		y.stop()
	}
	require.NoError(y, y.service.Close())
}

// write replaces a file of the shop, as soon as there is room on the disk.
func (y *year) write(name, text string) {
	y.Helper()
	beside := filepath.Join(y.disk, "new")
	for {
		err := os.WriteFile(beside, []byte(text), 0o600)
		if err == nil {
			break
		}
		require.ErrorIs(y, err, syscall.ENOSPC)
		time.Sleep(10 * time.Minute)
	}
	require.NoError(y, os.Chtimes(beside, time.Now(), time.Now()))
	require.NoError(y, os.Rename(beside, filepath.Join(y.dir, name)))
}

// start starts the program.
func (y *year) start() {
	y.Helper()
	y.stamp()
	y.life.Store(y.begin())
	y.waitFor("the page", time.Hour, func() bool { status, _, _ := y.ask("/healthz"); return status != 0 })
}

// begin begins a life of the program.
func (y *year) begin() *life {
	ctx, end := context.WithCancel(y.Context())
	y.begun++
	l := &life{end: end, ended: make(chan int, 1)}
	a := &app{lookupEnv: func(string) (string, bool) { return "", false }, stdout: io.Discard, stderr: y.log, now: time.Now, outside: outside{
		listen:    func(context.Context, string) (web.Listener, error) { return l.pipes.Listen(), nil },
		supplier:  roundTrip(func(r *http.Request) (*http.Response, error) { return y.wire.send(l, r) }),
		importing: func(c *desk.Config) { c.Poll, c.Patience = true, time.Hour },
	}}
	go func() { l.ended <- a.run(ctx, []string{"--config", filepath.Join(y.dir, "dropbridge.yaml"), "run"}) }()
	return l
}

// dial connects to the program as it is now.
func (y *year) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if l := y.life.Load(); l != nil {
		return l.pipes.Dial(ctx, network, address)
	}
	return nil, net.ErrClosed
}

// stop ends the program as systems do.
func (y *year) stop() {
	y.Helper()
	l := y.life.Swap(nil)
	l.end()
	require.Zero(y, <-l.ended, "%s", y.log)
}

// kill ends the program as if its machine had lost its power: nothing of what it does from this moment on
// is in the folder in which the next one starts.
func (y *year) kill() {
	y.Helper()
	synctest.Wait()
	y.stamp()
	image := y.dir + ".image"
	y.walk(func(path string, info fs.FileInfo) error { return y.keep(path, image, info) })
	l := y.life.Swap(nil)
	l.cut.Store(true)
	l.end()
	<-l.ended
	require.NoError(y, errors.Join(os.RemoveAll(y.dir), os.Rename(image, y.dir)))
}

// keep puts a file into an image of the shop: the file itself where it is only ever replaced, by which the
// program knows it again, and a copy of one that is written on.
func (y *year) keep(path, image string, info fs.FileInfo) error {
	below, err := filepath.Rel(y.dir, path)
	if err != nil {
		return err
	}
	to := filepath.Join(image, below)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	if place, _, _ := strings.Cut(below, "/"); place != "state" && !strings.HasPrefix(info.Name(), ".") {
		return os.Link(path, to)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(to, data, info.Mode().Perm()), os.Chtimes(to, info.ModTime(), info.ModTime()))
}

// stamp gives each file that has the time of the world outside that of the bubble. The program may call it.
func (y *year) stamp() {
	now := time.Now()
	y.walk(func(path string, info fs.FileInfo) error {
		if !info.ModTime().After(now.Add(time.Second)) {
			return nil
		}
		return os.Chtimes(path, now, now)
	})
}

// walk visits all files of the shop; those that go meanwhile are passed over.
func (y *year) walk(visit func(path string, info fs.FileInfo) error) {
	err := filepath.WalkDir(y.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			var info fs.FileInfo
			if info, err = entry.Info(); err == nil {
				err = visit(path, info)
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		y.Errorf("walk through the shop: %v", err)
	}
}

// waitFor waits until something is as wanted.
func (y *year) waitFor(what string, most time.Duration, is func() bool) {
	y.Helper()
	for began, pause := time.Now(), time.Second; !is(); pause = min(2*pause, 10*time.Minute) {
		select {
		case code := <-y.life.Load().ended:
			y.Fatalf("the program ended by itself with %d:\n%s", code, y.log)
		default:
		}
		if time.Since(began) > most {
			y.Fatalf("%s: %s does not come to be:\n%s", time.Now(), what, y.log)
		}
		time.Sleep(pause)
	}
}

// ask asks the program for a page; the status is 0 where nobody answers.
func (y *year) ask(path string) (status int, body []byte, err error) {
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: y.dial, DisableKeepAlives: true}}
	answer, err := client.Get("http://127.0.0.1" + path)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	return answer.StatusCode, body, err
}

// roundTrip is a function as an http.RoundTripper.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// wire leads to the supplier.
type wire struct {
	next http.RoundTripper

	mu     sync.Mutex
	away   bool
	status int // that is answered instead of the supplier; 0 for none
	valid  map[string]bool
	denied int
}

// set changes the wire.
func (w *wire) set(change func(*wire)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w)
}

// send carries a request of a life, which takes a while.
func (w *wire) send(l *life, r *http.Request) (*http.Response, error) {
	select {
	case <-time.After(150 * time.Millisecond):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	w.mu.Lock()
	away, status := w.away || l.cut.Load(), w.status
	if status == 0 && !w.valid[token] {
		status = http.StatusUnauthorized
		w.denied++
	}
	w.mu.Unlock()
	switch {
	case away:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case status != 0:
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{"Retry-After": {"120"}}, Body: http.NoBody, Request: r}, nil
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer year")
	return w.next.RoundTrip(r)
}

// yearLog is what the program writes: the last lines, when feeds were built, and how often what failed.
type yearLog struct {
	year *year

	mu     sync.Mutex
	lines  []string
	built  map[string][]time.Time
	closed []string // months
	errors map[string]int
}

// lastLines is how many lines are kept for who looks why a test failed.
const lastLines = 120

// Write takes a line. A feed that was just published gets the time of the bubble.
func (l *yearLog) Write(p []byte) (int, error) {
	line := string(p)
	said := field(line, "msg")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	l.lines = l.lines[max(0, len(l.lines)-lastLines):]
	switch {
	case said == "feed published":
		l.built[field(line, "feed")] = append(l.built[field(line, "feed")], time.Now())
		l.year.stamp()
	case said == "month closed":
		l.closed = append(l.closed, field(line, "month"))
	case strings.Contains(line, "level=ERROR"):
		l.errors[said]++
	}
	return len(p), nil
}

// field is a value of a log's line.
func field(line, key string) string {
	_, text, _ := strings.Cut(line, " "+key+"=")
	if quoted, found := strings.CutPrefix(text, `"`); found {
		text, _, _ = strings.Cut(quoted, `"`)
		return text
	}
	text, _, _ = strings.Cut(text, " ")
	return strings.TrimSpace(text)
}

// String is the last lines.
func (l *yearLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "")
}
