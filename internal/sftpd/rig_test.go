package sftpd_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/pkg/sftp"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/inboxtest"
	"github.com/dropbridge/dropbridge/internal/sftpd"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shop is an inbox with two sources behind a server.
type shop struct {
	*inboxtest.Inbox

	log     safeBuffer
	crm     ssh.Signer // whose public key the config has for keycrm
	hostKey ssh.Signer
	parts   string
	address string
	end     context.CancelFunc
	ended   chan error
}

// safeBuffer is a log that is read while it is written.
type safeBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func newShop(t *testing.T, change ...func(*sftpd.Options)) *shop {
	t.Helper()
	dir, s := t.TempDir(), &shop{ended: make(chan error, 1)}
	s.Inbox = inboxtest.New(t, dir)
	var err error
	s.crm, s.parts = newKey(t), filepath.Join(dir, "parts")
	s.hostKey, err = sftpd.HostKey(filepath.Join(dir, "state", "host_key"))
	require.NoError(t, err)
	o := sftpd.Options{Counter: intake.New(s.Desk), Keys: s.Ring, Access: access.New(access.Options{}), HostKey: s.hostKey, Parts: s.parts,
		Source: func(user string) (string, bool) {
			_, known := s.Desk.Config.Sources[user]
			return map[bool]string{true: user}[known], known || user == "-"
		},
		Public: map[string][]ssh.PublicKey{"keycrm": {s.crm.PublicKey()}}, Limits: sftpd.Limits{Connections: 9, PerAddress: 9, Idle: time.Minute},
		Language: wording.English, Logger: slog.New(slog.NewTextHandler(&s.log, nil))}
	for _, one := range change {
		one(&o)
	}
	s.serve(t, o)
	return s
}

func (s *shop) serve(t *testing.T, o sftpd.Options) {
	t.Helper()
	server, err := sftpd.New(o)
	require.NoError(t, err)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.address = listener.Addr().String()
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	s.end = end
	go func() { s.ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		end()
		require.NoError(t, <-s.ended)
		s.ended <- nil
		require.NoError(t, s.Journal.Close())
	})
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	signer, err := ssh.NewSignerFromKey(private)
	require.NoError(t, err)
	return signer
}

// dial logs in.
func (s *shop) dial(user string, by ...ssh.AuthMethod) (client *ssh.Client, banner string, err error) {
	client, err = ssh.Dial("tcp", s.address, &ssh.ClientConfig{User: user, Auth: by, HostKeyCallback: ssh.FixedHostKey(s.hostKey.PublicKey()),
		BannerCallback: func(text string) error { banner += text; return nil }})
	return client, banner, err
}

// connect logs in as keycrm.
func (s *shop) connect(t *testing.T) (*sftp.Client, *ssh.Client) {
	t.Helper()
	return s.connectAs(t, "keycrm", s.Key)
}

func (s *shop) connectAs(t *testing.T, user, key string) (*sftp.Client, *ssh.Client) {
	t.Helper()
	conn, banner, err := s.dial(user, ssh.Password(key))
	require.NoError(t, err, banner)
	client, err := sftp.NewClient(conn)
	require.NoError(t, err)
	t.Cleanup(func() {
		client.Close()
		conn.Close()
	})
	return client, conn
}

// put writes a file whole.
func put(c *sftp.Client, path, text string) error {
	file, err := c.Create(path)
	if err != nil {
		return err
	}
	if _, err := file.Write([]byte(text)); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// names are those of a folder.
func names(t *testing.T, c *sftp.Client, path string) (list []string) {
	t.Helper()
	infos, err := c.ReadDir(path)
	require.NoError(t, err)
	for _, info := range infos {
		list = append(list, info.Name())
	}
	return list
}

// lying are the files of a folder of this machine, with those that are hidden.
func lying(t *testing.T, dir ...string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir...))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

// record has the journal know a file with its result.
func (s *shop) record(t *testing.T, source, name, result string) {
	t.Helper()
	sum := sha256.Sum256([]byte(source + name))
	f := state.File{Account: "a", Source: source, SHA256: hex.EncodeToString(sum[:]), Name: name, Spool: "x", State: state.FileOpen, Placed: state.PlacedArchive,
		CreatedAt: time.Now(), ChangedAt: time.Now(), Result: filepath.Join(s.Desk.Config.Results, result)}
	_, err := s.Journal.Record(t.Context(), f, 0, nil)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(f.Result, []byte("of "+source), 0o600))
}
