package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/approval"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Account names the account at the supplier, which the books and approvals go by; of a shop with
// one supplier it is a part of every order's key, too. However its address is spelled it is the
// same account.
func (c *Config) Account() string { return state.NormalizeAccount(c.AccountAsWritten()) }

// AccountAsWritten is the account as the config spells it: what is kept beside the journal
// is found by it.
func (c *Config) AccountAsWritten() string {
	switch {
	case c.Several():
		return c.AccountOfAll
	case c.Supplier.Account != "":
		return c.Supplier.Account
	case c.Supplier.BaseURL != "":
		return c.Supplier.BaseURL
	case c.HandsOver():
		return c.handoverAccount()
	}
	if lists, _ := c.Listed(); len(lists) > 0 { // an address may hold a key: its hash stands for it
		first := sha256.Sum256([]byte(lists[0].URL + lists[0].File + lists[0].Folder))
		return "list-" + hex.EncodeToString(first[:6])
	}
	return state.EmbeddedAccount
}

// ShopAccount is the account that every order's key has: of one supplier his, of several the
// shop's own.
func (c *Config) ShopAccount() string {
	if c.AccountOfAll != "" {
		return state.NormalizeAccount(c.AccountOfAll)
	}
	return c.Account()
}

// ShopNewAccount is the account that the config says is another than that of the journal's
// orders, "" where it says so of none.
func (c *Config) ShopNewAccount() string { return cmp.Or(c.NewAccountOfAll, c.Supplier.NewAccount) }

// WatchEvery is how often the daemon looks whether the supplier's answers are as before,
// 0 for never.
func (c *Config) WatchEvery() time.Duration {
	if c.Supplier.Watch == nil {
		return time.Hour
	}
	return *c.Supplier.Watch
}

// Mapping compiles the supplier's mapping.
func (c *Config) Mapping() (*mapping.Program, error) {
	if err := c.RequireOne(); err != nil {
		return nil, err
	}
	data, file, err := c.TemplateSet().Read(templates.Supplier, c.Supplier.Mapping)
	if err != nil {
		return nil, failure.Mistake(failure.Hint(err), "%s: %s: %w", c.File, c.supplierKey("mapping"), err)
	}
	m, err := compileOnce(c.compiled, file, data, c.Supplier.Params)
	if err != nil {
		return nil, failure.Mistake(failure.Hint(err), "%w", err)
	}
	return m, nil
}

// Fingerprint stands for what decides how this version of the program reads the supplier's
// answers.
func (c *Config) Fingerprint(version string) string {
	mapping, _, _ := c.TemplateSet().Read(templates.Supplier, c.Supplier.Mapping) // one that cannot be read has stopped the command already
	sum := sha256.Sum256(append([]byte(c.Supplier.BaseURL+"\x00"+version+"\x00"+c.Supplier.Unreadable.String()+"\x00"), mapping...))
	return hex.EncodeToString(sum[:])
}

// Guard says whether the orders of that mapping, which is the config's, may be posted.
func (c *Config) Guard(mapping *mapping.Program) *approval.Guard {
	return approval.New(approval.Options{File: c.Approvals(), Account: c.Account(), BaseURL: c.Supplier.BaseURL,
		Mapping: c.Supplier.Mapping, Program: mapping, Own: c.Supplier.BaseURL != "" && c.TemplateSet().Own(templates.Supplier, c.Supplier.Mapping),
		Idempotency: c.Supplier.Idempotency, User: c.Supplier.User})
}

// PostingAllowed is nil where the config's supplier may be sent orders, or any of several.
func (c *Config) PostingAllowed() error {
	if c.Several() {
		return c.anyAllowed()
	}
	if c.HandsOver() {
		return nil // no request is made by a mapping
	}
	if err := c.RequireAPI(); err != nil {
		return err
	}
	mapping, err := c.Mapping()
	if err != nil {
		return err
	}
	if err := c.Guard(mapping).Allowed(); err != nil {
		stopped := refusal.Around("approval.stopped", err)
		stopped.Cause = fmt.Errorf("%w: %w", supplier.ErrPostingStopped, err)
		return stopped
	}
	return nil
}

