package handover

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Mail is an Outlet: each file goes to the supplier's mailbox by SMTP, as an attachment. What
// became of it is told by a part in the outbox, which outlasts a crash:
//
//	lay(.NAME.part)                 Reserve: NAME has not left for certain
//	the journal notes that orders are in NAME
//	connect, MAIL, RCPT, DATA       Place; the server goes on
//	.NAME.part → .NAME.left         from here on it may be taken
//	the mail, a full stop           without the full stop no server takes it (RFC 5321, 4.1.1.4)
//	250: .NAME.left → .NAME.taken   it was taken
//
// So only of .NAME.left nobody knows anything: the answer to the full stop was lost, or the
// program died on the way to it. Where the server has refused the mail, or the connection
// ended before the full stop, the part is laid anew.
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
	Outbox   string           // the folder of parts, which is made; "": a crash leaves all mails unknown

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

// The further kinds of a mail's part.
const (
	leftSuffix  = ".left"  // it may be taken
	takenSuffix = ".taken" // it was
)

// Reserve lays a part of the mail.
func (m *Mail) Reserve(name string) error {
	if m.Outbox == "" {
		return nil
	}
	err := os.MkdirAll(m.Outbox, 0o700)
	if err == nil {
		m.parts().removeOld(time.Now(), partSuffix, voidSuffix, leftSuffix, takenSuffix)
		err = m.parts().lay(name)
	}
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	return nil
}

func (m *Mail) parts() parts { return parts(m.Outbox) }

// Find finds a mail whose taking was noted. One that a server may have taken cannot be looked
// up there.
func (m *Mail) Find(name string) (time.Time, bool, error) {
	if m.Outbox == "" {
		return time.Time{}, false, nil
	}
	info, err := os.Lstat(m.parts().of(name, takenSuffix))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return time.Time{}, false, nil
	case err != nil:
		return time.Time{}, false, m.failed(supplier.KindNotSent, err)
	}
	return info.ModTime(), true, nil
}

// Withdraw voids the part of a mail that certainly has not left.
func (m *Mail) Withdraw(name string) bool { return m.Outbox != "" && m.parts().withdraw(name) }

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
	client, err := m.client()
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	d := &departure{mail: m, name: name}
	message, err := m.message(name, count, write, d.leave)
	if err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	if d.connection, err = client.DialToSMTPClientWithContext(ctx); err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	d.until, _ = ctx.Deadline()
	err = client.SendWithSMTPClient(d.connection, message)
	if failure, ok := errors.AsType[*mail.SendError](err); ok && failure.Reason == mail.ErrWriteContent {
		_ = d.connection.Close() // a farewell would end the data with a full stop
	} else {
		defer client.CloseWithSMTPClient(d.connection)
	}
	if err == nil || message.IsDelivered() { // what fails after the mail was taken does not take it back
		d.note(takenSuffix)
		return nil
	}
	kind := sendKind(err)
	if kind == supplier.KindNotSent {
		d.note(partSuffix)
	}
	return m.failed(kind, err)
}

// departure is one mail on its way.
type departure struct {
	mail       *Mail
	name       string
	connection *smtp.Client
	until      time.Time // when the attempt ends, zero for never
	left       bool
}

// leave is called when the server goes on with the data, before the first line of the mail's
// text. Where the mail was withdrawn meanwhile, the connection ends: the server has no full stop.
func (d *departure) leave() error {
	if left := time.Until(d.until); left > mailPatience { // a large file takes longer, and so does its inspection there
		_ = d.connection.UpdateDeadline(left)
	}
	if d.mail.Outbox == "" {
		return nil
	}
	if err := d.mail.parts().turn(d.name, partSuffix, leftSuffix); err != nil {
		return errors.Join(err, d.connection.Close())
	}
	d.left = true
	return nil
}

// note keeps what became of a mail that has left. Where that fails, nobody knows after a crash.
func (d *departure) note(suffix string) {
	if d.left {
		_ = d.mail.parts().turn(d.name, leftSuffix, suffix)
	}
}

// sendKind tells a mail that certainly was not taken, as the server said so or had not got
// the data and its full stop yet, from one of which nobody knows.
func sendKind(err error) supplier.Kind {
	failure, ok := errors.AsType[*mail.SendError](err)
	if !ok {
		return supplier.KindAmbiguous
	}
	switch failure.Reason {
	case mail.ErrSMTPMailFrom, mail.ErrSMTPRcptTo, mail.ErrSMTPData, mail.ErrWriteContent, mail.ErrConnCheck, mail.ErrGetSender, mail.ErrGetRcpts, mail.ErrNoUnencoded:
		return supplier.KindNotSent
	}
	if answer := (*textproto.Error)(nil); failure.Reason == mail.ErrSMTPDataClose && (errors.As(err, &answer) || failure.ErrorCode() >= 400) {
		return supplier.KindNotSent // an answer to the data that refuses it
	}
	return supplier.KindAmbiguous
}

// message is a mail with a file; leave is called when its text is sent, and can keep it from that.
func (m *Mail) message(name string, count int, write func(io.Writer) error, leave func() error) (*mail.Msg, error) {
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
	message.SetMessageIDWithValue(m.messageID(name))
	text := wording.NewMessage("handover.mail", count, name).In(m.Written) + "\n"
	message.SetBodyWriter(mail.TypeTextPlain, func(w io.Writer) (int64, error) {
		if err := leave(); err != nil {
			return 0, err
		}
		n, err := io.WriteString(w, text)
		return int64(n), err
	})
	return message, message.AttachReader(name, &file)
}

// messageID is the Message-ID of the mail with a file, by which a person finds it.
func (m *Mail) messageID(name string) string {
	_, domain, _ := strings.Cut(strings.TrimRight(m.From, ">"), "@")
	return name + "@" + domain
}

// Trace is where a person looks for a file: among the mails that were sent, by its Message-ID.
func (m *Mail) Trace(name string) wording.Message {
	return wording.NewMessage("handover.trace_mail", m.From, "<"+m.messageID(name)+">")
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
