package config

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// UsersFile is where `dropbridge user` keeps who logs in with a password.
func (c *Config) UsersFile() string { return c.Path("state/users.yaml") }

// KeysFile is where `dropbridge key` keeps the keys of partners and programs.
func (c *Config) KeysFile() string { return c.Path("state/keys.yaml") }

// SessionsFile is where the sessions are kept of those who are logged in.
func (c *Config) SessionsFile() string { return c.Path("state/sessions.json") }

// Accounts is who logs in with a password.
func (c *Config) Accounts(logger *slog.Logger) *accounts.Accounts {
	var written []accounts.Account
	for name, user := range c.HTTP.Users {
		role := user.Role.Text
		setDefault(&role, access.Looker.String())
		written = append(written, accounts.Account{Name: name, Role: role, Password: user.Password.Text})
	}
	sorting.Func(written, func(a, b accounts.Account) int { return strings.Compare(a.Name, b.Name) })
	return accounts.Open(c.UsersFile(), written, logger)
}

// Keyring is the keys of the config and of the file beside it.
func (c *Config) Keyring(lookupEnv func(string) (string, bool), logger *slog.Logger) (*keyring.Ring, error) {
	keys, err := c.FeedKeys(lookupEnv)
	if err != nil {
		return nil, err
	}
	texts := map[string][]string{}
	for feed, of := range keys {
		for _, key := range of {
			texts[feed] = append(texts[feed], key.Reveal())
		}
	}
	return keyring.Open(c.KeysFile(), texts, time.Now, logger), nil
}

// Access is how visitors of the page are known, by the users and keys of Accounts and Keyring.
func (c *Config) Access(lookupEnv func(string) (string, bool), users access.Users, keys access.Programs, logger *slog.Logger) (*access.Access, error) {
	options := access.Options{Users: users, Programs: keys, Sessions: c.SessionsFile(), Logger: logger}
	options.Language = func(r *http.Request) wording.Language { return access.Preferred(r, c.Spoken()) }
	if p := c.HTTP.Proxy; p != nil {
		options.Proxy = access.Proxy{Header: p.Header, From: c.Proxies(), Roles: roles(p.Roles, p.Role)}
	}
	if o := c.HTTP.OIDC; o != nil {
		options.Issuer = &access.Issuer{URL: o.Issuer, ClientID: o.ClientID, Redirect: o.Redirect, Claim: o.Claim, Roles: roles(o.Roles, o.Role)}
		if o.SecretEnv != "" {
			secret, _ := lookupEnv(o.SecretEnv)
			if secret == "" {
				return nil, failure.Mistake("export "+o.SecretEnv+"=SECRET, as the issuer gave it, or leave client_secret_env out where it gave none",
					"%s: http.oidc.client_secret_env: the environment has no %s", c.File, o.SecretEnv)
			}
			options.Issuer.Secret = secret
		}
	}
	return access.New(options), nil
}

// roles are those of the config, which validate has looked at.
func roles(named map[string]strictyaml.Scalar, others strictyaml.Scalar) access.Roles {
	out := access.Roles{Named: map[string]access.Role{}}
	for name, role := range named {
		out.Named[name], _ = access.ParseRole(role.Text)
	}
	out.Others, _ = access.ParseRole(others.Text)
	return out
}

// Proxies are the addresses of the proxies in front of the server.
func (c *Config) Proxies() (from []netip.Prefix) {
	if c.HTTP.Proxy == nil {
		return nil
	}
	for _, text := range c.HTTP.Proxy.From {
		if prefix, err := parsePrefix(text); err == nil {
			from = append(from, prefix)
		}
	}
	return from
}

// parsePrefix reads a network, or an address alone.
func parsePrefix(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return address.Prefix(address.BitLen())
	}
	return netip.ParsePrefix(text)
}

// MostConnections is how many connections the server holds at a time, in all and from one
// address; 0 is any number.
func (c *Config) MostConnections() (all, perAddress int) {
	all, perAddress = 200, 20
	if n := c.HTTP.Connections; n != nil {
		all = *n
	}
	if n := c.HTTP.PerAddress; n != nil {
		perAddress = *n
	}
	return all, perAddress
}

// CheckListen refuses, with a *refusal.Refusal, an address that other machines reach, where
// nobody has to log in to see the page.
func (c *Config) CheckListen(listen string, login bool) error {
	if login || c.PageIsLocal() || local(listen) {
		return nil
	}
	return refusal.New(failure.Config, wording.NewMessage("listen_open", listen), wording.NewMessage("listen_open.way"))
}

