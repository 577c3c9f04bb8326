package transfer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/transfer"
	"github.com/dropbridge/dropbridge/internal/failure"
)

const public = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f crm"

func TestSFTP(t *testing.T) {
	c, err := config.Read("x.yaml", nil)
	require.NoError(t, err)
	require.False(t, c.SFTP.On(), "it is off by default")
	c, err = config.Read("x.yaml", []byte("inbox: {sources: {keycrm: {}}}\nsftp:\n  listen: 0.0.0.0:2022\n  host_key: keys/host\n  authorized_keys: {keycrm: ["+public+"], -: ["+public+"]}\n  connections: 7\n  per_address: 2\n  idle: 90s\n"))
	require.NoError(t, err)
	require.True(t, c.SFTP.On())
	require.True(t, strings.HasSuffix(c.HostKey(), "keys/host"))
	settings, err := c.SFTPSettings()
	require.NoError(t, err)
	require.Equal(t, transfer.Limits{Connections: 7, PerAddress: 2, Idle: 90 * time.Second}, settings.Limits)
	require.Len(t, settings.Public["keycrm"], 1)
	require.Equal(t, settings.Public["keycrm"], settings.Public[""])

	c, err = config.Read("x.yaml", []byte("sftp: {listen: \":2022\"}\n"))
	require.NoError(t, err)
	settings, err = c.SFTPSettings()
	require.NoError(t, err)
	require.Equal(t, transfer.Limits{Connections: 20, PerAddress: 5, Idle: 5 * time.Minute}, settings.Limits)
	require.True(t, strings.HasSuffix(c.HostKey(), "state/sftp_host_key"))
}

// TestMistakes are named with their place and the way out.
func TestMistakes(t *testing.T) {
	for text, want := range map[string][2]string{
		"listen: \"2022\"":  {"x.yaml:3:11: sftp.listen: \"2022\" is no address", "write it like 0.0.0.0:2022"},
		"connections: 0":    {"x.yaml:3:16: sftp.connections: \"0\"", "a number from 1 to 10000; without it, it is 20"},
		"per_address: many": {"x.yaml:3:16: sftp.per_address: \"many\"", "without it, it is 5"},
		"idle: never":       {"x.yaml:3:9: sftp.idle: \"never\"", "write it like 5m"},
		"idle: 48h":         {"x.yaml:3:9: sftp.idle: \"48h\"", "24h at most"},
		"authorized_keys: {keycrn: [" + public + "]}":                  {"sftp.authorized_keys: there is no source \"keycrn\"", "did you mean \"keycrm\"?"},
		"authorized_keys: {shop: [" + public + "]}":                    {"sftp.authorized_keys: there is no source \"shop\"", "- for the inbox itself"},
		"authorized_keys: {keycrm: [ssh-ed25519 AAAA]}":                {"x.yaml:3:30: sftp.authorized_keys.keycrm: this is no public key", "one line of a .pub file"},
		"authorized_keys: {keycrm: ['command=\"id\" " + public + "']}": {"sftp.authorized_keys.keycrm: this is no public key", "without options"},
	} {
		_, err := config.Read("x.yaml", []byte("inbox: {sources: {keycrm: {}}}\nsftp:\n  "+text+"\n"))
		require.ErrorContains(t, err, want[0], text)
		require.Contains(t, failure.Hint(err), want[1], text)
	}
}

func TestSourceOf(t *testing.T) {
	sources := map[string]int{"keycrm": 0}
	for user, want := range map[string]string{"keycrm": "keycrm", "-": "", "inbox": ""} {
		source, known := transfer.SourceOf(sources, user)
		require.True(t, known, user)
		require.Equal(t, want, source, user)
	}
	_, known := transfer.SourceOf(sources, "")
	require.False(t, known)
	source, known := transfer.SourceOf(map[string]int{"inbox": 0}, "inbox")
	require.True(t, known)
	require.Equal(t, "inbox", source, "a source of that name goes first")
}
