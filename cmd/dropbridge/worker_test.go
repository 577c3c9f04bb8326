package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

// workerVariable makes this test program a worker: it runs the commands of one script.
const workerVariable = "DROPBRIDGE_TEST_WORKER"

// job is a command that a worker is to run.
type job struct {
	Dir   string // the folder in which the script stands
	Env   []string
	Args  []string
	Typed string // on standard input
}

// reply is what a worker says of its job: what it wants to know first, or how the job ended.
type reply struct {
	Variable       string `json:",omitempty"` // of the script's environment; "" where the job has ended
	Code           int
	Stdout, Stderr string
}

// worker is a process that runs scripts' commands one after another, each in the folder and
// with the environment that the script has by then. To start the program takes longer than most
// of what scripts do with it, ten times so under the race detector.
type worker struct {
	process *exec.Cmd
	input   io.WriteCloser
	jobs    *json.Encoder
	replies *json.Decoder
	env     []string // that its script begins with
	typed   string   // for the next command
}

// workers are those whose scripts have ended: what is made once a process is made for the next ones, too.
type workers struct {
	mu   sync.Mutex
	idle []*worker
}

// join gives a script a worker until its end.
func (all *workers) join(env *testscript.Env) error {
	w, err := all.take()
	if err != nil {
		return err
	}
	w.env, w.typed = append([]string(nil), env.Vars...), ""
	env.Values["worker"] = w
	env.Defer(func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.idle = append(all.idle, w)
	})
	return nil
}

// take is an idle worker, or a new one.
func (all *workers) take() (*worker, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	last := len(all.idle) - 1
	if last < 0 {
		return startWorker()
	}
	w := all.idle[last]
	all.idle = all.idle[:last]
	return w, nil
}

// end ends all workers: with an error where a job broke one, or the race detector found something.
func (all *workers) end() (err error) {
	for _, w := range all.idle {
		err = errors.Join(err, w.input.Close(), w.process.Wait())
	}
	return err
}

func startWorker() (*worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &worker{process: exec.CommandContext(context.Background(), self)}
	w.process.Env = append(os.Environ(), workerVariable+"=1")
	w.process.Stderr = os.Stderr
	w.input, err = w.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := w.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.jobs, w.replies = json.NewEncoder(w.input), json.NewDecoder(output)
	return w, w.process.Start()
}

// run runs a command in a folder, and answers what it asks of the script's environment.
func (w *worker) run(dir string, args []string, getenv func(string) string) (reply, error) {
	j := job{Dir: dir, Env: w.env, Args: args, Typed: w.typed}
	w.typed = ""
	if err := w.jobs.Encode(j); err != nil {
		return reply{}, err
	}
	for {
		var r reply
		if err := w.replies.Decode(&r); err != nil || r.Variable == "" {
			return r, err
		}
		if err := w.jobs.Encode(getenv(r.Variable)); err != nil {
			return reply{}, err
		}
	}
}

// work is the worker's side. It returns its exit code.
func work(input io.Reader, output io.Writer) int {
	testmain.CollectLate()
	a := &asker{jobs: json.NewDecoder(input), replies: json.NewEncoder(output)}
	for {
		var j job
		err := a.jobs.Decode(&j)
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err = errors.Join(err, os.Chdir(j.Dir), setEnvironment(j.Env)); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			return 1
		}
		var stdout, stderr lockedBuilder
		code := run(context.Background(), j.Args, a.lookupEnv, strings.NewReader(j.Typed), &stdout, &stderr)
		if err := a.replies.Encode(reply{Code: code, Stdout: stdout.String(), Stderr: stderr.String()}); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			return 1
		}
	}
}

// setEnvironment gives the process the variables NAME=VALUE, and no others.
func setEnvironment(variables []string) (err error) {
	os.Clearenv()
	for _, one := range variables {
		name, value, _ := strings.Cut(one, "=")
		err = errors.Join(err, os.Setenv(name, value))
	}
	return err
}

// asker asks the script for variables of its environment.
type asker struct {
	mu      sync.Mutex
	jobs    *json.Decoder
	replies *json.Encoder
}

// lookupEnv is the script's variable of that name. An empty one is as if it were not set.
func (a *asker) lookupEnv(name string) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	value := ""
	if err := errors.Join(a.replies.Encode(reply{Variable: name}), a.jobs.Decode(&value)); err != nil {
		panic(err)
	}
	return value, value != ""
}

// lockedBuilder is a text that several goroutines write.
type lockedBuilder struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuilder) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuilder) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
