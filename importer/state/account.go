package state

import (
	"net"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// EmbeddedAccount is the account at the embedded sandbox. Its orders are no real ones: a
// journal that holds them and no others holds nothing back.
const EmbeddedAccount = "sandbox"

// NormalizeAccount gives an account that is an address its one spelling: scheme and host
// in lower case, the host's letters as the name service has them, without the scheme's own
// port, a slash at the end, a fragment. Any other account is left as it is.
func NormalizeAccount(account string) string {
	u, err := url.Parse(account)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return account
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	port := u.Port()
	if port == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		port = ""
	}
	switch {
	case port != "":
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	u.Host = host
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	u.Fragment, u.RawFragment, u.ForceQuery = "", "", false
	return u.String()
}

// AccountSpellings are other ways in which the config may have spelled an account of a
// normal form: in capitals, with the default port, with a slash at its end.
func AccountSpellings(account string) (spellings []string) {
	u, err := url.Parse(account)
	if err != nil || u.Host == "" || NormalizeAccount(account) != account {
		return nil
	}
	scheme, rest := u.Scheme+"://", strings.TrimPrefix(account, u.Scheme+"://"+u.Host)
	hosts := []string{u.Host, strings.ToUpper(u.Host)}
	if u.Port() == "" {
		port := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
		hosts = append(hosts, hosts[0]+port, hosts[1]+port)
	}
	for _, scheme := range []string{scheme, strings.ToUpper(scheme)} {
		for _, host := range hosts {
			for _, end := range []string{"", "/"} {
				if spelling := scheme + host + rest + end; spelling != account {
					spellings = append(spellings, spelling)
				}
			}
		}
	}
	return spellings
}

// InboxItself is the Source of orders that came without one.
const InboxItself = "."
