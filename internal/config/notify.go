package config

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/notify"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Notify is who is told of what needs a person, when, and by which ways.
type Notify struct {
	Quiet    strictyaml.Scalar `yaml:"quiet"`     // such as 22:00-08:00
	Digest   strictyaml.Scalar `yaml:"digest"`    // 09:00
	TimeZone string            `yaml:"time_zone"` // as shop.time_zone
	Urgent   *[]string         `yaml:"urgent"`    // codes of what is told at once; absent: urgentCodes
	Mail     *NoticeMail       `yaml:"mail"`
	Telegram *Telegram         `yaml:"telegram"`
	Webhook  *Hook             `yaml:"webhook"`
}

// NoticeMail are the mailboxes of people, and the server that takes mails to them.
type NoticeMail struct {
	To           []string `yaml:"to"`
	From         string   `yaml:"from"`
	Host         string   `yaml:"host"`
	Port         int      `yaml:"port"` // 0: that of tls
	TLS          string   `yaml:"tls"`
	User         string   `yaml:"user"` // "": the server asks for none
	PasswordEnv  string   `yaml:"password_env"`
	PasswordFile string   `yaml:"password_file"`
}

// mail is the mailbox in the terms of those that orders go to.
func (m *NoticeMail) mail() *Mail {
	return &Mail{To: m.To, From: m.From, Host: m.Host, Port: m.Port, Security: m.TLS, User: m.User, PasswordEnv: m.PasswordEnv, PasswordFile: m.PasswordFile}
}

// Telegram is a chat, and the bot that writes into it.
type Telegram struct {
	Chat      strictyaml.Scalar `yaml:"chat"` // its number, or @name
	TokenEnv  string            `yaml:"token_env"`
	TokenFile string            `yaml:"token_file"`
	BaseURL   string            `yaml:"base_url"` // of a bot server of one's own
}

// Hook is the address of a program that is called.
type Hook struct {
	URL        string `yaml:"url"`
	SecretEnv  string `yaml:"secret_env"`
	SecretFile string `yaml:"secret_file"`
}

// urgentCodes are told at once where the config says nothing: money or parcels are at stake,
// or the work stands still.
func urgentCodes() []string {
	return []string{"token_refused", "supplier_away", "posting_not_allowed", "journal_doubt", "journal_away", "problem", "feed_failed", "feed_overdue", "outcome_unknown",
		"answer_differs", "order_id_taken", "answer_of_another", "cancelled_in_file", "order_cancelled", "file_refused", "disk_low", "backup_failed", "notify_failed"}
}

const telegramServer = "https://api.telegram.org"

func (c *Config) setNotifyDefaults() {
	n := &c.Notify
	setDefault(&n.TimeZone, cmp.Or(c.Shop.TimeZone.Text, supplier.LocalZone))
	if m := n.Mail; m != nil {
		setDefault(&m.TLS, mailserver.Starttls)
		setDefault(&m.Port, mailserver.Ports()[m.TLS])
		setDefault(&m.PasswordEnv, "DROPBRIDGE_NOTIFY_PASSWORD")
	}
	if t := n.Telegram; t != nil {
		setDefault(&t.BaseURL, telegramServer)
		setDefault(&t.TokenEnv, "DROPBRIDGE_TELEGRAM_TOKEN")
	}
	if n.Webhook != nil {
		setDefault(&n.Webhook.SecretEnv, "DROPBRIDGE_WEBHOOK_SECRET")
	}
	for _, h := range c.resultHooks() {
		setDefault(&h.SecretEnv, "DROPBRIDGE_RESULT_SECRET")
	}
}

// resultHooks are those of results, by the key of the config that they stand under.
func (c *Config) resultHooks() map[string]*Hook {
	hooks := map[string]*Hook{}
	if h := c.Inbox.Default.OnResult; h != nil {
		hooks["inbox.on_result"] = h
	}
	for name, source := range c.Inbox.Sources {
		if h := source.OnResult; h != nil && h != c.Inbox.Default.OnResult {
			hooks["inbox.sources."+name+".on_result"] = h
		}
	}
	return hooks
}

// validateNotify refuses what nobody could be told by.
func (c *Config) validateNotify(fail func(hint, format string, args ...any) error) error {
	if _, err := c.schedule(); err != nil {
		return err
	}
	if own := c.Notify.Urgent; own != nil { // the program's are known, and to ask goes through all that it can say
		known := NoticeCodes()
		for _, code := range *own {
			if !slices.Contains(known, code) {
				hint := "one of: " + strings.Join(known, ", ")
				if near := strictyaml.Nearest(code, known); near != "" {
					hint = fmt.Sprintf("did you mean %q? %s", near, hint)
				}
				return fail(hint, "notify.urgent: %q is not known", code)
			}
		}
	}
	if m := c.Notify.Mail; m != nil {
		if err := m.mail().validate("notify.mail", "tls", fail); err != nil {
			return err
		}
	}
	if t := c.Notify.Telegram; t != nil && t.Chat.Text == "" {
		return fail(`write it like chat: "123456789": send the bot a message, and https://api.telegram.org/botTOKEN/getUpdates shows the number`, "notify.telegram.chat is missing")
	}
	return c.validateAddresses(fail)
}

