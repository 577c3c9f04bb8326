package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
)

const notifyText = `
language: en
shop: {name: My shop}
http: {url: 'https://shop.example/db/'}
notify:
  quiet: 22:00-08:00
  digest: 09:30
  urgent: [token_refused]
  mail: {to: [owner@my.example], from: shop@my.example, host: smtp.example, user: shop, password_file: word, tls: tls}
  telegram: {chat: -100123, token_env: BOT}
  webhook: {url: 'https://crm.example/hook', secret_env: HOOK}
inbox:
  on_result: {url: 'https://crm.example/results', secret_env: HOOK}
  sources:
    keycrm: {template: keycrm, on_result: {url: 'https://keycrm.example/results', secret_env: HOOK}}
    shop: {}
`

func TestNotifier(t *testing.T) {
	t.Parallel()
	c, err := loadText(t, notifyText)
	require.NoError(t, err)
	require.True(t, c.Notifies())
	require.NoError(t, os.WriteFile(c.Path("word"), []byte("mail-word\n"), 0o600))
	secrets := map[string]string{"BOT": "12:token", "HOOK": "a-secret-of-enough-length"}
	lookUp := func(name string) (string, bool) { return secrets[name], secrets[name] != "" }
	o, err := c.Notifier(lookUp, time.Now)
	require.NoError(t, err)
	require.Equal(t, 22*time.Hour, o.Schedule.Silent.From)
	require.Equal(t, 8*time.Hour, o.Schedule.Silent.Till)
	require.Equal(t, 9*time.Hour+30*time.Minute, o.Schedule.Digest)
	require.Equal(t, "Europe/Kyiv", o.Schedule.Zone.String())
	require.Equal(t, []string{"token_refused"}, o.Urgent)
	require.Equal(t, "https://shop.example/db/", o.Voice.Page)
	require.Equal(t, filepath.Join(c.State(), "notify.json"), o.File)
	require.Len(t, o.Channels, 3)
	mail := o.Channels[0].(*channel.Mail)
	require.Equal(t, 465, mail.Server.Port)
	require.Equal(t, "mail-word", mail.Server.Password.Reveal())
	bot := o.Channels[1].(*channel.Telegram)
	require.Equal(t, "-100123", bot.Chat)
	require.Equal(t, "https://api.telegram.org", bot.Base)
	require.Equal(t, "12:token", bot.Token.Reveal())
	require.Equal(t, "https://keycrm.example", o.Hooks["keycrm"].Describe())
	require.Equal(t, "on_result keycrm", o.Hooks["keycrm"].Name())
	require.Same(t, o.Hooks[""], o.Hooks["shop"], "what the inbox says holds for its sources")
	require.ErrorContains(t, c.checkOut("--out", c.Path("word")), "the file of the mailbox's password")

	secrets["HOOK"] = "whsec_not/base64/at!all"
	_, err = c.Notifier(lookUp, time.Now)
	require.ErrorContains(t, err, "no base64")
	secrets["HOOK"] = "short"
	_, err = c.Notifier(lookUp, time.Now)
	require.ErrorContains(t, err, "can be guessed")
	delete(secrets, "BOT")
	_, err = c.Notifier(lookUp, time.Now)
	require.ErrorContains(t, err, "notify.telegram.token: the environment's BOT holds nothing")
	require.Contains(t, failure.Hint(err), "export BOT=")
	require.NoError(t, os.Remove(c.Path("word")))
	_, err = c.Notifier(lookUp, time.Now)
	require.ErrorContains(t, err, "notify.mail.password_file")
}

func TestNobodyIsNotified(t *testing.T) {
	t.Parallel()
	c, err := loadText(t, "notify: {digest: 10:00}\n")
	require.NoError(t, err)
	require.False(t, c.Notifies())
	require.Contains(t, c.urgent(), "outcome_unknown")
}

func TestNotifyMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"notify: {quiet: at night}":                                                  "notify.quiet: \"at night\" are no hours",
		"notify: {quiet: 22:00-25:00}":                                               "\"25:00\" is no time of day",
		"notify: {digest: nine}":                                                     "notify.digest: \"nine\" is no time of day",
		"notify: {time_zone: Europe/Kiyv}":                                           "notify.time_zone: \"Europe/Kiyv\" is not known",
		"notify: {urgent: [token_refuse]}":                                           "notify.urgent: \"token_refuse\" is not known",
		"notify: {telegram: {}}":                                                     "notify.telegram.chat is missing",
		"notify: {telegram: {chat: 1, base_url: x}}":                                 "notify.telegram.base_url: \"x\" is not an address",
		"notify: {webhook: {}}":                                                      "notify.webhook.url: \"\" is not an address",
		"inbox: {on_result: {url: 'ftp://x'}}":                                       "inbox.on_result.url: \"ftp://x\" is not an address",
		"inbox: {sources: {a: {on_result: {}}}}":                                     "inbox.sources.a.on_result.url",
		"notify: {mail: {from: a@b.example}}":                                        "notify.mail.to is missing",
		"notify: {mail: {to: [a@b.example], from: a@b.example, host: h, tls: ssl}}":  "notify.mail.tls: \"ssl\" is not known",
		"notify: {mail: {to: [a@b.example], from: a@b.example, host: h, tls: none}}": "notify.mail.tls: none is for a server on this machine alone",
		"http: {url: shop.example}":                                                  "http.url: \"shop.example\" is not an address",
		"notify: {mails: {}}":                                                        "unknown key",
	} {
		_, err := loadText(t, text+"\n")
		require.ErrorContains(t, err, want, text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
	_, err := loadText(t, "notify: {urgent: [token_refuse]}\n")
	require.Contains(t, failure.Hint(err), `did you mean "token_refused"?`)
}

// TestUrgentCodesAreKnown: every one of the defaults is a code of something that is told.
func TestUrgentCodesAreKnown(t *testing.T) {
	t.Parallel()
	c, err := loadText(t, "language: uk\n")
	require.NoError(t, err)
	c.Notify.Urgent = nil
	require.NoError(t, c.validate())
	require.Subset(t, NoticeCodes(), c.urgent())
	c.Notify.Urgent = new(c.urgent())
	require.NoError(t, c.validate())
}
