package sftpd_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/sftpd"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFilesGoIn whole, under their names, as clients send them.
func TestFilesGoIn(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	inbox := filepath.Join(s.Desk.Config.Inbox, "keycrm")
	require.Equal(t, []string{"inbox", "results"}, names(t, c, "/"))
	require.NoError(t, put(c, "/inbox/a.csv", "order;sku\n1;KB-1\n"))
	text, err := os.ReadFile(filepath.Join(inbox, "a.csv"))
	require.NoError(t, err)
	require.Equal(t, "order;sku\n1;KB-1\n", string(text))
	require.NoError(t, c.Chmod("/inbox/a.csv", 0o600))
	require.NoError(t, c.Chtimes("/inbox/a.csv", time.Now(), time.Now()))
	require.NoError(t, os.Remove(filepath.Join(inbox, "a.csv"))) // it was read
	info, err := c.Stat("/inbox/a.csv")
	require.NoError(t, err, "its sender looks whether all has come")
	require.EqualValues(t, 17, info.Size())

	for _, part := range []string{"b.csv.part", "b.csv.filepart", ".b.csv.tmp"} {
		require.NoError(t, put(c, "/inbox/"+part, "x"))
		require.Contains(t, names(t, c, "/inbox"), part)
		require.Empty(t, lying(t, inbox))
		info, err = c.Lstat("/inbox/" + part)
		require.NoError(t, err)
		require.EqualValues(t, 1, info.Size())
		require.NoError(t, c.Rename("/inbox/"+part, "/inbox/b.csv"))
		require.Equal(t, []string{"b.csv"}, lying(t, inbox))
		require.NoError(t, os.Remove(filepath.Join(inbox, "b.csv")))
	}
	require.NoError(t, put(c, "/inbox/c.csv.part", "old"))
	require.NoError(t, put(c, "/inbox/c.csv.part", "new"))
	require.NoError(t, c.PosixRename("/inbox/c.csv.part", "/inbox/c.part"))
	require.NoError(t, c.Rename("/inbox/c.part", "/inbox/c.csv"))
	text, err = os.ReadFile(filepath.Join(inbox, "c.csv"))
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	require.NoError(t, put(c, "/inbox/d.part", "x"))
	require.NoError(t, c.Remove("/inbox/d.part"))
	require.ErrorIs(t, c.Remove("/inbox/d.part"), os.ErrNotExist)
	require.Equal(t, []string{"c.csv"}, names(t, c, "/inbox"))
	require.Empty(t, lying(t, s.parts))

	itself, _ := s.connectAs(t, "-", s.All)
	require.NoError(t, put(itself, "/inbox/e.csv", "x"))
	require.Contains(t, lying(t, s.Desk.Config.Inbox), "e.csv")
	require.Equal(t, []string{"e.csv"}, names(t, itself, "/inbox"))
}

