package config_test

import (
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
)

// loadHTTP is a config with that below http.
func loadHTTP(t *testing.T, http string) (*config.Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("http: "+http+"\n"), 0o600))
	return config.Load(file)
}

// TestAPublicPageNeedsALogIn: this machine's own addresses do not.
func TestAPublicPageNeedsALogIn(t *testing.T) {
	c, err := loadHTTP(t, "{}")
	require.NoError(t, err)
	for _, listen := range []string{"127.0.0.1:8080", "localhost:0", "[::1]:8080", "127.9.9.9:80", "LOCALHOST:80", "[::ffff:127.0.0.1]:80", "no address"} {
		require.NoError(t, c.CheckListen(listen, false), listen)
	}
	for _, listen := range []string{"0.0.0.0:8080", ":8080", "[::]:8080", "192.168.1.5:8080", "shop.example:80", "10.0.0.1:0", "shop.localhost:80", "localhost.:80", "[::ffff:10.0.0.1]:80"} {
		err := c.CheckListen(listen, false)
		require.ErrorContains(t, err, "the address "+listen+" is open to other machines")
		require.Contains(t, failure.Hint(err), "dropbridge user add NAME --role act")
		require.Contains(t, failure.Hint(err), "http: {page: local}")
		require.Equal(t, failure.Config, failure.KindOf(err))
		require.NoError(t, c.CheckListen(listen, true), listen)
	}
	c, err = loadHTTP(t, "{page: local}")
	require.NoError(t, err)
	require.True(t, c.PageIsLocal())
	require.NoError(t, c.CheckListen("0.0.0.0:8080", false))
}

// TestMistakesOfAccess are named with the way out: what would let in nobody, or anybody.
func TestMistakesOfAccess(t *testing.T) {
	const oidc = "oidc: {issuer: https://login.example, client_id: c, redirect: https://shop.example/login/back"
	for text, want := range map[string][2]string{
		"{page: public}":                                                  {`http.page: "public" is not known`, "write local"},
		"{connections: -1}":                                               {"-1 is below 0", "0 is any number"},
		"{per_address: -1}":                                               {"-1 is below 0", ""},
		"{users: {anna: {role: boss, password: x}}}":                      {`http.users.anna.role: "boss" is not known`, "look, act"},
		"{users: {anna: {role: act, password: secret}}}":                  {"http.users.anna.password is no argon2id hash", "dropbridge user add anna --print"},
		"{users: {anna: {role: act}}}":                                    {"http.users.anna.password is no argon2id hash", ""},
		"{proxy: {header: X-User, role: look}}":                           {"http.proxy.from is missing", "10.0.0.0/8"},
		"{proxy: {header: X-User, from: [nowhere], role: look}}":          {`"nowhere" is no address`, ""},
		"{proxy: {header: X-User, from: [0.0.0.0/0], role: look}}":        {"anybody could say to be anybody", ""},
		"{proxy: {header: X-User, from: ['::/0'], role: look}}":           {"anybody could say to be anybody", ""},
		"{proxy: {header: X-User, from: [10.0.0.1]}}":                     {"http.proxy: nobody has a role", "roles: {NAME: act}"},
		"{proxy: {header: X-User, from: [10.0.0.1], role: admin}}":        {`http.proxy.role: "admin" is not known`, ""},
		"{proxy: {header: X-User, from: [10.0.0.1], roles: {anna: all}}}": {`http.proxy.roles.anna: "all" is not known`, ""},
		"{proxy: {header: X-User, from: [10.0.0.1], roles: {anna: }}}":    {"http.proxy.roles.anna", ""},
		"{proxy: {from: [10.0.0.1], role: look}}":                         {"http.proxy.header is missing", "X-Remote-User"},
		"{" + oidc + "}}":                                                 {"http.oidc: nobody has a role", ""},
		"{oidc: {issuer: http://login.example, client_id: c, redirect: https://shop.example/login/back, role: look}}": {"is no https address", ""},
		"{oidc: {issuer: https://login.example, redirect: https://shop.example/login/back, role: look}}":              {"client_id is missing", ""},
		"{oidc: {issuer: https://login.example, client_id: c, redirect: https://shop.example/, role: look}}":          {"is not this server's address", "/login/back"},
		"{oidc: {issuer: https://login.example, client_id: c, redirect: http://shop.example/login/back, role: look}}": {"is not this server's address", ""},
		"{oidc: {issuer: https://login.example, client_id: c, redirect: /login/back, role: look}}":                    {"is not this server's address", ""},
		"{userz: {}}": {`unknown key "userz"`, "user"},
	} {
		_, err := loadHTTP(t, text)
		require.ErrorContains(t, err, want[0], text)
		require.Contains(t, failure.Hint(err), want[1], text)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
}

// TestAccessOfTheConfig: what stands there is what the page goes by.
func TestAccessOfTheConfig(t *testing.T) {
	hash, err := accounts.Hash("several words of anna")
	require.NoError(t, err)
	c, err := loadHTTP(t, fmt.Sprintf(`
  connections: 0
  users: {anna: {role: act, password: %q}, petro: {password: %q}}
  proxy: {header: X-Remote-User, from: [10.0.0.0/8, "::1"], roles: {anna: act}}
  oidc: {issuer: https://login.example, client_id: c, client_secret_env: OIDC_SECRET, redirect: https://shop.example/login/back, role: look}`, hash, hash))
	require.NoError(t, err)
	all, err := c.Accounts(nil).List()
	require.NoError(t, err)
	require.Len(t, all, 2)
	require.Equal(t, "act", all[0].Role)
	require.Equal(t, "look", all[1].Role, "for a blank")
	require.Equal(t, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}, c.Proxies())
	most, perAddress := c.MostConnections()
	require.Zero(t, most)
	require.Equal(t, 20, perAddress)
	_, err = c.Access(func(string) (string, bool) { return "", false }, c.Accounts(nil), nil, nil)
	require.ErrorContains(t, err, "the environment has no OIDC_SECRET")
	a, err := c.Access(func(string) (string, bool) { return "secret", true }, c.Accounts(nil), nil, nil)
	require.NoError(t, err)
	require.True(t, a.Configured())
	require.Equal(t, "secret", a.Issuer.Secret)

	c, err = loadHTTP(t, "{}")
	require.NoError(t, err)
	a, err = c.Access(os.LookupEnv, c.Accounts(nil), nil, nil)
	require.NoError(t, err)
	require.False(t, a.Configured())
	_, err = c.Accounts(nil).Put(accounts.Account{Name: "anna", Role: "act", Password: hash})
	require.NoError(t, err)
	require.True(t, a.Configured(), "a user who was added counts at once")
}
