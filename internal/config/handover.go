package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/whereabouts"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Orders is how orders come to a supplier who has no API for them: as files.
type Orders struct {
	Folder   string            `yaml:"folder"` // from which he takes them
	Mail     *Mail             `yaml:"mail"`   // or the mailbox that they go to
	Template string            `yaml:"template"`
	Every    string            `yaml:"every"` // order (default) or day
	At       strictyaml.Scalar `yaml:"at"`    // with day: 16:00, in Kyiv
	Waybills *Tracked          `yaml:"waybills"`
}

// Mail is a mailbox, and the server that takes mails to it.
type Mail struct {
	To           []string `yaml:"to"`
	From         string   `yaml:"from"`
	Subject      string   `yaml:"subject"`
	Host         string   `yaml:"host"`
	Port         int      `yaml:"port"` // 0: that of the security
	Security     string   `yaml:"security"`
	User         string   `yaml:"user"` // "": the server asks for none
	PasswordEnv  string   `yaml:"password_env"`
	PasswordFile string   `yaml:"password_file"`
}

// Tracked are the files by which such a supplier tells of waybills.
type Tracked struct {
	Folder   string `yaml:"folder"`
	Template string `yaml:"template"`
}

// The words of every.
const (
	everyOrder = "order"
	everyDay   = "day"
)

// HandsOver reports whether orders go out as files, and not to an API.
func (c *Config) HandsOver() bool { return c.Supplier.Orders != nil }

func (c *Config) setHandoverDefaults() {
	o := c.Supplier.Orders
	if o == nil {
		return
	}
	setDefault(&o.Template, "generic-xlsx")
	o.Template = c.templateName(o.Template)
	setDefault(&o.Every, everyOrder)
	if m := o.Mail; m != nil {
		setDefault(&m.Security, mailserver.Starttls)
		setDefault(&m.Port, mailserver.Ports()[m.Security])
		setDefault(&m.PasswordEnv, "DROPBRIDGE_MAIL_PASSWORD")
	}
	if o.Waybills != nil {
		setDefault(&o.Waybills.Template, "generic")
		o.Waybills.Template = c.templateName(o.Waybills.Template)
	}
}

// handoverAccount names the account of orders that go out as files; "" where they do not.
func (c *Config) handoverAccount() string {
	switch o := c.Supplier.Orders; {
	case o == nil:
		return ""
	case o.Mail != nil && len(o.Mail.To) > 0:
		return "mailto:" + o.Mail.To[0]
	default:
		return "folder:" + o.Folder
	}
}

// validateHandover refuses what could not work; each message names the key.
func (c *Config) validateHandover(fail func(hint, format string, args ...any) error) error {
	o := c.Supplier.Orders
	if o == nil {
		return nil
	}
	at := c.supplierKey("orders")
	switch {
	case (o.Folder == "") == (o.Mail == nil):
		return fail("write one of the two: folder: /path, or mail: {to: […], from: …, host: …}", "%s needs a folder or a mail", at)
	case o.Every != everyOrder && o.Every != everyDay:
		return fail("one of: order, day", "%s.every: %q is not known", at, o.Every)
	case o.Every == everyDay && !o.At.Set:
		return fail(`write it like at: "16:00", the time in Kyiv`, "%s.at is missing: when does the file of a day leave?", at)
	case o.Every == everyOrder && o.At.Set:
		return fail("every: day with it, or without at", "%s.at belongs to every: day", at)
	}
	if _, err := parseClock(o.At); err != nil {
		return o.At.Wrong(c.File, "%s.at: %v", at, err)
	}
	if o.Mail != nil {
		if err := o.Mail.validate(at+".mail", "security", fail); err != nil {
			return err
		}
	}
	return c.validateHandoverFolders(fail)
}

// validateHandoverFolders refuses folders that have another purpose.
func (c *Config) validateHandoverFolders(fail func(hint, format string, args ...any) error) error {
	o, at := c.Supplier.Orders, c.supplierKey("orders")
	folders := map[string]string{}
	if o.Folder != "" {
		folders[at+".folder"] = o.Folder
	}
	if o.Waybills != nil {
		if o.Waybills.Folder == "" {
			return fail("name the folder into which the supplier's files of waybills come", "%s.waybills.folder is missing", at)
		}
		folders[at+".waybills.folder"] = o.Waybills.Folder
	}
	for key, folder := range folders {
		for _, dir := range c.workFolders() {
			if whereabouts.Inside(c.Path(dir), c.Path(folder)) {
				return fail("name a folder of its own, such as supplier/"+strings.TrimPrefix(key, at+"."), "%s: %s lies in the folder %s, which has another purpose", key, folder, dir)
			}
		}
	}
	if o.Folder != "" && o.Waybills != nil && whereabouts.Same(c.Path(o.Folder), c.Path(o.Waybills.Folder)) {
		return fail("give the waybills a folder of their own", "%s.waybills.folder is %s.folder: our own files of orders would be read as waybills", at, at)
	}
	return nil
}

