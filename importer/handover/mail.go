package handover

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Mail is an Outlet: each file goes to the supplier's mailbox by SMTP, as an attachment.
type Mail struct {
	Host     string
	Port     int
	Security string // Starttls, ImplicitTLS or Plain
	User     string // "": no authentication
	Password supplier.Secret
	From     string
	To       []string
	Subject  string           // "": the catalogue's
	Language wording.Language // of what is said here
	Written  wording.Language // of what he reads

	TLS *tls.Config // nil: the system's certificates
}

// The ways in which a connection to a mail server is secured (RFC 3207, RFC 8314).
const (
	Starttls    = "starttls"
	ImplicitTLS = "tls"
	Plain       = "none" // for a server on this machine alone
)

// mailPatience is how long a server may take to say anything.
const mailPatience = 20 * time.Second

// Reserve does nothing: there is no place to hold.
func (m *Mail) Reserve(string) error { return nil }

// Find finds nothing: what was sent cannot be looked up.
func (m *Mail) Find(string) (time.Time, bool, error) { return time.Time{}, false, nil }

// Withdraw is false: nobody can tell what was never sent.
func (m *Mail) Withdraw(string) bool { return false }

func (m *Mail) failed(kind supplier.Kind, err error) error {
	return &supplier.Error{Kind: kind, Op: opCreate, Detail: wording.NewMessage("handover.mail_failed", m.address(), oneline.Clean(err.Error(), mostSaid)).In(m.Language), Err: err}
}

func (m *Mail) client() (*mail.Client, error) {
	options := []mail.Option{mail.WithPort(m.Port), mail.WithTimeout(mailPatience), mail.WithoutNoop()}
	switch m.Security {
	case ImplicitTLS:
		options = append(options, mail.WithSSL())
	case Plain:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if m.TLS != nil {
		options = append(options, mail.WithTLSConfig(m.TLS))
	}
	if m.User != "" {
		auth := mail.SMTPAuthAutoDiscover
		if m.Security == Plain {
			auth = mail.SMTPAuthPlainNoEnc
		}
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(m.User), mail.WithPassword(m.Password.Reveal()))
	}
	return mail.NewClient(m.Host, options...)
}

// Place sends one mail. An answer that is lost after the data leaves its outcome unknown.
func (m *Mail) Place(ctx context.Context, name string, count int, write func(io.Writer) error) error {
	message, err := m.message(name, count, write)
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	client, err := m.client()
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	defer client.Close()
	err = client.Send(message)
	if err == nil || message.IsDelivered() { // what fails after the mail was taken does not take it back
		return nil
	}
	return m.failed(sendKind(err), err)
}

// sendKind tells a mail that certainly was not taken, as the server said so or had not got
// the data yet, from one of which nobody knows.
func sendKind(err error) supplier.Kind {
	failure, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return supplier.KindAmbiguous
	}
	switch failure.Reason {
	case mail.ErrSMTPMailFrom, mail.ErrSMTPRcptTo, mail.ErrSMTPData, mail.ErrConnCheck, mail.ErrGetSender, mail.ErrGetRcpts, mail.ErrNoUnencoded:
		return supplier.KindNotSent
	}
	if answer := (*textproto.Error)(nil); failure.Reason == mail.ErrSMTPDataClose && (errors.As(err, &answer) || failure.ErrorCode() >= 400) {
		return supplier.KindNotSent // an answer to the data that refuses it
	}
	return supplier.KindAmbiguous
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
	_, domain, _ := strings.Cut(strings.TrimRight(m.From, ">"), "@")
	message.SetMessageIDWithValue(name + "@" + domain)
	message.SetBodyString(mail.TypeTextPlain, wording.NewMessage("handover.mail", count, name).In(m.Written)+"\n")
	return message, message.AttachReader(name, &file)
}

func (m *Mail) address() string { return m.Host + ":" + strconv.Itoa(m.Port) }

// Check connects, secures the connection, authenticates, and sends nothing.
func (m *Mail) Check(ctx context.Context) error {
	client, err := m.client()
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	return client.Close()
}

// Describe is where mails go, for people.
func (m *Mail) Describe() string { return strings.Join(m.To, ", ") + " (" + m.address() + ")" }
