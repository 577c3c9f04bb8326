package rig

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience bounds a wait. It only ends a test that hangs: a machine that does much else is slow.
const patience = 5 * time.Minute

// Machine is what a process of the program runs on: a folder, and a clock of its own.
type Machine struct {
	Program string        // the program's file
	Args    []string      // that it is started with
	Dir     string        // the folder that it works in
	Env     []string      // beside that of the test
	Ahead   time.Duration // of its clock, which the program's test main reads from ClockVariable
}

// ClockVariable names the variable of the environment by which a test's main sets the clock of
// the program that it runs: how far it is ahead. The program itself knows nothing of it.
const ClockVariable = "DROPBRIDGE_TEST_AHEAD"

// Now is the clock that the environment asks for.
func Now() func() time.Time {
	ahead, err := time.ParseDuration(os.Getenv(ClockVariable))
	if err != nil {
		return time.Now
	}
	return func() time.Time { return time.Now().Add(ahead) }
}

// Process is a running process of the program. Its methods may be called by many at once.
type Process struct {
	t       testing.TB
	machine Machine
	log     logBuffer

	mu    sync.Mutex
	now   *exec.Cmd
	ended chan struct{} // closed when it has
	since int           // where in the log the present life begins
	lives int
}

// logBuffer is what a process writes, for who looks why a test failed.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// StartProcess starts a process on a machine; the end of the test kills it.
func StartProcess(t testing.TB, m Machine) *Process {
	t.Helper()
	if !filepath.IsAbs(m.Program) {
		path, err := exec.LookPath(m.Program)
		require.NoError(t, err)
		m.Program = path
	}
	p := &Process{t: t, machine: m}
	p.mu.Lock()
	defer p.mu.Unlock()
	require.NoError(t, p.start())
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			t.Logf("%s wrote:\n%s", m.Dir, p.Log())
		}
	})
	return p
}

// Start starts the process again after it has ended.
func (p *Process) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.start(); err != nil {
		p.t.Errorf("start it again: %v", err)
	}
}

// start starts the process. The caller holds mu.
func (p *Process) start() error {
	p.since = len(p.Log())
	p.lives++
	p.now = exec.Command(p.machine.Program, p.machine.Args...)
	p.now.Dir, p.now.Stdout, p.now.Stderr = p.machine.Dir, &p.log, &p.log
	p.now.Env = append(append(os.Environ(), ClockVariable+"="+p.machine.Ahead.String()), p.machine.Env...)
	if err := p.now.Start(); err != nil {
		return err
	}
	ended, command := make(chan struct{}), p.now
	p.ended = ended
	go func() {
		_ = command.Wait() // what it ended with stands in its ProcessState
		close(ended)
	}()
	return nil
}

// Log is what the process has written, in all its lives.
func (p *Process) Log() string {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.buf.String()
}

// Life is what the process has written in its present life.
func (p *Process) Life() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Log()[p.since:]
}

// Count is how many lives the process has had, the present one among them.
func (p *Process) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lives
}

// Usage is what a process has of its machine.
type Usage struct {
	Memory      int           // resident bytes
	Descriptors int           // open ones
	User        time.Duration // of CPU
}

// Usage is what the process has now; zero where the system does not tell.
func (p *Process) Usage() Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return usageOf(p.now.Process.Pid)
}

// Lives reports whether the process runs: one that ended by itself does not.
func (p *Process) Lives() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// Kill kills the process, with no chance to tidy up, and waits until it is gone.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kill()
}

func (p *Process) kill() {
	_ = p.now.Process.Kill() // it may have ended
	<-p.ended
}

// Restart kills the process and starts another in its place.
func (p *Process) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kill()
	if err := p.start(); err != nil {
		p.t.Errorf("start it again: %v", err)
	}
}

// Stop stops the process, as a machine does that sleeps, until goOn is called.
func (p *Process) Stop() (goOn func()) {
	p.mu.Lock()
	process := p.now.Process
	p.mu.Unlock()
	_ = freeze(process)
	return func() { _ = thaw(process) }
}

// Signal sends the process a signal, as systems and people do.
func (p *Process) Signal(signal os.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.now.Process.Signal(signal); err != nil {
		p.t.Errorf("send it %s: %v", signal, err)
	}
}

// End asks the process to end, as people do, and gives its exit code.
func (p *Process) End() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.now.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Errorf("end it: %v", err)
	}
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Error("the process does not end")
		p.kill()
	}
	return p.now.ProcessState.ExitCode()
}
