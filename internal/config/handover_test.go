package config

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/failure"
)

func TestHandoverMistakes(t *testing.T) {
	t.Parallel()
	const good = "mail: {to: [o@supplier.example], from: s@my.example, host: smtp.example}"
	for orders, want := range map[string]string{
		"{template: generic-xlsx}":                                 "supplier.orders needs a folder or a mail",
		"{folder: out, " + good + "}":                              "supplier.orders needs a folder or a mail",
		"{folder: out, every: week}":                               `supplier.orders.every: "week" is not known`,
		"{folder: out, every: day}":                                "supplier.orders.at is missing",
		"{folder: out, at: '16:00'}":                               "supplier.orders.at belongs to every: day",
		"{folder: out, every: day, at: '16'}":                      `"16" is no time of day`,
		"{folder: out, every: day, at: '25:00'}":                   `"25:00" is no time of day`,
		"{folder: inbox}":                                          "lies in the folder inbox",
		"{folder: state/out}":                                      "lies in the folder state",
		"{folder: out, waybills: {template: generic}}":             "supplier.orders.waybills.folder is missing",
		"{folder: out, waybills: {folder: ./out}}":                 "supplier.orders.waybills.folder is supplier.orders.folder",
		"{folder: out, waybills: {folder: results/x}}":             "lies in the folder results",
		"{mail: {from: s@my.example, host: h}}":                    "supplier.orders.mail.to is missing",
		"{mail: {to: [o@s.example], host: h}}":                     "supplier.orders.mail.from is missing",
		"{mail: {to: [o@s.example], from: s@my.example}}":          "supplier.orders.mail.host is missing",
		"{" + strings.Replace(good, "o@", "", 1) + "}":             `"supplier.example" is no address`,
		"{" + strings.TrimSuffix(good, "}") + ", port: -1}}":       "port: -1 is no port",
		"{" + strings.TrimSuffix(good, "}") + ", security: ssl}}":  `security: "ssl" is not known`,
		"{" + strings.TrimSuffix(good, "}") + ", security: none}}": "on this machine alone",
	} {
		_, err := loadText(t, "supplier: {orders: "+orders+"}\n")
		require.ErrorContains(t, err, want, orders)
		require.Equal(t, failure.Config, failure.KindOf(err), orders)
	}
}

func TestHandoverOptions(t *testing.T) {
	t.Parallel()
	c, err := loadText(t, "supplier: {orders: {folder: out, every: day, at: '16:05', waybills: {folder: back}}}\n")
	require.NoError(t, err)
	require.Equal(t, "folder:out", c.Account())
	require.NoError(t, c.PostingAllowed())
	options, outlet, err := c.HandoverOptions(os.LookupEnv)
	require.NoError(t, err)
	require.True(t, options.Daily)
	require.Equal(t, 16*time.Hour+5*time.Minute, options.At)
	require.Equal(t, "generic-xlsx", options.Template.Name)
	require.NotNil(t, options.Tracking)
	require.Equal(t, c.Path("out"), outlet.(handover.Folder).Dir)
	c, err = loadText(t, "supplier: {base_url: 'https://api.example', orders: {folder: out, template: none.yaml}}\n")
	require.NoError(t, err)
	require.Equal(t, "https://api.example", c.Account(), "the account stays that of the service")
	_, _, err = c.HandoverOptions(os.LookupEnv)
	require.ErrorContains(t, err, "supplier.orders.template")
}

// TestMailPassword: from the environment or a file, and never from the config.
func TestMailPassword(t *testing.T) {
	t.Parallel()
	c, err := loadText(t, "supplier: {orders: {mail: {to: [o@s.example], from: s@my.example, host: smtp.example, user: s, password_file: word}}}\n")
	require.NoError(t, err)
	require.Equal(t, "mailto:o@s.example", c.Account())
	none := func(string) (string, bool) { return "", false }
	_, _, err = c.HandoverOptions(none)
	require.ErrorContains(t, err, "password_file")
	require.NoError(t, os.WriteFile(c.Path("word"), []byte(" secret\n"), 0o600))
	_, outlet, err := c.HandoverOptions(none)
	require.NoError(t, err)
	sent := outlet.(*handover.Mail)
	require.Equal(t, "secret", sent.Password.Reveal())
	require.Equal(t, 587, sent.Port)
	c.Supplier.Orders.Mail.PasswordFile = ""
	_, outlet, err = c.HandoverOptions(func(name string) (string, bool) { return "word of " + name, true })
	require.NoError(t, err)
	require.Equal(t, "word of DROPBRIDGE_MAIL_PASSWORD", outlet.(*handover.Mail).Password.Reveal())
}