// validateAddresses refuses what is no address of a page or of a program.
func (c *Config) validateAddresses(fail func(hint, format string, args ...any) error) error {
	if t := c.Notify.Telegram; t != nil && !webAddress(t.BaseURL) {
		return fail("leave it out, or write it like "+telegramServer, "notify.telegram.base_url: %q is not an address", t.BaseURL)
	}
	if c.HTTP.URL != "" && !webAddress(c.HTTP.URL) {
		return fail("write it like https://shop.example/dropbridge/", "http.url: %q is not an address", c.HTTP.URL)
	}
	hooks := c.resultHooks()
	if h := c.Notify.Webhook; h != nil {
		hooks["notify.webhook"] = h
	}
	for _, key := range slices.Sorted(maps.Keys(hooks)) {
		if h := hooks[key]; !webAddress(h.URL) {
			return fail("write it like https://crm.example/hooks/dropbridge", "%s.url: %q is not an address", key, h.URL)
		}
	}
	return nil
}

func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

// schedule is when letters may go out.
func (c *Config) schedule() (notify.Schedule, error) {
	n, s := &c.Notify, notify.Schedule{Digest: 9 * time.Hour}
	var err error
	if s.Zone, err = time.LoadLocation(n.TimeZone); err != nil {
		return s, failure.Mistake("write it like Europe/Kyiv", "%s: notify.time_zone: %q is not known", c.File, n.TimeZone)
	}
	if n.Quiet.Text != "" {
		if s.Silent, err = schedule.ParseHours(n.Quiet.Text); err != nil {
			return s, n.Quiet.Wrong(c.File, "notify.quiet: %v", err)
		}
	}
	if n.Digest.Text != "" {
		if s.Digest, err = schedule.ParseClock(n.Digest.Text); err != nil {
			return s, n.Digest.Wrong(c.File, "notify.digest: %v", err)
		}
	}
	return s, nil
}

func (c *Config) urgent() []string {
	if c.Notify.Urgent != nil {
		return *c.Notify.Urgent
	}
	return urgentCodes()
}

// Notifies reports whether anybody or any program is told of anything.
func (c *Config) Notifies() bool {
	n := &c.Notify
	return n.Mail != nil || n.Telegram != nil || n.Webhook != nil || len(c.resultHooks()) > 0
}

// Notifier is whom to tell of what, and when; its Source and its Logger are left to the caller.
func (c *Config) Notifier(lookupEnv func(string) (string, bool), now func() time.Time) (notify.Options, error) {
	o := notify.Options{File: c.notifyMemory(), Urgent: c.urgent(), Every: time.Minute, Now: now,
		Voice: letter.Voice{Shop: c.Shop.Name, Page: c.HTTP.URL, Language: c.Spoken()}}
	var err error
	if o.Schedule, err = c.schedule(); err != nil {
		return o, err
	}
	o.Voice.Zone = o.Schedule.Zone
	if o.Channels, err = c.channels(o.Voice, lookupEnv, now); err != nil {
		return o, err
	}
	o.Hooks, err = c.hooks(o.Voice, lookupEnv, now)
	return o, err
}

// Channels is how the ways were doing by which word is sent, as whoever sends it noted last.
func (c *Config) Channels() ([]standing.Channel, error) {
	if !c.Notifies() {
		return nil, nil
	}
	var names []string
	for _, channel := range []struct {
		name string
		set  bool
	}{{"mail", c.Notify.Mail != nil}, {"telegram", c.Notify.Telegram != nil}, {"webhook", c.Notify.Webhook != nil}} {
		if channel.set {
			names = append(names, channel.name)
		}
	}
	for key := range c.resultHooks() {
		names = append(names, hookName(key))
	}
	return notify.Channels(c.notifyMemory(), names)
}

// notifyMemory is the file of what was told.
func (c *Config) notifyMemory() string { return c.Path("state/notify.json") }

// hookName is the name of a hook that stands under a key of the config.
func hookName(key string) string {
	if source, named := strings.CutPrefix(key, "inbox.sources."); named {
		return "on_result " + strings.TrimSuffix(source, ".on_result")
	}
	return "on_result"
}

