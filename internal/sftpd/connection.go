package sftpd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// attend has a client log in, and serves what it opens.
func (s *Server) attend(ctx context.Context, c *connection) {
	if err := c.SetDeadline(time.Now().Add(logInWithin)); err != nil {
		return
	}
	conn, channels, requests, err := ssh.NewServerConn(c, s.settings())
	if err != nil {
		s.Logger.Info("SFTP log-in failed", "address", c.network, "error", err)
		return
	}
	defer conn.Close()
	if err := c.SetDeadline(time.Time{}); err != nil {
		return
	}
	c.logged.Store(true)
	go ssh.DiscardRequests(requests) // forwarding is refused
	v := s.visitOf(context.WithoutCancel(ctx), c, conn.Permissions)
	s.Logger.Info("SFTP log-in", "key", v.by, "source", v.source, "address", c.network)
	v.channels(channels)
}

// channels serves those of a client that are for files, one at a time, until it is gone.
func (v *visit) channels(channels <-chan ssh.NewChannel) {
	var open sync.WaitGroup
	defer open.Wait()
	for offered := range channels {
		if offered.ChannelType() != "session" {
			_ = offered.Reject(ssh.Prohibited, "files alone are served") // whoever is gone is told nothing
			continue
		}
		if !v.busy.CompareAndSwap(false, true) {
			_ = offered.Reject(ssh.ResourceShortage, "one channel at a time")
			continue
		}
		open.Go(func() {
			defer v.busy.Store(false)
			if channel, asked, err := offered.Accept(); err == nil {
				v.channel(channel, asked)
			}
		})
	}
}

// channel serves a channel, where it is for files.
func (v *visit) channel(channel ssh.Channel, asked <-chan *ssh.Request) {
	defer channel.Close()
	for request := range asked {
		files := request.Type == "subsystem" && string(request.Payload) == "\x00\x00\x00\x04sftp"
		if err := request.Reply(files, nil); err != nil {
			return
		}
		if files {
			go ssh.DiscardRequests(asked)
			v.files(channel)
			return
		}
	}
}

// files serves files on a channel until the client has done, and lets go of what it left half.
func (v *visit) files(channel ssh.Channel) {
	v.stderr = channel.Stderr()
	defer v.letGo()
	err := sftp.NewRequestServer(channel, sftp.Handlers{FileGet: v, FilePut: v, FileCmd: v, FileList: v}).Serve()
	if err != nil && !errors.Is(err, io.EOF) {
		v.server.Logger.Info("SFTP connection cut", "key", v.by, "source", v.source, "error", err)
	}
	_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{}))
}
