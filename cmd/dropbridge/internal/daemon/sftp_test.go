package daemon

import (
	"context"
	"net"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/sftpd"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// TestSFTP is served with the keys of order files, under a host key whose fingerprint the log has.
func TestSFTP(t *testing.T) {
	d, _, log, err := opened(t, "127.0.0.1:0", "sftp: {listen: \"127.0.0.1:0\"}\ninbox: {sources: {keycrm: {}}}\n")
	require.NoError(t, err)
	own, err := sftpd.ReadHostKey(d.Config.HostKey())
	require.NoError(t, err)
	require.Contains(t, log.String(), sftpd.Fingerprint(own))
	key, err := d.keys.Make(keyring.Key{Name: "crm", For: keyring.ForOrders, Of: "keycrm"})
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- d.serveSFTP(ctx) }()
	client, err := ssh.Dial("tcp", d.sftp.listener.Addr().String(), &ssh.ClientConfig{User: "keycrm", Auth: []ssh.AuthMethod{ssh.Password(key)}, HostKeyCallback: ssh.FixedHostKey(own.PublicKey())})
	require.NoError(t, err)
	end()
	require.NoError(t, <-ended)
	require.Error(t, client.Wait())

	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	_, _, _, err = opened(t, "127.0.0.1:0", "sftp: {listen: \""+taken.Addr().String()+"\"}\n")
	require.Contains(t, failure.Hint(err), "a free address in sftp.listen")
	d, _, _, err = opened(t, "127.0.0.1:0", "")
	require.NoError(t, err)
	require.NoError(t, d.serveSFTP(t.Context()))
	_, err = os.Stat(d.Config.HostKey())
	require.ErrorIs(t, err, os.ErrNotExist, "off by default")
}
