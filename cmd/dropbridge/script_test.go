package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
	"github.com/dropbridge/dropbridge/internal/testmain"
)

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		os.Exit(work(os.Stdin, os.Stdout))
	}
	// Scripts wait for a supplier more than they work: a core has more than one of them.
	if err := flag.Set("test.parallel", strconv.Itoa(5*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(testmain.M{Tests: m}, map[string]func(){"dropbridge": func() { os.Exit(process(rig.Now())) }})
}

// TestScripts runs the program as people do: one script a promise.
func TestScripts(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Abs("../../samples")
	if err != nil {
		t.Fatal(err)
	}
	all := &workers{}
	t.Cleanup(func() { require.NoError(t, all.end()) })
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		WorkdirRoot:         t.TempDir(), // and not where go builds
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SAMPLES", samples)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Values["supplier"] = &scriptSupplier{named: map[string]*sandbox.Server{}}
			return all.join(env)
		},
		Condition: func(name string) (bool, error) {
			if name == "tmpfs" { // needs root; CI is
				return os.Getenv("CI") == "true" || runtime.GOOS == "linux" && os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"supplier": startSupplier,
			"serve":    serveAnswers,
			"fault":    setFaults,
			"typed":    typeText,
			"code":     wantCode,
			"process":  wantCodeOfProcess,
			"orders":   wantOrders,
			"tmpfs":    mountTmpfs,
		},
	})
}

// scriptSupplier is the sandbox that a script started.
type scriptSupplier struct {
	*sandbox.Server
	named map[string]*sandbox.Server // those with a name
}

func supplierOf(ts *testscript.TestScript) *scriptSupplier {
	return ts.Value("supplier").(*scriptSupplier)
}

// startSupplier serves a sandbox to the script, writes a config for it, and puts its
// token into the environment, with the last whole month of Kyiv as MONTH. Arguments:
// any-sku, speed=N, history=N, products=N (generated ones that all have a price), dialect=NAME,
// and as=NAME: its address is then URL_NAME, and no config is written.
func startSupplier(ts *testscript.TestScript, _ bool, args []string) {
	goods, err := local.SampleCatalog()
	ts.Check(err)
	options := sandbox.Options{Tokens: []string{"script-token"}, Catalog: goods, Seed: 1, Speed: 1, Now: time.Now}
	name, spoken := "", ""
	for _, arg := range args {
		switch {
		case strings.HasPrefix(arg, "as="):
			name = strings.TrimPrefix(arg, "as=")
		case strings.HasPrefix(arg, "dialect="):
			spoken = strings.TrimPrefix(arg, "dialect=")
		case arg == "any-sku":
			options.AcceptAnySKU = true
		case strings.HasPrefix(arg, "speed="):
			_, err := fmt.Sscanf(arg, "speed=%f", &options.Speed)
			ts.Check(err)
		case strings.HasPrefix(arg, "products="):
			n := 0
			_, err := fmt.Sscanf(arg, "products=%d", &n)
			ts.Check(err)
			options.Catalog = pricedCatalog(n, options.Now())
		case strings.HasPrefix(arg, "history="):
			_, err := fmt.Sscanf(arg, "history=%d", &options.History)
			ts.Check(err)
		default:
			ts.Fatalf("supplier: unknown argument %q", arg)
		}
	}
	server, err := sandbox.New(options)
	ts.Check(err)
	handler := http.Handler(server)
	if spoken != "" {
		handler, err = dialect.Wrap(spoken, server, dialect.Options{Seed: 1, Tokens: options.Tokens})
		ts.Check(err)
	}
	web := httptest.NewServer(handler)
	ts.Defer(func() {
		server.Close()
		web.Close()
	})
	zone, err := time.LoadLocation("Europe/Kyiv")
	ts.Check(err)
	now := time.Now().In(zone)
	ts.Setenv("MONTH", time.Date(now.Year(), now.Month()-1, 1, 0, 0, 0, 0, zone).Format("2006-01"))
	if name != "" {
		ts.Setenv("URL_"+name, web.URL)
		supplierOf(ts).named[name] = server
		return
	}
	ts.Setenv("URL", web.URL)
	ts.Setenv("DROPBRIDGE_TOKEN", "script-token")
	ts.Check(os.WriteFile(ts.MkAbs(config.DefaultFile), []byte("supplier: {base_url: "+web.URL+"}\n"), 0o644))
	supplierOf(ts).Server = server
}

