// Package mailserver sends mails by a server that takes them from its users (RFC 6409): the
// one way in which orders and notices leave as mail.
package mailserver

import (
	"context"
	"crypto/tls"
	"errors"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Server is a mail server, and as whom it is used.
type Server struct {
	Host     string
	Port     int
	Security string // Starttls, ImplicitTLS or Plain
	User     string // "": no authentication
	Password supplier.Secret
	TLS      *tls.Config // nil: the system's certificates
}

// The ways in which a connection to a mail server is secured (RFC 3207, RFC 8314).
const (
	Starttls    = "starttls"
	ImplicitTLS = "tls"
	Plain       = "none" // for a server on this machine alone
)

// Ports are the usual ports by how the connection is secured.
func Ports() map[string]int { return map[string]int{Starttls: 587, ImplicitTLS: 465, Plain: 25} }

// patience is how long a server may take to say anything.
const patience = 20 * time.Second

// Address is host and port.
func (s Server) Address() string { return s.Host + ":" + strconv.Itoa(s.Port) }

// Describe is to whom mails go by the server, for people.
func (s Server) Describe(to []string) string {
	return strings.Join(to, ", ") + " (" + s.Address() + ")"
}

// Check connects, secures the connection, authenticates, and sends nothing.
func (s Server) Check(ctx context.Context) error {
	client, err := mail.NewClient(s.Host, s.options()...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	return client.Close()
}

// Send sends one mail, in one attempt. See Lost for its errors.
func (s Server) Send(ctx context.Context, message *mail.Msg) error {
	return s.SendNoting(ctx, func() error { return nil }, func(func() error) (*mail.Msg, error) { return message, nil })
}

// SendNoting sends the mail that compose makes, in one attempt. What writes the mail's text
// calls begin before the first line, when the server goes on with the data: leave is called
// then, and where it is an error the connection ends. Without the full stop no server takes
// a mail (RFC 5321, 4.1.1.4). See Lost for the errors.
func (s Server) SendNoting(ctx context.Context, leave func() error, compose func(begin func() error) (*mail.Msg, error)) error {
	client, err := mail.NewClient(s.Host, s.options()...)
	if err != nil {
		return err
	}
	d := &departure{leave: leave}
	message, err := compose(d.begin)
	if err != nil {
		return err
	}
	if d.connection, err = client.DialToSMTPClientWithContext(ctx); err != nil {
		return err
	}
	d.until, _ = ctx.Deadline()
	err = client.SendWithSMTPClient(d.connection, message)
	if failure, ok := errors.AsType[*mail.SendError](err); ok && failure.Reason == mail.ErrWriteContent {
		_ = d.connection.Close() // a farewell would end the data with a full stop
	} else {
		defer client.CloseWithSMTPClient(d.connection)
	}
	if err == nil || message.IsDelivered() { // what fails after the mail was taken does not take it back
		return nil
	}
	if untaken(err) {
		return err
	}
	return &lostError{err}
}

// departure is one mail on its way.
type departure struct {
	connection *smtp.Client
	until      time.Time // when the attempt ends, zero for never
	leave      func() error
}

// begin is called before the first line of the mail's text. A large mail takes longer than a
// server's answer otherwise may, and so does its inspection there.
func (d *departure) begin() error {
	if left := time.Until(d.until); left > patience {
		_ = d.connection.UpdateDeadline(left)
	}
	if err := d.leave(); err != nil {
		return errors.Join(err, d.connection.Close())
	}
	return nil
}

// lostError is that the connection ended before the server said whether it took the mail.
type lostError struct{ error }

func (e *lostError) Unwrap() error { return e.error }

// Hint is that of what it wraps.
func (e *lostError) Hint() string { return "" }

// Failure is that of what it wraps.
func (e *lostError) Failure() failure.Kind { return failure.Unknown }

// Lost reports whether an error of Send leaves open if the mail was taken. After any other
// error it certainly was not.
func Lost(err error) bool {
	_, lost := errors.AsType[*lostError](err)
	return lost
}

// Compose begins a mail: from whom and to whom it goes, its subject, time and id. Its text is
// the caller's.
func Compose(from string, to []string, subject, name string, at time.Time) (*mail.Msg, error) {
	message := mail.NewMsg()
	if err := message.From(from); err != nil {
		return nil, err
	}
	if err := message.To(to...); err != nil {
		return nil, err
	}
	message.Subject(subject)
	message.SetDateWithValue(at)
	message.SetMessageIDWithValue(MessageID(name, from))
	return message, nil
}

// MessageID is an id within the domain of the sender: a mailbox shows a mail with the same
// one once, should it come twice.
func MessageID(name, from string) string {
	_, domain, _ := strings.Cut(strings.TrimRight(from, ">"), "@")
	return name + "@" + domain
}

func (s Server) options() []mail.Option {
	options := []mail.Option{mail.WithPort(s.Port), mail.WithTimeout(patience), mail.WithoutNoop()}
	switch s.Security {
	case ImplicitTLS:
		options = append(options, mail.WithSSL())
	case Plain:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if s.TLS != nil {
		options = append(options, mail.WithTLSConfig(s.TLS))
	}
	if s.User != "" {
		auth := mail.SMTPAuthAutoDiscover
		if s.Security == Plain {
			auth = mail.SMTPAuthPlainNoEnc
		}
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(s.User), mail.WithPassword(s.Password.Reveal()))
	}
	return options
}

// untaken reports whether a mail certainly was not taken: the server said so, or had not got
// the data and its full stop yet.
func untaken(err error) bool {
	failure, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return false
	}
	switch failure.Reason {
	case mail.ErrSMTPMailFrom, mail.ErrSMTPRcptTo, mail.ErrSMTPData, mail.ErrWriteContent, mail.ErrConnCheck, mail.ErrGetSender, mail.ErrGetRcpts, mail.ErrNoUnencoded:
		return true
	}
	answer := (*textproto.Error)(nil) // an answer to the data that refuses it
	return failure.Reason == mail.ErrSMTPDataClose && (errors.As(err, &answer) || failure.ErrorCode() >= 400)
}
