package daemon

import (
	"context"
	"errors"
	"net"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/config/transfer"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/sftpd"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sftp is the server of SFTP and where it listens.
type sftp struct {
	*sftpd.Server
	listener net.Listener // nil where the config wants none
}

// openSFTP opens the server of SFTP, where the config wants one.
func (d *Daemon) openSFTP(ctx context.Context) error {
	c := d.Config
	if !c.SFTP.On() {
		return nil
	}
	settings, err := c.SFTPSettings()
	if err != nil {
		return err
	}
	hostKey, err := sftpd.HostKey(c.HostKey())
	if err != nil {
		return err
	}
	d.sftp.Server, err = sftpd.New(sftpd.Options{Counter: intake.New(d.Orders.Desk), Here: d.inboxHere, Keys: d.keys, Public: settings.Public, Access: d.access,
		Source:  func(user string) (string, bool) { return transfer.SourceOf(c.Inbox.Sources, user) },
		HostKey: hostKey, Parts: c.Path("state/sftp"), Language: c.Spoken(), Logger: d.Logger,
		Limits: sftpd.Limits{Connections: settings.Connections, PerAddress: settings.PerAddress, Idle: settings.Idle}})
	if err != nil {
		return err
	}
	if d.sftp.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", c.SFTP.Listen.Text); err != nil {
		return failure.Mended(failure.Config, wording.NewMessage("listen_taken.way", "sftp.listen", "127.0.0.1:2022"), "listen on %s for SFTP: %w", c.SFTP.Listen.Text, err)
	}
	d.Logger.Info("SFTP", "address", d.sftp.listener.Addr().String(), "host_key", sftpd.Fingerprint(hostKey))
	return nil
}

// serveSFTP serves until ctx ends, where there is a server.
func (d *Daemon) serveSFTP(ctx context.Context) error {
	if d.sftp.listener == nil {
		return nil
	}
	return d.sftp.Serve(ctx, d.sftp.listener)
}

// closeSFTP lets go of the address where the daemon does not come to run because of an error.
func (d *Daemon) closeSFTP(err error) error {
	if d.sftp.listener == nil {
		return err
	}
	return errors.Join(err, d.sftp.listener.Close())
}
