package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// attended is a service whose manager asks, one after the other, once it is as far as each says.
func attended(t *testing.T, work func(ctx context.Context, ready func()) error, asked ...ask) (told []State, reloads int, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		asks, ended := make(chan ask), make(chan error, 1)
		go func() {
			ended <- attend(t.Context(), asks, func(s State) { told = append(told, s) }, work, func() { reloads++ })
		}()
		for _, one := range asked {
			synctest.Wait()
			asks <- one
		}
		err = <-ended
	})
	return told, reloads, err
}

func TestTheManagerHearsHowFarItIs(t *testing.T) {
	untilStopped := func(ctx context.Context, ready func()) error {
		ready()
		ready() // it began anew
		<-ctx.Done()
		return nil
	}
	told, reloads, err := attended(t, untilStopped, asksState, asksReload, asksReload, asksState, asksStop)
	require.NoError(t, err)
	require.Equal(t, 2, reloads)
	require.Equal(t, []State{Starting, Running, Running, Running, Stopping}, told)

	neverReady := func(ctx context.Context, _ func()) error {
		<-ctx.Done()
		return fmt.Errorf("open: %w", ctx.Err())
	}
	told, _, err = attended(t, neverReady, asksState, asksStop)
	require.NoError(t, err, "it was asked to stop")
	require.Equal(t, []State{Starting, Starting, Stopping}, told)

	broken := errors.New("broken")
	told, _, err = attended(t, func(context.Context, func()) error { return broken })
	require.ErrorIs(t, err, broken)
	require.Equal(t, []State{Starting}, told)

	slowly := make(chan struct{})
	told, _, err = attended(t, func(ctx context.Context, ready func()) error {
		<-ctx.Done()
		ready()
		close(slowly)
		return broken
	}, asksStop)
	<-slowly
	require.ErrorIs(t, err, broken, "what it could not end in order is said")
	require.Equal(t, []State{Starting, Stopping}, told)
}

// fakeManager has one service, which is on its way for some looks.
type fakeManager struct {
	did    []string
	made   Definition
	states []State // that the next looks see; the last one stays
	code   uint32
	err    error
}

func (m *fakeManager) do(what, name string) error {
	m.did = append(m.did, what+" "+name)
	return m.err
}

func (m *fakeManager) Install(d Definition) error { m.made = d; return m.do("install", d.Name) }
func (m *fakeManager) Remove(name string) error   { return m.do("remove", name) }
func (m *fakeManager) Start(name string) error    { return m.do("start", name) }
func (m *fakeManager) Stop(name string) error     { return m.do("stop", name) }
func (m *fakeManager) Close() error               { return nil }

func (m *fakeManager) Look(name string) (Status, error) {
	now := Status{Name: name, State: m.states[0], ExitCode: m.code}
	if len(m.states) > 1 {
		m.states = m.states[1:]
	}
	return now, m.err
}

// program is the command at a manager, for the config of a folder.
func program(m Manager, file string, out io.Writer) *Program {
	return &Program{Out: out, Manager: func() (Manager, error) { return m, nil },
		Config: func() (*config.Config, error) { return config.Load(file) },
		JSON:   func() bool { return false }, Spoken: func() wording.Language { return wording.English },
		Said: func(err error, _ wording.Language) (string, string) { return err.Error(), failure.Hint(err) }}
}

