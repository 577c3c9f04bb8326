package handover

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/dropbridge/dropbridge/internal/mailserver"
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
	Security string // as mailserver has it
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
	return &supplier.Error{Kind: kind, Op: opCreate, Detail: wording.NewMessage("handover.mail_failed", m.server().Address(), oneline.Clean(err.Error(), mostSaid)).In(m.Language), Err: err}
}

// server is the one by which mails go.
func (m *Mail) server() mailserver.Server {
	return mailserver.Server{Host: m.Host, Port: m.Port, Security: m.Security, User: m.User, Password: m.Password, TLS: m.TLS}
}

// Place sends one mail. An answer that is lost after the data leaves its outcome unknown.
func (m *Mail) Place(ctx context.Context, name string, count int, write func(io.Writer) error) error {
	left := false
	err := m.server().SendNoting(ctx, func() error {
		if m.Outbox == "" {
			return nil
		}
		err := m.parts().turn(name, partSuffix, leftSuffix) // it may have been withdrawn meanwhile
		left = err == nil
		return err
	}, func(begin func() error) (*mail.Msg, error) { return m.message(name, count, write, begin) })
	lost := mailserver.Lost(err)
	if left && !lost { // where that fails, nobody knows after a crash
		suffix := takenSuffix
		if err != nil {
			suffix = partSuffix
		}
		_ = m.parts().turn(name, leftSuffix, suffix)
	}
	switch {
	case err == nil:
		return nil
	case lost:
		return m.failed(supplier.KindAmbiguous, err)
	default:
		return m.failed(supplier.KindNotSent, err)
	}
}

// message is a mail with a file; begin is called when its text is sent, and can keep it from that.
func (m *Mail) message(name string, count int, write func(io.Writer) error, begin func() error) (*mail.Msg, error) {
	var file bytes.Buffer
	if err := write(&file); err != nil {
		return nil, err
	}
	subject := m.Subject
	if subject == "" {
		subject = wording.NewMessage("handover.subject", count).In(m.Written)
	}
	// The same file has the same id: a mailbox shows it once, should it come twice.
	message, err := mailserver.Compose(m.From, m.To, subject+" – "+name, name, time.Now())
	if err != nil {
		return nil, err
	}
	text := wording.NewMessage("handover.mail", count, name).In(m.Written) + "\n"
	message.SetBodyWriter(mail.TypeTextPlain, func(w io.Writer) (int64, error) {
		if err := begin(); err != nil {
			return 0, err
		}
		n, err := io.WriteString(w, text)
		return int64(n), err
	})
	return message, message.AttachReader(name, &file)
}

// Trace is where a person looks for a file: among the mails that were sent, by its Message-ID.
func (m *Mail) Trace(name string) wording.Message {
	return wording.NewMessage("handover.trace_mail", m.From, "<"+mailserver.MessageID(name, m.From)+">")
}

// Check connects, secures the connection, authenticates, and sends nothing.
func (m *Mail) Check(ctx context.Context) error {
	if err := m.server().Check(ctx); err != nil {
		return m.failed(supplier.KindNotSent, err)
	}
	return nil
}

// Describe is where mails go, for people.
func (m *Mail) Describe() string { return m.server().Describe(m.To) }