// local reports whether only this machine reaches an address to listen on.
func local(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	return err != nil || loopback.Host(host) // what cannot be listened on is said then
}

// PageIsLocal reports whether the page is for this machine alone.
func (c *Config) PageIsLocal() bool { return c.HTTP.Page.Text == pageLocal }

const pageLocal = "local"

// validateHTTP refuses what would let in nobody, or anybody.
func (c *Config) validateHTTP() error {
	h := &c.HTTP
	if h.Page.Set && h.Page.Text != pageLocal {
		return c.wrongAccess(h.Page, "write local, or leave it out", "http.page: %q is not known", h.Page.Text)
	}
	for _, limit := range []*int{h.Connections, h.PerAddress} {
		if limit != nil && *limit < 0 {
			return failure.Mistake("0 is any number", "%s: http.connections and http.per_address: %d is below 0", c.File, *limit)
		}
	}
	for name, user := range h.Users {
		if err := c.checkRole("http.users."+name+".role", user.Role); err != nil {
			return err
		}
		if err := accounts.CheckHash(user.Password.Text); err != nil {
			return c.wrongAccess(user.Password, "`dropbridge user add "+name+" --print` prints the line", "http.users.%s.password is no argon2id hash: %v", name, err)
		}
	}
	if err := c.validateProxy(); err != nil {
		return err
	}
	return c.validateIssuer()
}

// wrongAccess is a mistake at a value's place, with the way out.
func (c *Config) wrongAccess(at strictyaml.Scalar, mend, format string, args ...any) error {
	return at.Wrong(c.File, format, args...).With(mend)
}

func (c *Config) checkRole(key string, role strictyaml.Scalar) error {
	if _, known := access.ParseRole(role.Text); role.Set && !known {
		return c.wrongAccess(role, "one of: look, act", "%s: %q is not known", key, role.Text)
	}
	return nil
}

// checkRoles refuses roles that are not known, and that nobody has one.
func (c *Config) checkRoles(key string, named map[string]strictyaml.Scalar, others strictyaml.Scalar) error {
	for name, role := range named {
		if !role.Set {
			return failure.Mistake("one of: look, act", "%s: %s.roles.%s is missing", c.File, key, name)
		}
		if err := c.checkRole(key+".roles."+name, role); err != nil {
			return err
		}
	}
	if len(named) == 0 && !others.Set {
		return failure.Mistake("write roles: {NAME: act}, or role: look for everybody who is let through", "%s: %s: nobody has a role", c.File, key)
	}
	return c.checkRole(key+".role", others)
}

func (c *Config) validateProxy() error {
	p := c.HTTP.Proxy
	if p == nil {
		return nil
	}
	const mend = "name the proxy's own address, such as [10.0.0.5] or [10.0.0.0/8]"
	if len(p.From) == 0 {
		return failure.Mistake(mend, "%s: http.proxy.from is missing", c.File)
	}
	for _, text := range p.From {
		prefix, err := parsePrefix(text)
		if err != nil {
			return failure.Mistake(mend, "%s: http.proxy.from: %q is no address", c.File, text)
		}
		if prefix.Bits() == 0 {
			return failure.Mistake(mend, "%s: http.proxy.from: %s is every address: anybody could say to be anybody", c.File, text)
		}
	}
	if p.Header == "" {
		if len(p.Roles) > 0 || p.Role.Set {
			return failure.Mistake("name it, such as header: X-Remote-User", "%s: http.proxy.header is missing", c.File)
		}
		return nil
	}
	return c.checkRoles("http.proxy", p.Roles, p.Role)
}

func (c *Config) validateIssuer() error {
	o := c.HTTP.OIDC
	if o == nil {
		return nil
	}
	if !secureAddress(o.Issuer) {
		return failure.Mistake("write it like https://login.shop.example", "%s: http.oidc.issuer: %q is no https address", c.File, o.Issuer)
	}
	if o.ClientID == "" {
		return failure.Mistake("the issuer gives it when the server is registered there", "%s: http.oidc.client_id is missing", c.File)
	}
	if u, err := url.Parse(o.Redirect); err != nil || !secureAddress(o.Redirect) || u.Path != access.BackPath {
		return failure.Mistake("write it like https://feeds.shop.example"+access.BackPath+", as it is registered at the issuer",
			"%s: http.oidc.redirect: %q is not this server's address", c.File, o.Redirect)
	}
	return c.checkRoles("http.oidc", o.Roles, o.Role)
}

// secureAddress reports whether nobody on the way can read what goes to an address: it is of
// HTTPS, or on this machine.
func secureAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && loopback.Host(u.Hostname())
}
