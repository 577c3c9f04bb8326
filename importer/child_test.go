package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/testmain"
)

// childVariable makes this test program a child that runs an importer: it holds the plan.
const childVariable = "IMPORTER_TEST_CHILD"

// childFailed is the exit code of a child that ended with an error of its own.
const childFailed = 3

// patience bounds a wait. It only ends a test that hangs: a machine that does much else is slow.
const patience = 5 * time.Minute

// plan is what a child does.
type plan struct {
	Dir     string
	Shop    string // address of the shop
	Spool   string // name of its spool in state; machines have one each
	Promise supplier.Idempotency
	Steps   bool          // orders are made as drafts, and handed in
	Point   string        // where it dies; "" means at any point
	Nth     int           // the how many-th time, 0 never
	Pause   bool          // it stops there instead, until it is continued
	Ahead   time.Duration // of its clock
	Clock   string        // a file that says how far the clock is ahead besides

	Purge *purgePlan // it purges a person and ends; nil: it runs an importer

	HandTo int // the port of a mail server that orders go to; negative: a folder, 0: the shop

	transport *http.Transport // in the test's process: by which it calls the shop; nil: by one of its own
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		var p plan
		err := json.Unmarshal([]byte(text), &p)
		testmain.CollectLate()
		switch {
		case err == nil && p.Purge != nil:
			err = p.purge()
		case err == nil:
			err = p.run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(childFailed)
		}
		os.Exit(0)
	}
	os.Exit(testmain.Run(m))
}

// run runs an importer, real in all parts, until its standard input ends.
func (p plan) run() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ports := newPorts()
	im, j, err := p.open(ctx, ports, p.fail(ports))
	if j != nil {
		defer j.Close()
	}
	if err != nil {
		return err
	}
	defer im.Close()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return im.Run(ctx)
}

func (p plan) now() time.Time {
	ahead := p.Ahead
	if text, err := os.ReadFile(p.Clock); err == nil {
		more, _ := time.ParseDuration(string(text))
		ahead += more
	}
	return time.Now().Add(ahead)
}

// service is the shop, or the port of a supplier without one.
func (p plan) service(ports *ports) (desk.Supplier, error) {
	if p.HandTo == 0 {
		return p.client()
	}
	outlet := handover.Outlet(handover.Folder{Dir: filepath.Join(p.Dir, "handed")})
	if p.HandTo > 0 {
		outlet = &handover.Mail{Host: "127.0.0.1", Port: p.HandTo, Security: mailserver.Plain, From: "shop@my.example", To: []string{"orders@supplier.example"}, Outbox: filepath.Join(p.Dir, "outbox")}
	}
	return newHandover(tellingOutlet{outlet, ports}, false, 0, p.now)
}

func (p plan) client() (*client.Client, error) {
	program, err := inOneStep()
	if p.Steps {
		program, err = inTwoSteps()
	}
	if err != nil {
		return nil, err
	}
	options := client.Options{BaseURL: p.Shop, Token: supplier.NewSecret("test"), Mapping: program, Retries: -1, Idempotency: p.Promise}
	if p.transport != nil {
		options.Transport = p.transport
	}
	return client.New(options)
}

// fail ends the process, with no chance to tidy up, when its point is passed for the
// nth time, or pauses it there.
func (p plan) fail(ports *ports) func(string) error {
	passed := make(chan int, 1)
	passed <- p.Nth
	return func(point string) error {
		if p.Nth == 0 || (p.Point != "" && p.Point != point) {
			return nil
		}
		left := <-passed - 1
		switch {
		case left == 0 && p.Pause:
			ports.still(func() { pauseSelf(func() bool { return exists(p.Clock) }) })
		case left == 0:
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {} // until the signal arrives
		}
		passed <- left
		return nil
	}
}

// child is a running importer in a process of its own.
type child struct {
	*exec.Cmd
	t     *testing.T
	plan  plan
	input io.WriteCloser
	ended chan struct{} // closed when nothing of it runs any more
}

func startChild(t *testing.T, p plan) *child {
	t.Helper()
	text, err := json.Marshal(p)
	require.NoError(t, err)
	c := &child{Cmd: exec.Command(os.Args[0]), t: t, plan: p, ended: make(chan struct{})}
	c.Env = append(os.Environ(), childVariable+"="+string(text))
	c.Stderr = os.Stderr
	c.input, err = c.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	go func() {
		_ = c.Wait() // what it ended with stands in its ProcessState
		close(c.ended)
	}()
	t.Cleanup(c.kill)
	return c
}

// kill kills the child, and waits until nothing of it runs any more.
func (c *child) kill() {
	_ = c.Process.Kill()
	<-c.ended
}

// died waits until the child was killed, and fails where it ended by itself or lives on.
func (c *child) died() {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatalf("the child was not killed: it never came to %q for the %d. time", c.plan.Point, c.plan.Nth)
	}
	require.NotContains(c.t, []int{0, childFailed}, c.ProcessState.ExitCode(), "it ended by itself instead of being killed at %q", c.plan.Point)
}

// stop ends the child as a signal would.
func (c *child) stop() {
	c.t.Helper()
	require.NoError(c.t, c.input.Close())
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatal("the child does not end")
	}
	require.Zero(c.t, c.ProcessState.ExitCode())
}
