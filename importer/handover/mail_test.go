package handover

import (
	"bufio"
	"io"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mailServer is an SMTP server on loopback that keeps what it takes, and has one fault.
type mailServer struct {
	listener net.Listener
	fault    string // the command at which it fails, and how: "DATA. lost"
	working  sync.WaitGroup

	mu       sync.Mutex
	taken    []string // whole mails
	commands []string
}

func startMailServer(t *testing.T, fault string) *mailServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &mailServer{listener: listener, fault: fault}
	s.working.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.talk(conn)
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		s.working.Wait()
	})
	return s
}

// talk is one session; a fault "COMMAND text" is answered by that text, and "COMMAND lost" by
// nothing at all. "DATA." is the end of the data.
func (s *mailServer) talk(conn net.Conn) {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	in := bufio.NewReader(conn)
	say := func(command, text string) bool {
		if at, how, _ := strings.Cut(s.fault, " "); at == command {
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
		text := map[string]string{"EHLO": "250-test\r\n250 AUTH PLAIN", "DATA": "354 go on", "QUIT": "221 bye", "AUTH": "235 welcome"}[command]
		if text == "" {
			text = "250 ok"
		}
		if !say(command, text) || command == "QUIT" {
			return
		}
		if command == "DATA" && !strings.HasPrefix(s.fault, "DATA ") {
			data, err := readData(in)
			if err != nil {
				return
			}
			if !strings.HasPrefix(s.fault, "DATA. 5") {
				s.keep(data)
			}
			if !say("DATA.", "250 taken") {
				return
			}
		}
	}
}

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

func (s *mailServer) note(command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = append(s.commands, command)
}

func (s *mailServer) keep(data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = append(s.taken, data)
}

func (s *mailServer) got() (mails, commands []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken, s.commands
}

func (s *mailServer) outlet() *Mail {
	address := s.listener.Addr().(*net.TCPAddr)
	return &Mail{Host: "127.0.0.1", Port: address.Port, Security: Plain, User: "shop", Password: supplier.NewSecret("word"),
		From: "Shop <shop@my.example>", To: []string{"orders@supplier.example"}, Language: wording.English, Written: wording.Ukrainian}
}

func content(w io.Writer) error {
	_, err := io.WriteString(w, "1001;KB-01\r\n")
	return err
}

func TestMail(t *testing.T) {
	t.Parallel()
	s := startMailServer(t, "")
	require.NoError(t, s.outlet().Check(t.Context()))
	mails, commands := s.got()
	require.Empty(t, mails)
	require.NotContains(t, commands, "MAIL", "a check sends nothing")
	require.Contains(t, commands, "AUTH")
	require.NoError(t, s.outlet().Place(t.Context(), "orders-1.csv", 3, content))
	mails, _ = s.got()
	require.Len(t, mails, 1)
	message, err := mail.ReadMessage(strings.NewReader(mails[0]))
	require.NoError(t, err)
	require.Equal(t, "<orders-1.csv@my.example>", message.Header.Get("Message-ID"))
	require.Contains(t, message.Header.Get("To"), "orders@supplier.example")
	body, err := io.ReadAll(message.Body)
	require.NoError(t, err)
	require.Contains(t, string(body), `filename="orders-1.csv"`)
	require.Contains(t, string(body), "MTAwMTtLQi0wMQ0K", "the file in base64")
}

// TestMailFaults: the kind of a failure says whether the mail may have been taken.
func TestMailFaults(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]struct {
		kind  supplier.Kind
		taken int
	}{
		"CONNECT lost":            {supplier.KindNotSent, 0},
		"AUTH 535 wrong password": {supplier.KindNotSent, 0},
		"MAIL 550 not you":        {supplier.KindNotSent, 0},
		"RCPT 550 nobody":         {supplier.KindNotSent, 0},
		"RCPT lost":               {supplier.KindNotSent, 0},
		"DATA 451 later":          {supplier.KindNotSent, 0},
		"DATA. 552 too large":     {supplier.KindNotSent, 0},
		"DATA. lost":              {supplier.KindAmbiguous, 1},
		"RSET lost":               {0, 1},
		"QUIT lost":               {0, 1},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := startMailServer(t, fault)
			err := s.outlet().Place(t.Context(), "orders-1.csv", 1, content)
			require.Equal(t, want.kind, supplier.KindOf(err), "%v", err)
			if want.kind != 0 {
				require.ErrorContains(t, err, "supplier.orders.mail")
				require.NotContains(t, err.Error(), "word word", "no password is told")
			}
			mails, _ := s.got()
			require.Len(t, mails, want.taken)
		})
	}
}

// TestMailNeedsTLS: without encryption nothing is sent, and no password.
func TestMailNeedsTLS(t *testing.T) {
	t.Parallel()
	s := startMailServer(t, "")
	outlet := s.outlet()
	outlet.Security = Starttls
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(outlet.Place(t.Context(), "orders-1.csv", 1, content)))
	mails, commands := s.got()
	require.Empty(t, mails)
	require.NotContains(t, commands, "AUTH")
	require.False(t, outlet.Withdraw("orders-1.csv"))
	_, found, err := outlet.Find("orders-1.csv")
	require.NoError(t, err)
	require.False(t, found)
}
