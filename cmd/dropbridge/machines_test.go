//go:build unix

package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// machines is a shop whose work several processes of the program share, each on a machine with
// folders and a clock of its own. Its suppliers, its database and its store are reached by wires
// of which each machine has its own, and all of it fails.
type machines struct {
	testing.TB
	random    *rand.Rand
	suppliers []*stand
	server    *rig.Postgres
	database  string // its address without a wire
	db        *sql.DB
	store     *rig.Store       // nil: the files are in the folder of the only machine
	faults    *rig.StoreFaults // before it
	bucket    *bucket.Bucket   // the store as nobody else has it: without faults
	list      []*machine
	stalls    *rig.Stalls

	orders, files int
	open          map[string]bool // files whose results do not say yet that all is accepted
	happened      map[string]int  // faults by kind
	during        sync.WaitGroup  // faults that last
}

// stand is a supplier with a witness before it.
type stand struct {
	name, config string
	server       *sandbox.Server
	witness      *rig.Witness
	address      string
	skus         []string
	limits       []supplier.Limit
	orders       int
	once         bool // an order whose sending was interrupted is looked up, and never sent again
}

// machine is one machine with a process of the program.
type machine struct {
	*rig.Process
	dir       string
	journal   string // as the config has it; "": the database, by the wire
	database  *rig.Proxy
	store     *rig.Proxy
	suppliers map[string]*rig.Proxy
	dials     []string    // suppliers of its own, without wires
	down      atomic.Bool // it was killed, and is started again by whoever killed it, if at all

	mu     sync.Mutex
	life   int    // of which url is
	answer string // where the process answers in it
}

const (
	// fleetOrders is how many orders each file has.
	fleetOrders = 20
	// fleetProducts is how many each supplier has.
	fleetProducts = 25
	// skew is how far the clocks of two machines are apart.
	skew = 5 * time.Minute
)

// fleetStands are the suppliers of a shop: by what their SKUs begin with, and how they are to be
// posted to. The limits are those that all machines together have.
var fleetStands = []struct{ name, config string }{
	{"alpha", "idempotency: external_id, limits: [40/s, 1200/m]"},
	{"beta", "idempotency: key 24h, limits: [30/s]"},
	{"gamma", "idempotency: none, limits: [50/s]"},
}

// newMachines makes a shop with so many of the suppliers. What it has is by the seed.
func newMachines(t testing.TB, seed uint64, suppliers int) *machines {
	t.Helper()
	f := &machines{TB: t, random: rand.New(rand.NewPCG(seed, 1)), stalls: rig.WatchStalls(t), open: map[string]bool{}, happened: map[string]int{}}
	f.server = rig.StartPostgres(t)
	f.database = f.server.NewDatabase(t)
	var err error
	f.db, err = sql.Open("pgx", f.database)
	require.NoError(t, err)
	t.Cleanup(func() { f.db.Close() })
	for _, one := range fleetStands[:suppliers] {
		f.suppliers = append(f.suppliers, newStand(t, one.name, one.config))
	}
	return f
}

