package rig

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

// Postgres is a PostgreSQL of the test's own, in a temporary folder.
type Postgres struct {
	// Port is where it listens, on 127.0.0.1.
	Port  int
	data  string
	count atomic.Int64
	admin *sql.DB // of one connection, which is kept: the server starts a process for each
	how   func() (string, error)
}

// how a database is made is what stands behind the options: its files are copied, as servers can be
// told from version 15 on. By itself such a one writes each page into the log and makes the caches of
// the new database anew, which takes three times the work.
func how(admin *sql.DB) (string, error) {
	version := 0
	if err := admin.QueryRow("SELECT current_setting('server_version_num')::int").Scan(&version); err != nil || version < 150000 {
		return "", err
	}
	return " STRATEGY file_copy", nil
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

// StartPostgres starts a real server for a test. It refuses to run as root, so that it is run as
// the user postgres there.
func StartPostgres(t testing.TB) *Postgres {
	t.Helper()
	server, stop, err := startPostgres(requirePostgres(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, stop()) })
	return server
}

// SharedPostgres is one server for all tests of a package, of whom each makes databases of its own: to
// start one takes as long as most tests. It stops when they have ended; the package's TestMain is
// testmain.Run.
func SharedPostgres(t testing.TB) *Postgres {
	t.Helper()
	requirePostgres(t)
	server, err := shared()
	require.NoError(t, err)
	return server
}

var shared = sync.OnceValues(func() (*Postgres, error) {
	server, stop, err := startPostgres(postgresBin())
	if err == nil && !testmain.AtEnd(stop) {
		err = errors.Join(errors.New("the package's TestMain is not testmain.Run, which stops the server"), stop())
	}
	return server, err
})

// requirePostgres is where the programs of a server are. Where there are none the test is skipped, but
// for the checks of a change.
func requirePostgres(t testing.TB) (bin string) {
	t.Helper()
	if bin = postgresBin(); bin != "" {
		return bin
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("CI must have PostgreSQL: initdb and pg_ctl were not found")
	}
	t.Skip("PostgreSQL is not installed: initdb and pg_ctl were not found")
	return ""
}

func startPostgres(bin string) (_ *Postgres, stop func() error, err error) {
	dir, err := os.MkdirTemp("", "journal-pg-") // that of a test is closed to other users
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	if me, err := user.Current(); err == nil && me.Uid == "0" {
		if err := exec.Command("chown", "postgres", dir).Run(); err != nil {
			return nil, nil, err
		}
	}
	server := &Postgres{data: filepath.Join(dir, "data")}
	if err := layCluster(bin, server.data); err != nil {
		return nil, nil, err
	}
	control := func(args ...string) error {
		return runAsPostgres(filepath.Join(bin, "pg_ctl"), append([]string{"-D", server.data, "-w"}, args...)...)
	}
	begin := func() error {
		if server.Port, err = freePort(); err != nil {
			return err
		}
		// fsync: the machine is not going to fail while the server lives, which is as long as the test.
		options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories='%s' -c max_connections=200 -c fsync=off", server.Port, dir)
		return control("-t", "60", "-l", filepath.Join(dir, "log"), "-o", options, "start")
	}
	if err := begin(); err != nil { // somebody else may have got the port
		if again := begin(); again != nil {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			return nil, nil, fmt.Errorf("%w, and once more: %w: %s", err, again, log)
		}
	}
	if server.admin, err = sql.Open("pgx", server.Address("postgres")); err != nil {
		return nil, nil, errors.Join(err, control("-m", "immediate", "stop"))
	}
	server.admin.SetMaxOpenConns(1)
	server.how = sync.OnceValues(func() (string, error) { return how(server.admin) })
	return server, func() error {
		return errors.Join(server.admin.Close(), control("-m", "immediate", "stop"), os.RemoveAll(dir))
	}, nil
}

// layCluster makes the files of a server that has no databases yet, as a copy of those that were kept
// for its version: to make them anew takes ten times as long.
func layCluster(bin, data string) error {
	kept, err := keptCluster(bin)
	if _, there := os.Stat(kept); err == nil && there == nil && exec.Command("cp", "-a", kept, data).Run() == nil {
		return nil
	}
	if err := os.RemoveAll(data); err != nil { // half of a copy
		return err
	}
	if err := runAsPostgres(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"); err != nil {
		return err
	}
	if err == nil {
		keepCluster(data, kept)
	}
	return nil
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
	how, err := s.how()
	require.NoError(t, err)
	name := fmt.Sprintf("test%d", s.count.Add(1))
	_, err = s.admin.ExecContext(t.Context(), strings.Join(append([]string{"CREATE DATABASE", name}, options...), " ")+how)
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

func runAsPostgres(name string, args ...string) error {
	command := exec.Command(name, args...)
	if me, err := user.Current(); err == nil && me.Uid == "0" {
		command = exec.Command("runuser", append([]string{"-u", "postgres", "--", name}, args...)...)
	}
	command.Dir = os.TempDir()
	log, err := os.CreateTemp("", "pg")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	command.Stdout, command.Stderr = log, log // a file: the server keeps a pipe open
	if err := command.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return nil
}

// FreePort is a port of this machine that nobody has just now.
func FreePort(t testing.TB) int {
	t.Helper()
	port, err := freePort()
	require.NoError(t, err)
	return port
}

// freePort is not one of those that the system gives to whoever asks for any, as each connection
// does: between the look and the use of such a one it may be gone.
func freePort() (int, error) {
	const lowest, beyond, tries = 10_000, 30_000, 50
	var err error
	for range tries {
		port := lowest + rand.IntN(beyond-lowest)
		var listener net.Listener
		if listener, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, listener.Close()
		}
	}
	return 0, err
}
