package sftpd_test

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/pkg/sftp"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/internal/sftpd"
)

// TestGapsAreBounded: a client that sends every second byte fills no memory, and is told to send the
// file from its beginning.
func TestGapsAreBounded(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	file, err := c.Create("/inbox/a.csv")
	require.NoError(t, err)
	for at := int64(1); err == nil && at < 8192; at += 2 {
		_, err = file.WriteAt([]byte("x"), at)
	}
	require.ErrorContains(t, err, "send it whole from its beginning")
	require.Error(t, file.Close())
	require.Empty(t, lying(t, s.Desk.Config.Inbox, "keycrm"))
	require.Empty(t, lying(t, s.parts))
}

// TestFewAreOpen: what a client opens and does not close is bounded, and what it closes makes room.
func TestFewAreOpen(t *testing.T) {
	s := newShop(t)
	s.record(t, "keycrm", "a.csv", "a.1.result.csv")
	c, _ := s.connect(t)
	var files []*sftp.File
	var err error
	for err == nil && len(files) < 100 {
		var file *sftp.File
		if file, err = c.Open("/results/a.1.result.csv"); err == nil {
			files = append(files, file)
		}
	}
	require.ErrorContains(t, err, "close what you have read before you open more; at a time: 32")
	require.Len(t, files, 32)
	_, err = c.ReadDir("/results")
	require.ErrorContains(t, err, "at a time: 32", "a folder is open, too, while it is listed")
	require.NoError(t, files[0].Close())
	for range 40 {
		require.Equal(t, []string{"a.1.result.csv"}, names(t, c, "/results"))
	}
	_, err = c.Open("/results/none")
	require.ErrorIs(t, err, os.ErrNotExist)
	file, err := c.Open("/results/a.1.result.csv")
	require.NoError(t, err, "what was not there took no room")
	require.NoError(t, file.Close())
}

// TestStrangersKeepNobodyOut: whoever holds connections without a log-in makes room for the next one.
func TestStrangersKeepNobodyOut(t *testing.T) {
	for _, limits := range []sftpd.Limits{{Connections: 3, PerAddress: 9, Idle: time.Minute}, {Connections: 9, PerAddress: 3, Idle: time.Minute}} {
		s := newShop(t, func(o *sftpd.Options) { o.Limits = limits })
		c, _ := s.connect(t)
		for range 20 {
			conn, err := net.Dial("tcp", s.address)
			require.NoError(t, err)
			defer conn.Close()
			_, _ = conn.Write([]byte("SSH-2.0-slow\r\n")) // it may be closed already
		}
		second, _, err := s.dial("keycrm", ssh.Password(s.Key))
		require.NoError(t, err)
		defer second.Close()
		require.NoError(t, put(c, "/inbox/a.csv", "x"), "who has logged in stays")
	}
}

// TestRenamesRace: of many that give files to one name exactly one does, and of many that rename one file, too.
func TestRenamesRace(t *testing.T) {
	s := newShop(t)
	const clients = 4
	var all []*sftp.Client
	for range clients {
		c, _ := s.connect(t)
		all = append(all, c)
	}
	together := func(do func(n int, c *sftp.Client) error) (done []int) {
		var at sync.WaitGroup
		errs := make([]error, clients)
		for n, c := range all {
			at.Go(func() { errs[n] = do(n, c) })
		}
		at.Wait()
		for n, err := range errs {
			if err == nil {
				done = append(done, n)
			}
		}
		return done
	}
	for n, c := range all {
		require.NoError(t, put(c, "/inbox/a.part", string(rune('0'+n))))
	}
	done := together(func(_ int, c *sftp.Client) error { return c.PosixRename("/inbox/a.part", "/inbox/a.csv") })
	require.Len(t, done, 1)
	text, err := os.ReadFile(filepath.Join(s.Desk.Config.Inbox, "keycrm", "a.csv"))
	require.NoError(t, err)
	require.Equal(t, string(rune('0'+done[0])), string(text))

	one := all[done[0]]
	require.NoError(t, put(one, "/inbox/b.part", "x"))
	done = together(func(n int, _ *sftp.Client) error {
		return one.Rename("/inbox/b.part", "/inbox/b"+string(rune('0'+n))+".csv")
	})
	require.Len(t, done, 1)
	require.Len(t, lying(t, s.Desk.Config.Inbox, "keycrm"), 2)
}

// TestAFileIsNotRenamedWhileItIsWritten, nor once it was taken, nor are its rights and owner changed.
func TestAFileIsNotRenamedWhileItIsWritten(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	file, err := c.Create("/inbox/a.part")
	require.NoError(t, err)
	_, err = file.Write([]byte("order;"))
	require.NoError(t, err)
	require.ErrorIs(t, c.Rename("/inbox/a.part", "/inbox/a.csv"), os.ErrNotExist)
	require.Empty(t, lying(t, s.Desk.Config.Inbox, "keycrm"))
	_, err = file.Write([]byte("sku"))
	require.NoError(t, err)
	require.NoError(t, file.Close())
	require.NoError(t, c.Rename("/inbox/a.part", "/inbox/a.csv"))
	path := filepath.Join(s.Desk.Config.Inbox, "keycrm", "a.csv")
	before, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, c.Chmod("/inbox/a.csv", 0o777), "whoever wishes it is let, and nothing comes of it")
	require.NoError(t, c.Chown("/inbox/a.csv", 1, 1))
	after, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, []any{before.Mode(), before.ModTime(), before.Size()}, []any{after.Mode(), after.ModTime(), after.Size()})
	_, err = c.ReadLink("/inbox/a.csv")
	require.ErrorContains(t, err, "straight into /inbox")
	require.NoError(t, put(c, "/inbox/b.part", "x"))
	require.Error(t, c.PosixRename("/inbox/b.part", "/inbox/a.csv"), "what was taken is not replaced")
	if runtime.GOOS == "linux" {
		require.NoError(t, put(c, "/inbox/A.csv", "x"), "another case is another file")
		require.ElementsMatch(t, []string{"A.csv", "a.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
	}
}
