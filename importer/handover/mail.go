package handover

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Mail is an Outlet: each file goes to the supplier's mailbox by SMTP, as an attachment.
type Mail struct {
	Host     string
	Port     int
	Security string // of package mailserver
	User     string // "": no authentication
	Password supplier.Secret
	From     string
	To       []string
	Subject  string           // "": the catalogue's
	Language wording.Language // of what is said here
	Written  wording.Language // of what he reads

	TLS *tls.Config // nil: the system's certificates
}

// Reserve does nothing: there is no place to hold.
func (m *Mail) Reserve(string) error { return nil }

// Find finds nothing: what was sent cannot be looked up.
func (m *Mail) Find(string) (time.Time, bool, error) { return time.Time{}, false, nil }

// Withdraw is false: nobody can tell what was never sent.
func (m *Mail) Withdraw(string) bool { return false }

func (m *Mail) failed(kind supplier.Kind, err error) error {
	return &supplier.Error{Kind: kind, Op: opCreate, Detail: wording.NewMessage("handover.mail_failed", m.server().Address(), oneline.Clean(err.Error(), mostSaid)).In(m.Language), Err: err}
}

// server is the one by which mails go.
func (m *Mail) server() mailserver.Server {
	return mailserver.Server{Host: m.Host, Port: m.Port, Security: m.Security, User: m.User, Password: m.Password, TLS: m.TLS}
}

// Place sends one mail. An answer that is lost after the data leaves its outcome unknown.
func (m *Mail) Place(ctx context.Context, name string, count int, write func(io.Writer) error) error {
	message, err := m.message(name, count, write)
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	switch err := m.server().Send(ctx, message); {
	case err == nil:
		return nil
	case mailserver.Lost(err):
		return m.failed(supplier.KindAmbiguous, err)
	default:
		return m.failed(supplier.KindNotSent, err)
	}
}

func (m *Mail) message(name string, count int, write func(io.Writer) error) (*mail.Msg, error) {
	var file bytes.Buffer
	if err := write(&file); err != nil {
		return nil, err
	}
	message := mail.NewMsg()
	if err := message.From(m.From); err != nil {
		return nil, err
	}
	if err := message.To(m.To...); err != nil {
		return nil, err
	}
	subject := m.Subject
	if subject == "" {
		subject = wording.NewMessage("handover.subject", count).In(m.Written)
	}
	message.Subject(subject + " – " + name)
	message.SetDate()
	// The same file has the same id: a mailbox shows it once, should it come twice.
	message.SetMessageIDWithValue(mailserver.MessageID(name, m.From))
	message.SetBodyString(mail.TypeTextPlain, wording.NewMessage("handover.mail", count, name).In(m.Written)+"\n")
	return message, message.AttachReader(name, &file)
}

// Check connects, secures the connection, authenticates, and sends nothing.
func (m *Mail) Check(ctx context.Context) error {
	if err := m.server().Check(ctx); err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	return nil
}

// Describe is where mails go, for people.
func (m *Mail) Describe() string { return strings.Join(m.To, ", ") + " (" + m.server().Address() + ")" }
