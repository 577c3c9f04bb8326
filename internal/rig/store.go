package rig

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// storeVersion is the version of the S3-compatible server github.com/versity/versitygw that
// tests run. It is built once, and is no dependency of the program.
const storeVersion = "v1.8.0"

// Store is a real S3-compatible server of the test's own, whose buckets are folders.
type Store struct {
	URL    string // of the server
	Access string // the id of the key that may do everything
	Secret string
	Region string
	Data   string // the folder of the buckets
}

// StartStore starts a server, until the test ends. Where it is not built yet, and cannot be,
// the test is skipped; CI must have it. The server keeps what it knows of an object in the
// attributes of its file: in files of their own, as with --sidecar, a new tag stands beside the
// old content for a moment, and whoever reads then may overwrite what was put meanwhile.
func StartStore(t testing.TB) *Store {
	t.Helper()
	program, err := storeProgram()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("CI must have the S3 server: %v", err)
		}
		t.Skipf("the S3 server cannot be built here: %v", err)
	}
	dir := t.TempDir()
	s := &Store{URL: fmt.Sprintf("http://127.0.0.1:%d", FreePort(t)), Access: "test-access", Secret: "test-secret", Region: "us-east-1", Data: filepath.Join(dir, "data")}
	require.NoError(t, os.Mkdir(s.Data, 0o755))
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, program, "--port", s.URL[len("http://"):], "--region", s.Region, "posix", s.Data)
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s.Access, "ROOT_SECRET_KEY="+s.Secret)
	command.Dir = dir
	require.NoError(t, command.Start())
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	require.Eventually(t, func() bool { return listens(s.URL[len("http://"):]) }, time.Minute, 10*time.Millisecond, "the S3 server does not listen")
	return s
}

// MakeBucket makes an empty bucket.
func (s *Store) MakeBucket(t testing.TB, name string) {
	t.Helper()
	require.NoError(t, os.Mkdir(filepath.Join(s.Data, name), 0o755))
}

func listens(address string) bool {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// storeProgram is the server's file, built where it is not there yet. Several tests may ask at
// once: one builds.
func storeProgram() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "dropbridge-tests", "versitygw-"+storeVersion)
	program := filepath.Join(dir, "versitygw")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	for {
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
		locked, err := durable.TryLock(lock)
		if err != nil {
			return "", err
		}
		if locked {
			if _, err := os.Stat(program); err == nil {
				return program, nil // another test has built it meanwhile
			}
			return program, buildStore(dir, filepath.Base(program))
		}
		time.Sleep(time.Second)
	}
}

// buildStore builds the server outside this module, whole or not at all.
func buildStore(dir, name string) error {
	temp, err := os.MkdirTemp(dir, "building-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	command := exec.Command("go", "install", "github.com/versity/versitygw/cmd/versitygw@"+storeVersion)
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOBIN="+temp)
	command.Dir = temp
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build versitygw %s: %w: %.500s", storeVersion, err, out)
	}
	return os.Rename(filepath.Join(temp, name), filepath.Join(dir, name))
}
