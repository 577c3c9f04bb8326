package config

import (
	"cmp"

	"github.com/dropbridge/dropbridge/internal/config/transfer"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// HTTP is the server of the status page and the feeds, and who may see what of it.
type HTTP struct {
	Listen string   `yaml:"listen"`
	URL    string   `yaml:"url"`   // of the page, as people open it: links lead there
	Hosts  []string `yaml:"hosts"` // names, beside IP addresses and localhost, that the server answers to

	Page  strictyaml.Scalar  `yaml:"page"`  // local: the page is for this machine alone, whoever may have feeds
	Users map[string]WebUser `yaml:"users"` // who logs in with a password, beside those of `dropbridge user`
	Proxy *WebProxy          `yaml:"proxy"`
	OIDC  *WebIssuer         `yaml:"oidc"`

	Connections *int `yaml:"connections"` // that are held at a time; 0: any number. Absent: 200
	PerAddress  *int `yaml:"per_address"` // of those from one address; 0: any number. Absent: 20
}

// WebUser is somebody who logs in with a password.
type WebUser struct {
	Role     strictyaml.Scalar `yaml:"role"`     // look or act; look where it is not said
	Password strictyaml.Scalar `yaml:"password"` // its argon2id hash
}

// WebProxy is a proxy in front of the server that says who is asking.
type WebProxy struct {
	Header string                       `yaml:"header"` // that names the visitor; "": it names nobody, and is only believed on addresses
	From   []string                     `yaml:"from"`   // addresses at which it is believed
	Roles  map[string]strictyaml.Scalar `yaml:"roles"`
	Role   strictyaml.Scalar            `yaml:"role"` // of everybody else whom it lets through; absent: none
}

// WebIssuer is an OpenID Connect issuer at which people log in.
type WebIssuer struct {
	Issuer    string                       `yaml:"issuer"`
	ClientID  string                       `yaml:"client_id"`
	SecretEnv string                       `yaml:"client_secret_env"` // "": the client is a public one
	Redirect  string                       `yaml:"redirect"`
	Claim     string                       `yaml:"claim"` // that names the visitor; "": email, where it is verified
	Roles     map[string]strictyaml.Scalar `yaml:"roles"`
	Role      strictyaml.Scalar            `yaml:"role"` // of everybody else whom the issuer knows; absent: none
}

// SFTPSettings are what the config says of SFTP, with the keys of the sources. A mistake has its place.
func (c *Config) SFTPSettings() (transfer.Settings, error) {
	return transfer.Of(c.SFTP, c.File, c.Inbox.Sources)
}

// HostKey is the file of SFTP's own key, beside the state where the config names no other.
func (c *Config) HostKey() string { return c.Path(cmp.Or(c.SFTP.HostKey, "state/sftp_host_key")) }
