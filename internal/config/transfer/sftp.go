package transfer

import (
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// SFTP is a server of SFTP for the programs of the sources. Without an address there is none.
type SFTP struct {
	Listen      strictyaml.Scalar              `yaml:"listen"`
	HostKey     string                         `yaml:"host_key"`        // the file of the server's own key
	Keys        map[string][]strictyaml.Scalar `yaml:"authorized_keys"` // lines of .pub files, by the user
	Connections strictyaml.Scalar              `yaml:"connections"`
	PerAddress  strictyaml.Scalar              `yaml:"per_address"`
	Idle        strictyaml.Scalar              `yaml:"idle"`
}

// On reports whether there is a server.
func (s SFTP) On() bool { return s.Listen.Text != "" }

// The users that are the inbox itself. The second one is a source where the config has one of
// that name.
const (
	itself = "-"
	byName = "inbox"
)

// SourceOf is the source of a user: the one of that name, or "", which is the inbox itself.
func SourceOf[S any](sources map[string]S, user string) (source string, known bool) {
	if user == itself {
		return "", true
	}
	if _, known = sources[user]; known {
		return user, true
	}
	return "", user == byName
}

// The limits where the config has none.
const (
	usualConnections = 20
	usualPerAddress  = 5
	usualIdle        = 5 * time.Minute
	mostConnections  = 10_000
	longestIdle      = 24 * time.Hour
)

// Limits are the numbers of connections at a time, in all and from one address, and for how long
// one may send nothing.
type Limits struct {
	Connections, PerAddress int
	Idle                    time.Duration
}

// Settings are what the config says.
type Settings struct {
	Limits
	Public map[string][]ssh.PublicKey // by the source, "" is the inbox itself
}

// Of are what a file says of SFTP, which has these sources. A mistake is a *strictyaml.Error with
// its place.
func Of[S any](s SFTP, file string, sources map[string]S) (settings Settings, err error) {
	if _, _, err := net.SplitHostPort(s.Listen.Text); s.On() && err != nil {
		return settings, s.Listen.Wrong(file, "sftp.listen: %q is no address to listen on", s.Listen.Text).With("write it like 0.0.0.0:2022; leave it out for no SFTP")
	}
	if settings.Connections, err = number(s.Connections, usualConnections, file, "connections"); err != nil {
		return settings, err
	}
	if settings.PerAddress, err = number(s.PerAddress, usualPerAddress, file, "per_address"); err != nil {
		return settings, err
	}
	settings.Idle = usualIdle
	if text := s.Idle.Text; text != "" {
		if settings.Idle, err = time.ParseDuration(text); err != nil || settings.Idle <= 0 || settings.Idle > longestIdle {
			return settings, s.Idle.Wrong(file, "sftp.idle: %q is no time after which a connection is closed", text).With("write it like 5m, 24h at most")
		}
	}
	settings.Public, err = public(s, file, sources)
	return settings, err
}

func number(of strictyaml.Scalar, usual int, file, key string) (n int, err error) {
	if of.Text == "" {
		return usual, nil
	}
	if n, err = strconv.Atoi(of.Text); err != nil || n < 1 || n > mostConnections {
		return 0, of.Wrong(file, "sftp.%s: %q is no number of connections", key, of.Text).With(fmt.Sprintf("write a number from 1 to %d; without it, it is %d", mostConnections, usual))
	}
	return n, nil
}

// public are the public keys of the sources.
func public[S any](s SFTP, file string, sources map[string]S) (map[string][]ssh.PublicKey, error) {
	all := map[string][]ssh.PublicKey{}
	for _, user := range slices.Sorted(maps.Keys(s.Keys)) {
		source, known := SourceOf(sources, user)
		if !known {
			at := strictyaml.Scalar{}
			if len(s.Keys[user]) > 0 {
				at = s.Keys[user][0]
			}
			return nil, at.Wrong(file, "sftp.authorized_keys: there is no source %q", user).With(nearSource(user, sources))
		}
		for _, line := range s.Keys[user] {
			key, _, options, rest, err := ssh.ParseAuthorizedKey([]byte(line.Text))
			if err != nil || len(options) > 0 || len(rest) > 0 {
				return nil, line.Wrong(file, "sftp.authorized_keys.%s: this is no public key", user).With("write one line of a .pub file, such as ssh-ed25519 AAAAC3… crm, without options before it")
			}
			all[source] = append(all[source], key)
		}
	}
	return all, nil
}

func nearSource[S any](user string, sources map[string]S) string {
	if near := strictyaml.Nearest(user, slices.Sorted(maps.Keys(sources))); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "name a source of inbox.sources, or - for the inbox itself"
}