// validate refuses a mailbox that nothing could be sent to. key is that of the config, security
// the name of its setting there.
func (m *Mail) validate(key, security string, fail func(hint, format string, args ...any) error) error {
	_, known := mailserver.Ports()[m.Security]
	switch {
	case len(m.To) == 0:
		return fail("write it like to: [someone@mail.example]", "%s.to is missing", key)
	case m.From == "":
		return fail("write it like from: shop@my.example", "%s.from is missing", key)
	case m.Host == "":
		return fail("the server by which you send mails, such as smtp.gmail.com", "%s.host is missing", key)
	case !known:
		return fail("one of: starttls, tls, none", "%s.%s: %q is not known", key, security, m.Security)
	case m.Security == mailserver.Plain && !loopback.Host(m.Host):
		return fail(security+": starttls or tls", "%s.%s: none is for a server on this machine alone, as what is written would go unencrypted", key, security)
	case m.Port < 1 || m.Port > 65535:
		return fail("such as 587, or leave it out", "%s.port: %d is no port", key, m.Port)
	}
	for _, address := range append(slices.Clone(m.To), m.From) {
		if _, err := mail.ParseAddress(address); err != nil {
			return fail("write it like shop@my.example", "%s: %q is no address", key, address)
		}
	}
	return nil
}

// parseClock reads a time of day; 0 where there is none.
func parseClock(text strictyaml.Scalar) (time.Duration, error) {
	if !text.Set {
		return 0, nil
	}
	at, err := time.Parse("15:04", text.Text)
	if err != nil {
		return 0, fmt.Errorf(`%q is no time of day: write it like "16:00", in quotes`, text.Text)
	}
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute, nil
}

// mailPassword reads the password from the file or the environment; a server without a user
// needs none.
func (c *Config) mailPassword(key string, m *Mail, lookupEnv func(string) (string, bool)) (supplier.Secret, error) {
	if m.User == "" {
		return supplier.Secret{}, nil
	}
	text, _ := lookupEnv(m.PasswordEnv)
	if m.PasswordFile != "" {
		data, err := os.ReadFile(c.Path(m.PasswordFile))
		if err != nil {
			return supplier.Secret{}, failure.Mistake("put the mailbox's password into that file", "%s.password_file: %w", key, err)
		}
		text = string(data)
	}
	if text = strings.TrimSpace(text); text == "" {
		return supplier.Secret{}, failure.Mistake(fmt.Sprintf("export %s=…, or name a password_file; many mailboxes want a password made for programs", m.PasswordEnv),
			"no password for %s.user: the environment has no %s, and no password_file holds one", key, m.PasswordEnv)
	}
	return supplier.NewSecret(text), nil
}

// Outlet is where files of orders go, which can be checked and described.
type Outlet interface {
	handover.Outlet
	Describe() string
	Check(ctx context.Context) error // tries it without handing anything over
}

// HandoverOptions are how orders are handed over, and where to; only where HandsOver.
func (c *Config) HandoverOptions(lookupEnv func(string) (string, bool)) (handover.Options, Outlet, error) {
	o := c.Supplier.Orders
	options := handover.Options{Daily: o.Every == everyDay, Language: c.Spoken(), Now: time.Now}
	var err error
	if options.At, err = parseClock(o.At); err != nil {
		return options, nil, err
	}
	if options.Template, err = handover.Load(c.TemplateSet(), o.Template); err != nil {
		return options, nil, c.handoverMistake("template", err)
	}
	if o.Waybills != nil {
		options.Tracking, err = handover.LoadTracking(c.TemplateSet(), o.Waybills.Template, c.Path(o.Waybills.Folder), c.Spoken(), time.Now)
		if err != nil {
			return options, nil, c.handoverMistake("waybills.template", err)
		}
	}
	outlet, err := c.outlet(o, lookupEnv)
	options.Outlet = outlet
	return options, outlet, err
}

// Handover is the port to a supplier who takes orders as files.
func (c *Config) Handover(lookupEnv func(string) (string, bool), log *slog.Logger) (*handover.Handover, error) {
	options, _, err := c.HandoverOptions(lookupEnv)
	if err != nil {
		return nil, err
	}
	options.Logger = log
	return handover.New(options)
}

func (c *Config) outlet(o *Orders, lookupEnv func(string) (string, bool)) (Outlet, error) {
	if o.Mail == nil {
		return handover.Folder{Dir: c.Path(o.Folder), Language: c.Spoken()}, nil
	}
	password, err := c.mailPassword(c.supplierKey("orders.mail"), o.Mail, lookupEnv)
	return &handover.Mail{Host: o.Mail.Host, Port: o.Mail.Port, Security: o.Mail.Security, User: o.Mail.User, Password: password,
		From: o.Mail.From, To: o.Mail.To, Subject: o.Mail.Subject, Language: c.Spoken(), Written: cmp.Or(c.language, wording.Ukrainian), Outbox: c.beside("outbox")}, err
}

func (c *Config) handoverMistake(key string, err error) error {
	if _, located := errors.AsType[*strictyaml.Error](err); !located {
		err = fmt.Errorf("%s: %s: %w", c.File, c.supplierKey("orders."+key), err)
	}
	return failure.Mistake(failure.Hint(err), "%w", err)
}