// hooks are what is called when a result is complete, by the source of its file.
func (c *Config) hooks(v letter.Voice, lookupEnv func(string) (string, bool), now func() time.Time) (map[string]channel.Channel, error) {
	all := map[string]channel.Channel{}
	for key, h := range c.resultHooks() {
		secret, err := c.hookSecret(key, h, lookupEnv)
		if err != nil {
			return nil, err
		}
		hook := &channel.Webhook{Called: hookName(key), URL: h.URL, Secret: secret, Voice: v, Now: now}
		if source, named := strings.CutPrefix(key, "inbox.sources."); named {
			all[strings.TrimSuffix(source, ".on_result")] = hook
			continue
		}
		all[""] = hook
		for source, settings := range c.Inbox.Sources {
			if settings.OnResult == h {
				all[source] = hook
			}
		}
	}
	return all, nil
}

// channels are the ways to people.
func (c *Config) channels(v letter.Voice, lookupEnv func(string) (string, bool), now func() time.Time) (all []channel.Channel, err error) {
	if m := c.Notify.Mail; m != nil {
		password, err := c.mailPassword("notify.mail", m.mail(), lookupEnv)
		if err != nil {
			return nil, err
		}
		all = append(all, &channel.Mail{From: m.From, To: m.To, Voice: v,
			Server: mailserver.Server{Host: m.Host, Port: m.Port, Security: m.TLS, User: m.User, Password: password}})
	}
	if t := c.Notify.Telegram; t != nil {
		token, err := c.namedSecret("notify.telegram.token", t.TokenEnv, t.TokenFile, "Telegram's @BotFather gives it", lookupEnv)
		if err != nil {
			return nil, err
		}
		all = append(all, &channel.Telegram{Base: t.BaseURL, Token: token, Chat: t.Chat.Text, Voice: v, Now: now})
	}
	if h := c.Notify.Webhook; h != nil {
		secret, err := c.hookSecret("notify.webhook", h, lookupEnv)
		if err != nil {
			return nil, err
		}
		all = append(all, &channel.Webhook{Called: "webhook", URL: h.URL, Secret: secret, Voice: v, Now: now})
	}
	return all, nil
}

// hookSecret is the secret by which a webhook is signed.
func (c *Config) hookSecret(key string, h *Hook, lookupEnv func(string) (string, bool)) (supplier.Secret, error) {
	secret, err := c.namedSecret(key+".secret", h.SecretEnv, h.SecretFile, "the receiver knows the same one; a fresh one: "+NewKey(), lookupEnv)
	if err != nil {
		return secret, err
	}
	encoded, marked := strings.CutPrefix(secret.Reveal(), "whsec_")
	if _, err := base64.StdEncoding.DecodeString(encoded); marked && err != nil {
		return secret, failure.Mistake("copy it whole, with the = at its end", "%s: %s: what stands behind whsec_ is no base64", c.File, key)
	}
	if len(secret.Reveal()) < shortestKey {
		return secret, failure.Mistake("take a fresh one, such as "+NewKey(), "%s: %s: a secret of %d characters can be guessed: it needs at least %d", c.File, key, len(secret.Reveal()), shortestKey)
	}
	return secret, nil
}

// namedSecret reads a secret from the file or the environment.
func (c *Config) namedSecret(key, env, file, where string, lookupEnv func(string) (string, bool)) (supplier.Secret, error) {
	text, _ := lookupEnv(env)
	if file != "" {
		data, err := os.ReadFile(c.Path(file))
		if err != nil {
			return supplier.Secret{}, failure.Mistake("put it into that file: "+where, "%s: %s_file: %w", c.File, key, err)
		}
		text = string(data)
	}
	if text = strings.TrimSpace(text); text == "" {
		return supplier.Secret{}, failure.Mistake(fmt.Sprintf("export %s=…: %s", env, where), "%s: %s: %s holds nothing", c.File, key, cmp.Or(file, "the environment's "+env))
	}
	return supplier.NewSecret(text), nil
}

// notifySecrets are the files of secrets, with what they are.
func (c *Config) notifySecrets() map[string]string {
	files := map[string]string{}
	if m := c.Notify.Mail; m != nil {
		files[m.PasswordFile] = "the file of the mailbox's password"
	}
	if t := c.Notify.Telegram; t != nil {
		files[t.TokenFile] = "the file of the bot's token"
	}
	if h := c.Notify.Webhook; h != nil {
		files[h.SecretFile] = "the file of a webhook's secret"
	}
	for _, h := range c.resultHooks() {
		files[h.SecretFile] = "the file of a webhook's secret"
	}
	return files
}

// NoticeCodes are the codes of all that people are told of.
func NoticeCodes() []string { return notify.Codes() }