// runCommand runs `service ARGS`, on a clock of its own.
func runCommand(t *testing.T, m *fakeManager, file string, args ...string) (out string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		command := program(m, file, &b).Command()
		command.SetArgs(args)
		command.SilenceErrors, command.SilenceUsage = true, true
		err = command.ExecuteContext(t.Context())
		out = b.String()
	})
	return out, err
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		args   string
		states []State
		code   uint32
		err    error
		did    string
		out    string
		fails  string // the error and its hint
	}{
		{args: "start", states: []State{Starting, Starting, Running}, did: "start dropbridge", out: "The service dropbridge is running.\n"},
		{args: "start", states: []State{Starting, Stopped}, code: 4, did: "start dropbridge", fails: "the service dropbridge ended while it started, with code 4: the event log"},
		{args: "start", states: []State{Starting}, did: "start dropbridge", fails: "has not answered within two minutes: look later by"},
		{args: "stop --name shop2", states: []State{Running, Stopping, Stopped}, did: "stop shop2", out: "The service shop2 is stopped.\n"},
		{args: "status", states: []State{Stopping}, out: "The service dropbridge is stopping.\n"},
		{args: "status", states: []State{Stopped}, code: 5, out: "The service dropbridge is stopped.\nIt ended with code 5 the last time"},
		{args: "remove", states: []State{Running, Stopping, Stopped}, did: "stop dropbridge, remove dropbridge", out: "The service dropbridge is removed"},
		{args: "remove", states: []State{Stopped}, did: "remove dropbridge", out: "The service dropbridge is removed"},
		{args: "start", states: []State{Stopped}, err: ErrAbsent, did: "start dropbridge", fails: "there is no service dropbridge: install it by"},
		{args: "start", states: []State{Stopped}, err: fmt.Errorf("%w: number 5", ErrDenied), did: "start dropbridge", fails: "you may not manage the service dropbridge: open a command window as administrator"},
		{args: "start", states: []State{Running}, err: ErrRunning, did: "start dropbridge", fails: "runs already: stop it"},
		{args: "stop", states: []State{Stopped}, err: ErrStopped, did: "stop dropbridge", fails: "does not run: start it by"},
		{args: "install", states: []State{Stopped}, err: ErrExists, did: "install dropbridge", fails: "there is a service dropbridge already: choose another name"},
		{args: `start --name a\b`, fails: `--name "a\b" cannot be the name of a service: write letters`},
	} {
		t.Run(c.args+" "+string(append(c.states, "")[0])+fmt.Sprint(c.err), func(t *testing.T) {
			m := &fakeManager{states: c.states, code: c.code, err: c.err}
			file := filepath.Join(t.TempDir(), "dropbridge.yaml")
			require.NoError(t, os.WriteFile(file, nil, 0o600))
			out, err := runCommand(t, m, file, strings.Fields(c.args)...)
			require.Equal(t, c.did, strings.Join(m.did, ", "))
			if c.fails == "" {
				require.NoError(t, err)
				require.True(t, strings.HasPrefix(out, c.out), out)
				return
			}
			require.Error(t, err)
			require.Contains(t, err.Error()+": "+failure.Hint(err), c.fails)
			require.Empty(t, out)
		})
	}
}

// TestInstall: what the manager is to start, and what a person has to do besides.
func TestInstall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my shop")
	require.NoError(t, os.Mkdir(dir, 0o700))
	file := filepath.Join(dir, "dropbridge.yaml")
	m := &fakeManager{states: []State{Stopped}}
	_, err := runCommand(t, m, filepath.Join(dir, "none.yaml"), "install")
	require.Error(t, err)
	require.Empty(t, m.did)

	require.NoError(t, os.WriteFile(file, nil, 0o600))
	out, err := runCommand(t, m, file, "install", "--name", "shop")
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	require.Equal(t, Definition{Name: "shop", Title: "dropbridge: feeds, orders and books (shop)", Program: self,
		Args: []string{"--config", file, "service", "run", "--name", "shop"}, Account: `NT AUTHORITY\LocalService`}, m.made)
	require.Contains(t, out, `icacls "`+dir+`" /grant "NT AUTHORITY\LocalService:(OI)(CI)M"`)
	require.Contains(t, out, "token_file")
	require.Contains(t, out, "dropbridge service start --name shop")

	t.Chdir(dir)
	out, err = runCommand(t, m, "dropbridge.yaml", "install", "--account", `NT SERVICE\dropbridge`)
	require.NoError(t, err)
	require.Contains(t, out, `icacls "`+dir+`" /grant`, "the right is given from any folder")
	require.Equal(t, file, m.made.Args[1])
	require.Equal(t, `NT SERVICE\dropbridge`, m.made.Account)
}

