package channel

import (
	"context"

	"github.com/wneessen/go-mail"

	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
)

// Mail is the channel to mailboxes.
type Mail struct {
	Server mailserver.Server
	From   string
	To     []string
	Voice  letter.Voice
}

// Name is mail.
func (m *Mail) Name() string { return "mail" }

// Describe is to whom mails go, and by which server.
func (m *Mail) Describe() string { return m.Server.Describe(m.To) }

// Idempotent is false: most mailboxes show a mail with the same Message-ID once, and some do not.
func (m *Mail) Idempotent() bool { return false }

// Send sends a mail with plain text and the same as HTML.
func (m *Mail) Send(ctx context.Context, l *letter.Letter, repeat bool) (string, error) {
	message, err := m.message(l, repeat)
	if err == nil {
		err = m.Server.Send(ctx, message)
	}
	if err != nil {
		return "", &SendError{Err: err, Lost: mailserver.Lost(err)}
	}
	return Said(message.ServerResponse()), nil
}

func (m *Mail) message(l *letter.Letter, repeat bool) (*mail.Msg, error) {
	message, err := mailserver.Compose(m.From, m.To, m.Voice.Subject(l), l.ID, l.Made)
	if err != nil {
		return nil, err
	}
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answers of machines
	message.SetBodyString(mail.TypeTextPlain, m.Voice.Plain(l, repeat))
	html, err := m.Voice.HTML(l, repeat)
	message.AddAlternativeString(mail.TypeTextHTML, html)
	return message, err
}

// Check logs in at the server.
func (m *Mail) Check(ctx context.Context) (string, error) {
	if err := m.Server.Check(ctx); err != nil {
		return "", &SendError{Err: err}
	}
	return "", nil
}