func newStand(t testing.TB, name, config string) *stand {
	t.Helper()
	s := &stand{name: name, config: config, once: strings.Contains(config, "idempotency: none")}
	goods := fleetGoods(name)
	for _, p := range goods.Products {
		s.skus = append(s.skus, p.SKU)
	}
	var err error
	s.server, err = sandbox.New(sandbox.Options{Tokens: []string{"fleet-token"}, Catalog: goods, Speed: 1, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	t.Cleanup(func() { s.server.Close() })
	s.witness = &rig.Witness{Supplier: s.server, Orders: "/api/orders"}
	web := httptest.NewServer(s.witness)
	t.Cleanup(web.Close)
	s.address = strings.TrimPrefix(web.URL, "http://")
	for _, word := range regexp.MustCompile(`\d+/[smhd]`).FindAllString(config, -1) {
		limit, err := supplier.ParseLimit(word)
		require.NoError(t, err)
		s.limits = append(s.limits, limit)
	}
	return s
}

// fleetGoods are goods of which there are enough for every order.
func fleetGoods(supplier string) *catalog.Catalog {
	goods, plenty, retail := pricedCatalog(fleetProducts, time.Now()), 1_000_000, decimal.MustParse("450.00")
	for i := range goods.Products {
		p := &goods.Products[i]
		p.Quantity, p.Availability, p.MinOrder, p.Barcode = &plenty, "in_stock", 1, ""
		p.DropPrice, p.RRP, p.Tiers = decimal.MustParse("300.00"), &retail, nil
		p.Name = supplier + " " + p.Name
	}
	return goods
}

// useStore puts a real S3 server behind the folders of all machines.
func (f *machines) useStore() {
	f.Helper()
	f.store = rig.StartStore(f.TB)
	f.store.MakeBucket(f.TB, "shop")
	f.faults = rig.StartStoreFaults(f.TB, f.store.URL)
	giveKey(f.TB, f.store)
	var err error
	f.bucket, err = bucket.Open(f.Context(), f.filesAddress(strings.TrimPrefix(f.store.URL, "http://")), bucket.Options{})
	require.NoError(f, err)
	f.Cleanup(func() { f.bucket.Close() })
}

// giveKey gives the key of a store to this process, and so to all tests at once: each store has the same.
func giveKey(t testing.TB, s *rig.Store) {
	t.Helper()
	require.NoError(t, errors.Join(os.Setenv("AWS_ACCESS_KEY_ID", s.Access), os.Setenv("AWS_SECRET_ACCESS_KEY", s.Secret)))
}

func (f *machines) filesAddress(at string) string {
	return fmt.Sprintf("s3://shop/fleet?endpoint=http://%s&region=%s", at, f.store.Region)
}

// machine makes one more machine, whose process is not started yet.
func (f *machines) machine() *machine {
	f.Helper()
	m := &machine{dir: f.TempDir(), database: rig.StartProxy(f.TB, fmt.Sprintf("127.0.0.1:%d", f.server.Port)), suppliers: map[string]*rig.Proxy{}}
	for _, s := range f.suppliers {
		m.suppliers[s.name] = rig.StartProxy(f.TB, s.address)
	}
	if f.store != nil {
		m.store = rig.StartProxy(f.TB, strings.TrimPrefix(f.faults.URL, "http://"))
	}
	f.list = append(f.list, m)
	return m
}

// start starts the process of a machine, whose clock is as many skews ahead as machines are
// before it.
func (f *machines) start(m *machine, args ...string) {
	f.Helper()
	require.NoError(f, os.WriteFile(filepath.Join(m.dir, "dropbridge.yaml"), []byte(f.config(m)), 0o600))
	env := []string{"DROPBRIDGE_TOKEN=fleet-token"}
	for _, s := range f.suppliers {
		env = append(env, "DROPBRIDGE_TOKEN_"+strings.ToUpper(s.name)+"=fleet-token")
	}
	m.Process = rig.StartProcess(f.TB, rig.Machine{Program: "dropbridge", Args: append([]string{"run", "--listen", "127.0.0.1:0"}, args...),
		Dir: m.dir, Env: env, Ahead: time.Duration(slices.Index(f.list, m)) * skew})
}

// config is the shop's: the same for all machines, but for their wires.
func (f *machines) config(m *machine) string {
	var text strings.Builder
	fmt.Fprintf(&text, "account: fleet\njournal: %s\n", m.journalAddress(f))
	if f.store != nil {
		fmt.Fprintf(&text, "files: %s\n", f.filesAddress(m.store.Address))
	}
	text.WriteString("inbox:\n  settle: 50ms\n  scan: 500ms\n  follow: 1s\n  route: {strip: true, prefix: {")
	for _, s := range f.suppliers {
		fmt.Fprintf(&text, "%s-: %s, ", s.name, s.name)
	}
	text.WriteString("}}\nsuppliers:\n")
	for _, s := range f.suppliers {
		fmt.Fprintf(&text, "  %s: {base_url: 'http://%s', account: %s, %s}\n", s.name, m.suppliers[s.name].Address, s.name, s.config)
	}
	text.WriteString("feeds:\n  both: {template: csv, out: feeds/both.csv, every: 2s, private: true, suppliers: {")
	for _, s := range f.suppliers {
		fmt.Fprintf(&text, "%s: {prefix: %s-}, ", s.name, s.name)
	}
	text.WriteString("}}\n  one: {template: yml, out: feeds/one.xml, every: 2s, private: true, supplier: alpha}\n")
	text.WriteString("shop: {name: Fleet, company: Fleet, url: https://fleet.example/}\n")
	return text.String()
}

func (m *machine) journalAddress(f *machines) string {
	if m.journal != "" {
		return m.journal
	}
	return strings.Replace(f.database, fmt.Sprintf("127.0.0.1:%d", f.server.Port), m.database.Address, 1)
}

var pageAt = regexp.MustCompile(`status page on (http://\S+), inbox`)

// page is where the process answers in its present life, "" before it does.
func (m *machine) page() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if life := m.Count(); m.life != life || m.answer == "" {
		m.life, m.answer = life, ""
		if found := pageAt.FindStringSubmatch(m.Life()); found != nil {
			m.answer = strings.TrimSuffix(found[1], "/")
		}
	}
	return m.answer
}

// pages asks processes that may be dead or stopped.
var pages = &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// ask asks the process for a page. An answer that does not come whole is an error.
func (m *machine) ask(path string) (status int, body []byte, err error) {
	page := m.page()
	if page == "" {
		return 0, nil, errors.New("it does not answer yet")
	}
	answer, err := pages.Get(page + path)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	return answer.StatusCode, body, err
}

// name is the process's name among the others, "" while it is not to be had.
func (m *machine) name() string {
	_, body, err := m.ask("/status.json")
	if err != nil {
		return ""
	}
	var status struct {
		Processes []struct {
			Name string
			Own  bool
		}
	}
	_ = json.Unmarshal(body, &status)
	for _, p := range status.Processes {
		if p.Own {
			return p.Name
		}
	}
	return ""
}

// supervise starts again, as whatever keeps a process going does, those that have ended as they
// began while something was away. None ends later by itself.
func (f *machines) supervise() {
	f.Helper()
	for _, m := range f.list {
		if m.Process == nil || m.down.Load() || m.Lives() {
			continue
		}
		require.Empty(f, m.page(), "a process has ended by itself:\n%s", m.Life())
		f.happened["ended as it began"]++
		m.Start()
	}
}

// eventually waits for something.
func (f *machines) eventually(what string, happened func() bool) {
	f.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(50 * time.Millisecond) {
		f.supervise()
		require.True(f, time.Now().Before(end), what)
	}
}

// answer waits until each machine answers.
func (f *machines) answer() {
	f.Helper()
	f.eventually("each machine answers", func() bool {
		return !slices.ContainsFunc(f.list, func(m *machine) bool { return !m.down.Load() && m.page() == "" })
	})
}
