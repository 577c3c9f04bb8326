package handover

import (
	"io"
	"net/mail"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/handover/mailtest"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func outletOf(s *mailtest.Server) *Mail {
	return &Mail{Host: "127.0.0.1", Port: s.Port(), Security: mailserver.Plain, User: "shop", Password: supplier.NewSecret("word"),
		From: "Shop <shop@my.example>", To: []string{"orders@supplier.example"}, Language: wording.English, Written: wording.Ukrainian}
}

func content(w io.Writer) error {
	_, err := io.WriteString(w, "1001;KB-01\r\n")
	return err
}

func TestMail(t *testing.T) {
	t.Parallel()
	s := mailtest.Start(t, "")
	require.NoError(t, outletOf(s).Check(t.Context()))
	mails, commands := s.Got()
	require.Empty(t, mails)
	require.NotContains(t, commands, "MAIL", "a check sends nothing")
	require.Contains(t, commands, "AUTH")
	require.NoError(t, outletOf(s).Place(t.Context(), "orders-1.csv", 3, content))
	mails, _ = s.Got()
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
			s := mailtest.Start(t, fault)
			err := outletOf(s).Place(t.Context(), "orders-1.csv", 1, content)
			require.Equal(t, want.kind, supplier.KindOf(err), "%v", err)
			if want.kind != 0 {
				require.ErrorContains(t, err, "supplier.orders.mail")
				require.NotContains(t, err.Error(), "word word", "no password is told")
			}
			mails, _ := s.Got()
			require.Len(t, mails, want.taken)
		})
	}
}

// TestMailOverTLS: both ways to secure a connection, and a certificate that nobody knows.
func TestMailOverTLS(t *testing.T) {
	t.Parallel()
	for security, implicit := range map[string]bool{mailserver.Starttls: false, mailserver.ImplicitTLS: true} {
		s, trust := mailtest.StartTLS(t, implicit)
		outlet := outletOf(s)
		outlet.Security = security
		require.Equal(t, supplier.KindNotSent, supplier.KindOf(outlet.Place(t.Context(), "orders-1.csv", 1, content)), security)
		_, commands := s.Got()
		require.NotContains(t, commands, "AUTH", "a server that is not known gets no password")
		outlet.TLS = trust
		require.NoError(t, outlet.Place(t.Context(), "orders-1.csv", 1, content), security)
		mails, commands := s.Got()
		require.Len(t, mails, 1, security)
		require.Contains(t, commands, "AUTH")
	}
}

// TestMailNeedsTLS: without encryption nothing is sent, and no password.
func TestMailNeedsTLS(t *testing.T) {
	t.Parallel()
	s := mailtest.Start(t, "")
	outlet := outletOf(s)
	outlet.Security = mailserver.Starttls
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(outlet.Place(t.Context(), "orders-1.csv", 1, content)))
	mails, commands := s.Got()
	require.Empty(t, mails)
	require.NotContains(t, commands, "AUTH")
	require.False(t, outlet.Withdraw("orders-1.csv"))
	_, found, err := outlet.Find("orders-1.csv")
	require.NoError(t, err)
	require.False(t, found)
}

// TestOutbox: what lies in the outbox says of a mail whether it has left, and whether it was
// taken; only of one that has left and whose answer is not known nobody knows.
func TestOutbox(t *testing.T) {
	t.Parallel()
	long := func(w io.Writer) error { // more than any buffer on the way holds
		_, err := io.WriteString(w, strings.Repeat("1001;KB-01\r\n", 3_000_000))
		return err
	}
	for fault, want := range map[string]struct {
		kind            supplier.Kind
		write           func(io.Writer) error
		found, withdraw bool
	}{
		"":                        {0, content, true, false},
		"CONNECT lost":            {supplier.KindNotSent, content, false, true},
		"AUTH 535 wrong password": {supplier.KindNotSent, content, false, true},
		"RCPT 550 nobody":         {supplier.KindNotSent, content, false, true},
		"DATA 451 later":          {supplier.KindNotSent, content, false, true},
		"DATA- lost":              {supplier.KindNotSent, long, false, true},
		"DATA. 552 too large":     {supplier.KindNotSent, content, false, true},
		"DATA. lost":              {supplier.KindAmbiguous, content, false, false},
		"QUIT lost":               {0, content, true, false},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := mailtest.Start(t, fault)
			outlet := outletOf(s)
			outlet.Outbox = filepath.Join(t.TempDir(), "state", "outbox")
			require.False(t, outlet.Withdraw("orders-1.csv"), "of a mail that this outbox does not know nobody knows")
			require.NoError(t, outlet.Reserve("orders-1.csv"))
			err := outlet.Place(t.Context(), "orders-1.csv", 1, want.write)
			require.Equal(t, want.kind, supplier.KindOf(err), "%v", err)
			later := outletOf(s) // of a program that was started anew
			later.Outbox = outlet.Outbox
			_, found, err := later.Find("orders-1.csv")
			require.NoError(t, err)
			require.Equal(t, want.found, found)
			require.Equal(t, want.withdraw, later.Withdraw("orders-1.csv"))
			mails, _ := s.Got()
			if want.kind == supplier.KindNotSent {
				require.Empty(t, mails, "half a mail is none")
			}
		})
	}
}

// TestWithdrawnMail: who was held up on the way finds that another one has withdrawn the mail,
// and the server gets no mail.
func TestWithdrawnMail(t *testing.T) {
	t.Parallel()
	s := mailtest.Start(t, "")
	outlet := outletOf(s)
	outlet.Outbox = t.TempDir()
	require.NoError(t, outlet.Reserve("orders-1.csv"))
	require.True(t, outlet.Withdraw("orders-1.csv"))
	require.True(t, outlet.Withdraw("orders-1.csv"), "for each of its orders")
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(outlet.Place(t.Context(), "orders-1.csv", 1, content)))
	mails, commands := s.Got()
	require.Empty(t, mails)
	require.Contains(t, commands, "DATA")
	require.Contains(t, outlet.Trace("orders-1.csv").In(wording.English), "(Message-ID <orders-1.csv@my.example>)")

	require.NoError(t, outlet.Reserve("orders-2.csv"))
	require.NoError(t, outlet.parts().turn("orders-2.csv", partSuffix, leftSuffix)) // the program died on the way
	require.False(t, outlet.Withdraw("orders-2.csv"))
	outlet.parts().removeOld(time.Now().Add(partAge+time.Hour), partSuffix, voidSuffix, leftSuffix, takenSuffix)
	require.False(t, outlet.Withdraw("orders-1.csv"))
}