// TestWhatIsStartedIsACommand: the arguments by which a service is started are understood.
func TestWhatIsStartedIsACommand(t *testing.T) {
	root := &cobra.Command{Use: "dropbridge"}
	file := root.PersistentFlags().String("config", "", "")
	root.AddCommand(program(nil, "", io.Discard).Command())
	found, rest, err := root.Find(arguments(`C:\my shop\dropbridge.yaml`, "shop"))
	require.NoError(t, err)
	require.Equal(t, "dropbridge service run", found.CommandPath())
	require.NoError(t, found.ParseFlags(rest))
	require.Equal(t, `C:\my shop\dropbridge.yaml`, *file)
	require.Equal(t, "shop", found.Flag("name").Value.String())
}

// eventList is an event log.
type eventList []string

func (l *eventList) Report(level slog.Level, text string) error {
	*l = append(*l, level.String()+" "+text)
	return nil
}

func TestWarningsAreEvents(t *testing.T) {
	var list eventList
	logger := slog.New(newEventHandler(&list))
	logger.Info("nobody has to look")
	logger.With("feed", "prom").WithGroup("g").Warn("it is old", "level", 7)
	logger.Error("it failed")
	require.Equal(t, eventList{`WARN msg="it is old" feed=prom g.level=7`, `ERROR msg="it failed"`}, list)
}

// TestTheWorkOfAService: its log stands in the state, and why it ended is an event.
func TestTheWorkOfAService(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	var list eventList
	p := program(nil, file, io.Discard)
	p.Run = func(_ context.Context, under Under) error {
		slog.New(slog.NewMultiHandler(slog.NewTextHandler(under.Log, nil), under.Events)).Warn("look here")
		under.Ready()
		return &failure.Error{Err: errors.New("no way"), Mend: "another way"}
	}
	require.NoError(t, os.WriteFile(file, []byte("nonsense: 1\n"), 0o600))
	require.Error(t, p.daemon(t.Context(), &list, func() { t.Error("it does not work") }))
	require.Len(t, list, 1)
	require.Contains(t, list[0], "ERROR")
	require.Contains(t, list[0], "nonsense")

	require.NoError(t, os.WriteFile(file, nil, 0o600))
	list = nil
	ready := 0
	require.Error(t, p.daemon(t.Context(), &list, func() { ready++ }))
	require.Equal(t, eventList{`WARN msg="look here"`, "ERROR no way: another way"}, list)
	require.Equal(t, 1, ready)
	text, err := os.ReadFile(filepath.Join(dir, "state", LogName))
	require.NoError(t, err)
	require.Contains(t, string(text), "look here")
}

// TestTheLogIsBounded: lines stay whole, the newest files are kept, and the next process goes on.
func TestTheLogIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "a.log")
	l, err := OpenLog(path)
	require.NoError(t, err)
	l.most = 20
	for i := range 11 {
		if i == 5 {
			require.NoError(t, l.Close())
			l, err = OpenLog(path)
			require.NoError(t, err)
			l.most = 20
		}
		n, err := fmt.Fprintf(l, "line %02d\n", i)
		require.NoError(t, err)
		require.Equal(t, 8, n)
	}
	require.NoError(t, l.Close())
	for name, lines := range map[string]string{"": "line 10\n", ".1": "line 08\nline 09\n", ".2": "line 06\nline 07\n", ".3": "line 04\nline 05\n"} {
		text, err := os.ReadFile(path + name)
		require.NoError(t, err)
		require.Equal(t, lines, string(text), name)
	}
	require.NoFileExists(t, path+".4")
}