// anyAllowed is nil where some supplier may be sent orders, else why the first may not.
func (c *Config) anyAllowed() (first error) {
	for _, one := range c.Suppliers() {
		err := one.PostingAllowed()
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// Client is how the client of the supplier at that address works: what the config says, and
// what it does not is left to the caller.
func (c *Config) Client(baseURL string, token supplier.Secret) (client.Options, error) {
	mapping, err := c.Mapping()
	if err != nil {
		return client.Options{}, err
	}
	idempotency, err := parseIdempotency(c.Supplier.Idempotency)
	if err != nil {
		return client.Options{}, err
	}
	var limits []supplier.Limit
	for _, text := range c.Supplier.Limits {
		limit, err := supplier.ParseLimit(text)
		if err != nil {
			return client.Options{}, err
		}
		limits = append(limits, limit)
	}
	if len(mapping.Unset) > 0 {
		return client.Options{}, failure.Mistake(fmt.Sprintf("write %s: {params: {%s: …}}", c.SupplierAt(), mapping.Unset[0]),
			"%s: %s is missing: the paths of the mapping %s hold it", c.File, c.supplierKey("params."+mapping.Unset[0]), mapping.Name())
	}
	if err := c.oneUser(); err != nil {
		return client.Options{}, err
	}
	if mapping.NeedsUser() && c.Supplier.User == "" && c.Supplier.UserEnv == "" && c.Supplier.UserFile == "" {
		return client.Options{}, failure.Mistake("write the user's name as "+c.supplierKey("user")+", or, where it is a secret (a consumer key), name its place as "+c.supplierKey("user_env")+" or user_file",
			"%s: %s is missing: the mapping %s wants it beside the token", c.File, c.supplierKey("user"), mapping.Name())
	}
	if c.HasLists() {
		mapping = mapping.WithoutProducts()
	}
	return client.Options{BaseURL: plainLoopback(baseURL), User: c.Supplier.User, Token: token, Mapping: mapping, At: c.SupplierAt(), Limits: limits,
		Idempotency: idempotency, PostingAllowed: c.Guard(mapping).Allowed}, nil
}

// plainLoopback is an address whose host is this machine's name as everybody writes it: names
// of hosts know no capitals. Another address stays as it is.
func plainLoopback(address string) string {
	u, err := url.Parse(address)
	if err != nil || !loopback.Host(u.Hostname()) {
		return address
	}
	u.Host = strings.ToLower(u.Host)
	return u.String()
}

// Token reads the supplier's token from the file or the environment.
func (c *Config) Token(lookupEnv func(string) (string, bool)) (supplier.Secret, error) {
	if err := c.RequireOne(); err != nil {
		return supplier.Secret{}, err
	}
	if c.Supplier.TokenFile != "" {
		token, err := c.secretIn("token", c.Supplier.TokenFile)
		return supplier.NewSecret(token), err
	}
	if token, _ := lookupEnv(c.Supplier.TokenEnv); strings.TrimSpace(token) != "" {
		return supplier.NewSecret(strings.TrimSpace(token)), nil
	}
	return supplier.Secret{}, refusal.New(failure.Config, wording.NewMessage("config.no_token", c.Supplier.TokenEnv), wording.NewMessage("config.no_token.way", c.Supplier.TokenEnv))
}

// oneUser refuses more than one place of the user's name: nobody could tell which one counts.
func (c *Config) oneUser() error {
	given := 0
	for _, one := range []string{c.Supplier.User, c.Supplier.UserEnv, c.Supplier.UserFile} {
		if one != "" {
			given++
		}
	}
	if given > 1 {
		return failure.Mistake("keep the one that holds the user's name", "%s: %s: want only one of user, user_env and user_file", c.File, c.SupplierAt())
	}
	return nil
}

// UserName is the name by which the service knows us beside the token, and whether it is a
// secret, too: it is where it comes from the environment or a file.
func (c *Config) UserName(lookupEnv func(string) (string, bool)) (user string, secret bool, err error) {
	s := &c.Supplier
	switch {
	case s.UserFile != "":
		user, err = c.secretIn("user", s.UserFile)
		return user, true, err
	case s.UserEnv != "":
		text, _ := lookupEnv(s.UserEnv)
		if user = strings.TrimSpace(text); user == "" {
			err = failure.Mistake(fmt.Sprintf("export %s=…", s.UserEnv), "%s: the environment has no %s", c.supplierKey("user_env"), s.UserEnv)
		}
		return user, true, err
	}
	return s.User, false, nil
}

// secretIn is the secret that stands in a file, which a setting of the supplier names.
func (c *Config) secretIn(what, file string) (string, error) {
	data, err := os.ReadFile(c.Path(file))
	if err != nil {
		return "", &refusal.Refusal{What: wording.NewMessage("usage.in_flag", c.supplierKey(what+"_file"), err), Way: wording.NewMessage("config.secret.way", what), Kind: failure.Config, Cause: err}
	}
	if text := strings.TrimSpace(string(data)); text != "" {
		return text, nil
	}
	return "", refusal.New(failure.Config, wording.NewMessage("config.secret", c.supplierKey(what+"_file"), file), wording.NewMessage("config.secret.way", what))
}

// parseIdempotency reads what the supplier promises; "" means what its mapping declares.
func parseIdempotency(text string) (supplier.Idempotency, error) {
	kind, lifetime, timed := strings.Cut(text, " ")
	switch {
	case text == "":
		return supplier.Idempotency{}, nil
	case (text == "none" || text == "external_id"):
		return supplier.Idempotency{Kind: kind}, nil
	case kind == "key" && timed:
		d, err := time.ParseDuration(strings.TrimSpace(lifetime))
		if err != nil || d <= 0 {
			return supplier.Idempotency{}, fmt.Errorf("%q is no time", lifetime)
		}
		return supplier.Idempotency{Kind: kind, Lifetime: d}, nil
	case kind == "key":
		return supplier.Idempotency{}, errors.New("a key needs its lifetime")
	}
	return supplier.Idempotency{}, fmt.Errorf("%q is not known", text)
}