// pricedCatalog is a generated catalogue of which each feed takes every product.
func pricedCatalog(n int, now time.Time) *catalog.Catalog {
	goods := catalog.Generate(2*n, 1, now)
	goods.Products = slices.DeleteFunc(goods.Products, func(p catalog.Product) bool { return p.RRP == nil || !p.RRP.IsPos() || !p.DropPrice.IsPos() })[:n]
	return goods
}

// serveAnswers serves the JSON files of a folder as the answers of a supplier, GET /goods
// from goods.json and a page of it from goods.2.json, and writes a config for it whose mapping is supplier.yaml.
func serveAnswers(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		name := filepath.Join(dir, filepath.Base(r.URL.Path))
		if page := r.URL.Query().Get("page"); page != "" {
			if _, err := os.Stat(name + "." + page + ".json"); err == nil {
				name += "." + page
			}
		}
		if _, err := os.Stat(name + ".xml"); err == nil {
			w.Header().Set("Content-Type", "application/xml")
			http.ServeFile(w, r, name+".xml")
			return
		}
		http.ServeFile(w, r, name+".json")
	}))
	ts.Defer(server.Close)
	ts.Setenv("DROPBRIDGE_TOKEN", "script-token")
	ts.Check(os.WriteFile(ts.MkAbs(config.DefaultFile), []byte("supplier: {base_url: "+server.URL+", mapping: supplier.yaml}\n"), 0o644))
}

func setFaults(ts *testscript.TestScript, _ bool, args []string) {
	var faults []sandbox.Fault
	for _, text := range args {
		fault, err := sandbox.ParseFault(text)
		ts.Check(err)
		faults = append(faults, fault)
	}
	ts.Check(supplierOf(ts).SetFaults(faults))
}

// typeText gives the next command in the script's worker the text of a file as its standard input: typed FILE.
func typeText(ts *testscript.TestScript, _ bool, args []string) {
	ts.Value("worker").(*worker).typed = ts.ReadFile(args[0])
}

// wantCode runs a command of the program in the script's worker, with what was typed as its standard
// input, and checks its exit code: code 3 dropbridge import x.csv.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "dropbridge" {
		ts.Fatalf("usage: code N dropbridge…")
	}
	r, err := ts.Value("worker").(*worker).run(ts.MkAbs("."), args[2:], ts.Getenv)
	ts.Check(err)
	fmt.Fprint(ts.Stdout(), r.Stdout)
	fmt.Fprint(ts.Stderr(), r.Stderr)
	if fmt.Sprint(r.Code) != args[0] {
		ts.Fatalf("exit code %d, want %s\n[stdout]\n%s[stderr]\n%s", r.Code, args[0], r.Stdout, r.Stderr)
	}
}

// wantCodeOfProcess does as wantCode does, in a process of the command's own.
func wantCodeOfProcess(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: process N command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

// wantOrders checks how many orders the supplier has stored: orders 3.
func wantOrders(ts *testscript.TestScript, _ bool, args []string) {
	server := supplierOf(ts).Server
	if len(args) > 1 {
		server = supplierOf(ts).named[args[1]]
	}
	stats := server.Stats()
	if fmt.Sprint(stats.OrdersStored) != args[0] || stats.DoubledExternalIDs != 0 {
		ts.Fatalf("want %s orders at the supplier, none doubled: %+v", args[0], stats)
	}
}

// mountTmpfs makes a folder with a small disk of its own: tmpfs DIR SIZE. Where this
// user may not mount, the script is not for this machine; CI may.
func mountTmpfs(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o755))
	out, err := exec.CommandContext(context.Background(), "mount", "-t", "tmpfs", "-o", "size="+args[1], "tmpfs", dir).CombinedOutput()
	if err != nil {
		ts.Fatalf("mount: %v: %s", err, out)
	}
	ts.Defer(func() { _ = exec.Command("umount", "-l", dir).Run() })
}
