// Package mailtest is an SMTP server for tests: it keeps the mails that it takes, and fails as
// it is told. It speaks as much of RFC 5321 as a client needs that sends one mail.
package mailtest

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is an SMTP server on loopback that keeps what it takes, and has one fault.
type Server struct {
	listener net.Listener
	fault    string // the command at which it fails, and how: "DATA. lost"
	working  sync.WaitGroup

	tls      *tls.Config // nil: it has no certificate
	implicit bool        // it speaks TLS from the first byte

	mu       sync.Mutex
	taken    []string // whole mails
	commands []string
}

// Start starts a server with a fault, "" for none, until the test ends.
//
// A fault "COMMAND text" is answered by that text, and "COMMAND lost" by nothing at all: the
// connection ends. CONNECT is the greeting, "DATA." the end of the data, and "DATA- lost" ends
// the connection in the middle of it.
func Start(t *testing.T, fault string) *Server { return start(t, &Server{fault: fault}) }

// StartTLS starts a server with a certificate for 127.0.0.1, which speaks TLS from the first
// byte or after STARTTLS. trust is a client's config that knows the certificate.
func StartTLS(t *testing.T, implicit bool) (s *Server, trust *tls.Config) {
	t.Helper()
	web := httptest.NewTLSServer(nil) // nobody asks it: it has a certificate
	t.Cleanup(web.Close)
	s = start(t, &Server{tls: &tls.Config{Certificates: web.TLS.Certificates, MinVersion: tls.VersionTLS12}, implicit: implicit})
	roots := web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return s, &tls.Config{RootCAs: roots, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
}

func start(t *testing.T, s *Server) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.listener = listener
	s.working.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.working.Go(func() { s.talk(conn) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		s.working.Wait()
	})
	return s
}

// talk is one session.
func (s *Server) talk(conn net.Conn) {
	defer func() { conn.Close() }()
	if s.implicit {
		conn = tls.Server(conn, s.tls)
	}
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	in := bufio.NewReader(conn)
	s.mu.Lock()
	fault := s.fault
	s.mu.Unlock()
	say := func(command, text string) bool {
		if at, how, _ := strings.Cut(fault, " "); at == command {
			text = how
		}
		if text == "lost" {
			return false
		}
		_, err := io.WriteString(conn, text+"\r\n")
		return err == nil
	}
	if !say("CONNECT", "220 test") {
		return
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		command, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		command = strings.ToUpper(command)
		s.note(command)
		text := map[string]string{"EHLO": s.extensions(conn), "DATA": "354 go on", "STARTTLS": "220 go on", "QUIT": "221 bye", "AUTH": "235 welcome"}[command]
		if text == "" {
			text = "250 ok"
		}
		if !say(command, text) || command == "QUIT" {
			return
		}
		if command == "STARTTLS" {
			conn = tls.Server(conn, s.tls)
			in = bufio.NewReader(conn)
		}
		if command == "DATA" && !strings.HasPrefix(fault, "DATA ") {
			if fault == "DATA- lost" {
				_, _ = in.ReadString('\n')
				return
			}
			data, err := readData(in)
			if err != nil {
				return
			}
			if !strings.HasPrefix(fault, "DATA. 5") {
				s.keep(data)
			}
			if !say("DATA.", "250 taken") {
				return
			}
		}
	}
}

// extensions are the answer to EHLO: before TLS a server with a certificate takes no password.
func (s *Server) extensions(conn net.Conn) string {
	if _, secured := conn.(*tls.Conn); s.tls != nil && !secured {
		return "250-test\r\n250 STARTTLS"
	}
	return "250-test\r\n250 AUTH PLAIN"
}

// readData is a mail up to the full stop on a line of its own, with the further ones that SMTP adds.
func readData(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil || line == ".\r\n" {
			return b.String(), err
		}
		b.WriteString(line)
	}
}

func (s *Server) note(command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, command)
}

func (s *Server) keep(data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = append(s.taken, data)
}

// Got is what the server took, whole mails, and the commands that it heard.
func (s *Server) Got() (mails, commands []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.taken), slices.Clone(s.commands)
}

// Port is where it listens on 127.0.0.1.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Heal ends the fault.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = ""
}