// TestPartsComeInAnyOrder and where one is missing nothing is taken.
func TestPartsComeInAnyOrder(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	file, err := c.Create("/inbox/a.csv")
	require.NoError(t, err)
	for _, at := range []int64{4, 2, 0, 2} {
		_, err = file.WriteAt([]byte("012345")[at:at+2], at)
		require.NoError(t, err)
	}
	require.NoError(t, file.Close())
	text, err := os.ReadFile(filepath.Join(s.Desk.Config.Inbox, "keycrm", "a.csv"))
	require.NoError(t, err)
	require.Equal(t, "012345", string(text))

	for _, name := range []string{"/inbox/b.csv", "/inbox/b.csv.part"} {
		file, err = c.Create(name)
		require.NoError(t, err)
		_, err = file.WriteAt([]byte("x"), 1)
		require.NoError(t, err)
		require.ErrorContains(t, file.Close(), "send it whole from its beginning")
	}
	require.Equal(t, []string{"a.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
	require.Empty(t, lying(t, s.parts))
	require.NoError(t, put(c, "/inbox/b.csv", "x"), "it may be sent again")
}

// TestRefused by name and with the way out, and nothing of it lies anywhere.
func TestRefused(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	require.NoError(t, put(c, "/inbox/a.csv", "x"))
	require.NoError(t, put(c, "/inbox/a.csv", "x"), "the same bytes are one file")
	require.ErrorContains(t, put(c, "/inbox/a.csv", "y"), "under another name than a.csv")
	for name, way := range map[string]string{
		"/inbox/con.csv": "rename con.csv", "/inbox/a\\b.csv": "rename", "/inbox/-a.csv": "rename", "/inbox/\x1b[2J.csv": "rename", "/inbox/" + strings.Repeat("a", 200) + ".csv": "rename",
		"/inbox/deep/a.csv": "straight into /inbox", "/a.csv": "straight into /inbox", "/results/a.csv": "results are only read", "/inbox": "straight into /inbox",
		"/inbox/../../../etc/cron.d/a.csv": "straight into /inbox",
	} {
		require.ErrorContains(t, put(c, name, "x"), way, name)
	}
	_, err := c.OpenFile("/inbox/b.csv", os.O_WRONLY|os.O_APPEND)
	require.ErrorContains(t, err, "turn off the resuming")
	require.ErrorContains(t, c.Truncate("/inbox/a.csv", 0), "send it whole")
	file, err := c.Create("/inbox/large.csv")
	require.NoError(t, err)
	_, err = file.WriteAt([]byte("x"), folder.Largest-1)
	require.NoError(t, err, "which makes it as large as any may be")
	_, err = file.WriteAt([]byte("x"), folder.Largest)
	require.ErrorContains(t, err, "split it into files of at most 100 MB")
	require.ErrorContains(t, file.Close(), "split it")

	_, err = c.Open("/inbox/a.csv")
	require.ErrorContains(t, err, "lies in /results")
	require.ErrorContains(t, c.Rename("/inbox/a.csv", "/inbox/b.csv"), "neither renamed nor removed")
	require.ErrorContains(t, c.Remove("/inbox/a.csv"), "neither renamed nor removed")
	require.ErrorIs(t, c.Rename("/inbox/none", "/inbox/b.csv"), os.ErrNotExist)
	require.NoError(t, put(c, "/inbox/b.part", "x"))
	require.ErrorContains(t, c.Rename("/inbox/b.part", "/results/b.csv"), "straight into /inbox")
	require.ErrorContains(t, c.Rename("/inbox/b.part", "/inbox/con.csv"), "rename con.csv")
	require.NoError(t, c.Rename("/inbox/b.part", "/inbox/b.csv"), "it waits for a better name")
	for _, change := range []error{c.Mkdir("/inbox/deep"), c.RemoveDirectory("/inbox"), c.Symlink("/etc/passwd", "/inbox/l.csv"), c.Link("/inbox/a.csv", "/inbox/l.csv")} {
		require.ErrorContains(t, change, "straight into /inbox")
	}
	_, err = c.Stat("/etc/passwd")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = c.ReadDir("/etc")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Equal(t, []string{"a.csv", "b.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
	require.Empty(t, lying(t, s.parts))
}

// TestFewAtATime: what a client leaves open is bounded, and so is what waits for a name.
func TestFewAtATime(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	for _, name := range []string{"1.part", "2.part", "3.part", "4.part"} {
		require.NoError(t, put(c, "/inbox/"+name, "x"))
	}
	require.ErrorContains(t, put(c, "/inbox/5.csv", "x"), "one after the other")
	require.NoError(t, c.Rename("/inbox/1.part", "/inbox/1.csv"))
	require.NoError(t, put(c, "/inbox/5.csv", "x"))
	require.NoError(t, c.Close())
	require.Eventually(t, func() bool { return len(lying(t, s.parts)) == 0 }, 5*time.Second, 5*time.Millisecond, "what waited goes with its client")
	require.Equal(t, []string{"1.csv", "5.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
}

// TestACutLeavesNothing of a file that was being sent.
func TestACutLeavesNothing(t *testing.T) {
	s := newShop(t)
	c, conn := s.connect(t)
	file, err := c.Create("/inbox/a.csv")
	require.NoError(t, err)
	_, err = file.Write([]byte("order;sku\n"))
	require.NoError(t, err)
	require.Len(t, lying(t, s.parts), 1)
	require.NoError(t, conn.Close())
	require.Eventually(t, func() bool { return len(lying(t, s.parts)) == 0 }, 5*time.Second, 5*time.Millisecond)
	require.Empty(t, lying(t, s.Desk.Config.Inbox, "keycrm"))
}

// TestResults of one's own source are read, and nothing else is.
func TestResults(t *testing.T) {
	s := newShop(t)
	s.record(t, "keycrm", "a.csv", "a.1.result.csv")
	s.record(t, "other", "b.csv", "b.1.result.csv")
	c, _ := s.connect(t)
	require.Equal(t, []string{"a.1.result.csv"}, names(t, c, "/results"))
	file, err := c.Open("/results/a.1.result.csv")
	require.NoError(t, err)
	text, err := io.ReadAll(file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	require.Equal(t, "of keycrm", string(text))
	info, err := c.Stat("/results/a.1.result.csv")
	require.NoError(t, err)
	require.EqualValues(t, 9, info.Size())
	for _, none := range []string{"/results/b.1.result.csv", "/results/none", "/results", "/inbox", "/results/../../journal.db"} {
		_, err := c.Open(none)
		require.ErrorIs(t, err, os.ErrNotExist, none)
	}
	require.ErrorContains(t, c.Remove("/results/a.1.result.csv"), "results are only read")
	require.ErrorContains(t, c.Rename("/results/a.1.result.csv", "/inbox/a.csv"), "results are only read")
	require.NoError(t, os.Remove(filepath.Join(s.Desk.Config.Results, "a.1.result.csv")))
	require.Empty(t, names(t, c, "/results"))
}

// TestLogIns: by a key of the source or by a public key of the config. Who guesses waits, and a key
// that is revoked opens nothing more.
func TestLogIns(t *testing.T) {
	s := newShop(t)
	for user, key := range map[string]string{"keycrm": s.All, "-": s.All} {
		conn, _, err := s.dial(user, ssh.Password(key))
		require.NoError(t, err)
		require.NoError(t, conn.Close())
	}
	conn, _, err := s.dial("keycrm", ssh.PublicKeys(newKey(t), s.crm))
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	for _, user := range []string{"other", "-", "none"} {
		_, _, err = s.dial(user, ssh.PublicKeys(s.crm))
		require.Error(t, err, user)
		_, banner, err := s.dial(user, ssh.Password(s.Key))
		require.Error(t, err, user)
		require.Contains(t, banner, "the name of your own source as user name", user)
	}
	c, _ := s.connect(t)
	fresh, err := s.Ring.Make(keyring.Key{Name: "fresh", For: keyring.ForOrders, Of: "keycrm"})
	require.NoError(t, err)
	for range 5 {
		_, banner, err := s.dial("keycrm", ssh.Password("WRONG"))
		require.Error(t, err)
		require.Contains(t, banner, "dropbridge key add NAME --orders")
	}
	for _, guessed := range []string{"WRONG", fresh} {
		_, banner, err := s.dial("keycrm", ssh.Password(guessed))
		require.Error(t, err)
		require.Contains(t, banner, "wait (1 s)")
	}
	known, _, err := s.dial("keycrm", ssh.Password(s.Key))
	require.NoError(t, err, "who was known goes on")
	require.NoError(t, known.Close())

	require.NoError(t, put(c, "/inbox/a.csv", "x"))
	_, err = s.Ring.Revoke("crm")
	require.NoError(t, err)
	require.ErrorContains(t, put(c, "/inbox/b.csv", "x"), "no such key")
	_, err = c.ReadDir("/results")
	require.ErrorContains(t, err, "no such key")
}

// TestFilesAlone are served: no shell, no command, no forwarding, and one channel at a time.
func TestFilesAlone(t *testing.T) {
	s := newShop(t)
	_, conn := s.connect(t)
	_, _, err := conn.OpenChannel("session", nil)
	require.ErrorContains(t, err, "one channel at a time")
	_, err = conn.Dial("tcp", s.address)
	require.ErrorContains(t, err, "files alone")
	_, err = conn.Listen("tcp", "127.0.0.1:0")
	require.Error(t, err)

	other, _, err := s.dial("keycrm", ssh.Password(s.Key))
	require.NoError(t, err)
	defer other.Close()
	session, err := other.NewSession()
	require.NoError(t, err)
	require.Error(t, session.Shell())
	require.Error(t, session.Setenv("LD_PRELOAD", "x"))
	require.Error(t, session.RequestPty("xterm", 24, 80, nil))
	require.Error(t, session.RequestSubsystem("netconf"))
	ok, err := session.SendRequest("exec", true, ssh.Marshal(struct{ Command string }{"id"}))
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, session.RequestSubsystem("sftp"), "the channel is there for files")
}

// TestLimits of connections and of idleness.
func TestLimits(t *testing.T) {
	s := newShop(t, func(o *sftpd.Options) {
		o.Limits = sftpd.Limits{Connections: 9, PerAddress: 1, Idle: 300 * time.Millisecond}
	})
	c, conn := s.connect(t)
	_, _, err := s.dial("keycrm", ssh.Password(s.Key))
	require.Error(t, err, "one from an address")
	require.NoError(t, put(c, "/inbox/a.part", "x"))
	_ = conn.Wait() // it does nothing for too long
	require.Eventually(t, func() bool { return len(lying(t, s.parts)) == 0 }, 5*time.Second, 5*time.Millisecond)
	require.Eventually(t, func() bool {
		next, _, err := s.dial("keycrm", ssh.Password(s.Key))
		return err == nil && next.Close() == nil
	}, 5*time.Second, 5*time.Millisecond, "and makes room")
	s = newShop(t, func(o *sftpd.Options) { o.Limits = sftpd.Limits{Connections: 1, PerAddress: 9, Idle: time.Minute} })
	s.connect(t)
	_, _, err = s.dial("keycrm", ssh.Password(s.Key))
	require.Error(t, err, "one in all")
}

// TestTheEnd waits for a file that is being sent, and for nobody who does nothing.
func TestTheEnd(t *testing.T) {
	s := newShop(t)
	c, _ := s.connect(t)
	_, idle := s.connect(t)
	file, err := c.Create("/inbox/a.csv")
	require.NoError(t, err)
	_, err = file.Write([]byte("x"))
	require.NoError(t, err)
	s.end()
	_ = idle.Wait()
	require.NoError(t, file.Close())
	require.NoError(t, <-s.ended)
	s.ended <- nil
	require.Equal(t, []string{"a.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
}

// TestAnotherProcessHasTheInbox: whoever sends learns which, and nothing is put where nobody looks.
func TestAnotherProcessHasTheInbox(t *testing.T) {
	s := newShop(t, func(o *sftpd.Options) {
		o.Here = func(context.Context) error {
			return refusal.New(failure.Usage, wording.Literal("it is at b"), wording.Literal("ask b"))
		}
	})
	c, _ := s.connect(t)
	require.ErrorContains(t, put(c, "/inbox/a.csv", "x"), "it is at b: ask b")
	_, err := c.ReadDir("/results")
	require.ErrorContains(t, err, "ask b")
	require.Empty(t, lying(t, s.Desk.Config.Inbox, "keycrm"))
}

// TestOpenSSH sends and fetches with its own program, which shows why something is refused.
func TestOpenSSH(t *testing.T) {
	program := office.Program(t, "sftp")
	dir := t.TempDir()
	private := filepath.Join(dir, "key")
	own, err := sftpd.HostKey(private) // a key pair is a key pair
	require.NoError(t, err)
	s := newShop(t, func(o *sftpd.Options) { o.Public["keycrm"] = []ssh.PublicKey{own.PublicKey()} })
	s.record(t, "keycrm", "old.csv", "old.1.result.csv")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "orders.csv"), []byte("order;sku\n"), 0o600))
	host, port, _ := strings.Cut(s.address, ":")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "known"), []byte("["+host+"]:"+port+" "+string(ssh.MarshalAuthorizedKey(s.hostKey.PublicKey()))), 0o600))
	do := func(batch string) (string, error) {
		command := exec.CommandContext(t.Context(), program, "-F", "none", "-P", port, "-i", private, "-o", "IdentitiesOnly=yes", "-o", "UserKnownHostsFile="+filepath.Join(dir, "known"), "-b", "-", "keycrm@"+host)
		command.Dir, command.Stdin = dir, strings.NewReader(batch)
		out, err := command.CombinedOutput()
		return string(out), err
	}
	out, err := do("put orders.csv /inbox/orders.csv\nput -p orders.csv /inbox/next.csv.part\nrename /inbox/next.csv.part /inbox/next.csv\nls -l /inbox\nget /results/old.1.result.csv\n")
	require.NoError(t, err, out)
	require.Equal(t, []string{"next.csv", "orders.csv"}, lying(t, s.Desk.Config.Inbox, "keycrm"))
	fetched, err := os.ReadFile(filepath.Join(dir, "old.1.result.csv"))
	require.NoError(t, err)
	require.Equal(t, "of keycrm", string(fetched))
	out, err = do("put orders.csv /orders.csv\n")
	require.Error(t, err)
	require.Contains(t, out, "straight into /inbox")
}

// TestHostKey is made once, for its owner alone, and a wrong one is refused with the way out.
func TestHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "host_key")
	_, err := sftpd.ReadHostKey(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	made, err := sftpd.HostKey(path)
	require.NoError(t, err)
	again, err := sftpd.HostKey(path)
	require.NoError(t, err)
	require.Equal(t, sftpd.Fingerprint(made), sftpd.Fingerprint(again))
	require.Equal(t, "ssh-ed25519", made.PublicKey().Type())
	require.Equal(t, []string{"host_key"}, lying(t, filepath.Dir(path)))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
	require.NoError(t, os.Chmod(path, 0o640))
	_, err = sftpd.HostKey(path)
	require.Equal(t, "chmod 600 "+path, failure.Hint(err))
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	require.NoError(t, os.Chmod(path, 0o600))
	_, err = sftpd.HostKey(path)
	require.Contains(t, failure.Hint(err), "put the right file back")
}
