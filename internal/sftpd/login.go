package sftpd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"
)

// errUnknown is a log-in that is refused; what is said of it goes beside it.
var errUnknown = errors.New("the key is not known")

// settings are those of the protocol.
func (s *Server) settings() *ssh.ServerConfig {
	c := &ssh.ServerConfig{ServerVersion: "SSH-2.0-dropbridge", PasswordCallback: s.byKey, PublicKeyCallback: s.byPublicKey}
	c.AddHostKey(s.HostKey)
	return c
}

// byKey lets in whoever has a key for order files of the source as password. Whoever has one of
// another source does not learn which others there are.
func (s *Server) byKey(meta ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
	source, exists := s.Source(meta.User())
	foreign := false
	by, wait := s.Access.ShowFrom(addressOf(meta.RemoteAddr()), func() (name string, ok bool) {
		if exists {
			name, ok = s.Keys.MayDrop(source, string(password))
		}
		foreign = !ok && s.Keys.Drops(string(password))
		return name, ok || foreign
	})
	switch {
	case wait > 0:
		return nil, s.turnAway("guessing", int64((wait+time.Second-1)/time.Second))
	case foreign:
		return nil, s.turnAway("other_source")
	case by == "":
		return nil, s.turnAway("no_key")
	}
	return admitted(source, by, func() bool {
		_, still := s.Keys.MayDrop(source, string(password))
		return still
	}), nil
}

// byPublicKey lets in whoever has the other half of a key that the config has for the source. It
// is no guess to offer another: clients offer all that they have.
func (s *Server) byPublicKey(meta ssh.ConnMetadata, offered ssh.PublicKey) (*ssh.Permissions, error) {
	source, exists := s.Source(meta.User())
	same := func(known ssh.PublicKey) bool { return bytes.Equal(known.Marshal(), offered.Marshal()) }
	if !exists || !slices.ContainsFunc(s.Public[source], same) {
		return nil, errUnknown
	}
	return admitted(source, cmp.Or(source, meta.User())+" "+ssh.FingerprintSHA256(offered), func() bool { return true }), nil // another config ends all connections
}

type admissionKey struct{}

func admitted(source, by string, still func() bool) *ssh.Permissions {
	return &ssh.Permissions{ExtraData: map[any]any{admissionKey{}: admission{source, by, still}}}
}

// visitOf is the visit of whom a log-in let in.
func (s *Server) visitOf(ctx context.Context, c *connection, p *ssh.Permissions) *visit {
	of, _ := p.ExtraData[admissionKey{}].(admission)
	return &visit{server: s, conn: c, admission: of, ctx: ctx, passing: map[string]*upload{}, given: map[string]fs.FileInfo{}}
}

// turnAway refuses a log-in and says why, and what to do, by the sentences sftp.KEY and
// sftp.KEY.way of the catalogue.
func (s *Server) turnAway(key string, values ...any) error {
	return &ssh.BannerError{Err: errUnknown, Message: s.Language.Say("sftp."+key) + ": " + s.Language.Say("sftp."+key+".way", values...) + "\r\n"}
}
