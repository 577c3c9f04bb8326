package rig

import (
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/stretchr/testify/require"
)

// Postgres is a PostgreSQL of the test's own, in a temporary folder.
type Postgres struct {
	// Port is where it listens, on 127.0.0.1.
	Port  int
	data  string
	count atomic.Int64
}

// Usage is what all processes of the server have now that live, their user CPU with that of those
// that have ended.
func (s *Postgres) Usage() (all Usage) {
	text, err := os.ReadFile(filepath.Join(s.data, "postmaster.pid"))
	if err != nil {
		return all
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(first)
	for _, one := range append(children(pid), pid) {
		u := usageOf(one)
		all.Memory, all.Descriptors, all.User = all.Memory+u.Memory, all.Descriptors+u.Descriptors, all.User+u.User
	}
	all.User += endedOf(pid)
	return all
}

// StartPostgres starts a real server. It refuses to run as root, so that it is run as
// the user postgres there.
func StartPostgres(t testing.TB) *Postgres {
	t.Helper()
	bin := postgresBin()
	if bin == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("CI must have PostgreSQL: initdb and pg_ctl were not found")
		}
		t.Skip("PostgreSQL is not installed: initdb and pg_ctl were not found")
	}
	dir, err := os.MkdirTemp("", "journal-pg-") // t.TempDir is closed to other users
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	if me, err := user.Current(); err == nil && me.Uid == "0" {
		require.NoError(t, exec.Command("chown", "postgres", dir).Run())
	}
	server := &Postgres{Port: FreePort(t)}
	data := filepath.Join(dir, "data")
	server.data = data
	layCluster(t, bin, data)
	// fsync: the machine is not going to fail while the server lives, which is as long as the test.
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories='%s' -c max_connections=200 -c fsync=off", server.Port, dir)
	runAsPostgres(t, filepath.Join(bin, "pg_ctl"), "-D", data, "-w", "-t", "60", "-l", filepath.Join(dir, "log"), "-o", options, "start")
	t.Cleanup(func() { runAsPostgres(t, filepath.Join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop") })
	return server
}

// layCluster makes the files of a server that has no databases yet, as a copy of those that were kept
// for its version: to make them anew takes ten times as long.
func layCluster(t testing.TB, bin, data string) {
	t.Helper()
	kept, err := keptCluster(bin)
	if _, there := os.Stat(kept); err == nil && there == nil && exec.Command("cp", "-a", kept, data).Run() == nil {
		return
	}
	require.NoError(t, os.RemoveAll(data)) // half of a copy
	runAsPostgres(t, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
	if err == nil {
		keepCluster(data, kept)
	}
}

// keptCluster is where the files of a new server of that version are kept.
func keptCluster(bin string) (string, error) {
	version, err := exec.Command(filepath.Join(bin, "initdb"), "--version").Output()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "dropbridge-tests", "postgres-"+strings.Join(strings.Fields(string(version))[2:3], "")), err
}

// keepCluster keeps the files of a new server, once and whole. Where they cannot be kept, or another test
// is quicker, nothing is lost.
func keepCluster(data, kept string) {
	if os.MkdirAll(filepath.Dir(kept), 0o755) != nil {
		return
	}
	half, err := os.MkdirTemp(filepath.Dir(kept), "postgres-half-")
	if err != nil {
		return
	}
	defer os.RemoveAll(half)
	if exec.Command("cp", "-a", data, filepath.Join(half, "data")).Run() == nil {
		_ = os.Rename(filepath.Join(half, "data"), kept) // another's is there, and as good
	}
}

// NewDatabase makes an empty database, with further options of CREATE DATABASE, and returns its
// address.
func (s *Postgres) NewDatabase(t testing.TB, options ...string) string {
	t.Helper()
	db, err := sql.Open("pgx", s.Address("postgres"))
	require.NoError(t, err)
	defer db.Close()
	name := fmt.Sprintf("test%d", s.count.Add(1))
	_, err = db.ExecContext(t.Context(), strings.Join(append([]string{"CREATE DATABASE", name}, options...), " "))
	require.NoError(t, err)
	return s.Address(name)
}

// Address is that of one of its databases.
func (s *Postgres) Address(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.Port, database)
}

func postgresBin() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

func runAsPostgres(t testing.TB, name string, args ...string) {
	t.Helper()
	command := exec.Command(name, args...)
	if me, err := user.Current(); err == nil && me.Uid == "0" {
		command = exec.Command("runuser", append([]string{"-u", "postgres", "--", name}, args...)...)
	}
	command.Dir = os.TempDir()
	log, err := os.CreateTemp(t.TempDir(), "pg")
	require.NoError(t, err)
	defer log.Close()
	command.Stdout, command.Stderr = log, log // a file: the server keeps a pipe open
	if err := command.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
}

// FreePort is a port of this machine that nobody has just now.
func FreePort(t testing.TB) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
