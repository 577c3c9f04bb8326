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
	Dir  string // the folder in which the script stands
	Args []string
}

// reply is what a worker says of its job: what it wants to know first, or how the job ended.
type reply struct {
	Variable       string `json:",omitempty"` // of the script's environment; "" where the job has ended
	Code           int
	Stdout, Stderr string
}

// worker is a process that runs a script's commands one after another, each in the folder and
// with the environment that the script has by then. To start the program takes longer than most
// of what scripts do with it, ten times so under the race detector.
type worker struct {
	process *exec.Cmd
	input   io.WriteCloser
	jobs    *json.Encoder
	replies *json.Decoder
}

// useWorker gives a script a worker until its end.
func useWorker(env *testscript.Env) error {
	w, err := startWorker(env)
	if err != nil {
		return err
	}
	env.Values["worker"] = w
	env.Defer(func() {
		if err := w.end(); err != nil {
			env.T().Fatal("the worker of the script: ", err)
		}
	})
	return nil
}

// startWorker starts the worker of a script, which has the script's environment.
func startWorker(env *testscript.Env) (*worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &worker{process: exec.CommandContext(context.Background(), self)}
	w.process.Env = append(append([]string(nil), env.Vars...), workerVariable+"=1")
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

// run runs a job, and answers what it asks of the script's environment.
func (w *worker) run(j job, getenv func(string) string) (reply, error) {
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

// end ends the worker: with an error where one of its jobs broke it, or the race detector found
// something.
func (w *worker) end() error {
	return errors.Join(w.input.Close(), w.process.Wait())
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
		if err = errors.Join(err, os.Chdir(j.Dir)); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			return 1
		}
		var stdout, stderr lockedBuilder
		code := run(context.Background(), j.Args, a.lookupEnv, strings.NewReader(""), &stdout, &stderr)
		if err := a.replies.Encode(reply{Code: code, Stdout: stdout.String(), Stderr: stderr.String()}); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			return 1
		}
	}
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
