package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// wordOut is the section of the README, with its block of a language.
func wordOut(t *testing.T, language string) (section, block string) {
	t.Helper()
	text, _ := readme(t)
	_, section, found := strings.Cut(text, "\n### A word out\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n### ")
	match := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(section)
	require.NotNil(t, match, language)
	return section, match[1]
}

// TestReadmeNotifyConfig: the example of the README is a config with every way, and its
// lists of codes are those of the program.
func TestReadmeNotifyConfig(t *testing.T) {
	t.Parallel()
	section, text := wordOut(t, "yaml")
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	o, err := c.Notifier(func(string) (string, bool) { return "a-secret-of-enough-length", true }, time.Now)
	require.NoError(t, err)
	var names []string
	for _, way := range o.Channels {
		names = append(names, way.Name())
	}
	require.Equal(t, []string{"mail", "telegram", "webhook"}, names)
	require.Len(t, o.Hooks, 1)
	urgent, digest, both := strings.Cut(section, "`[]` is none.")
	require.True(t, both)
	_, urgent, _ = strings.Cut(urgent, "Without it these are:")
	digest, _, _ = strings.Cut(digest, "\n- ")
	for _, code := range o.Urgent {
		require.Contains(t, urgent, "`"+code+"`")
	}
	require.Len(t, regexp.MustCompile("`[a-z_]+`").FindAllString(urgent, -1), len(o.Urgent))
	require.Len(t, regexp.MustCompile("`[a-z_]+`").FindAllString(urgent+digest, -1), len(config.NoticeCodes()))
	for _, code := range config.NoticeCodes() {
		require.Contains(t, urgent+digest, "`"+code+"`")
	}
}

// TestReadmeVerifiesWebhooks runs the example by which receivers verify a webhook.
func TestReadmeVerifiesWebhooks(t *testing.T) {
	t.Parallel()
	_, program := wordOut(t, "python")
	for _, secret := range []string{"a-secret-of-enough-length", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"} {
		now, body := time.Now().Unix(), `{"type":"notice.test"}`
		signature := channel.Sign(supplier.NewSecret(secret), "msg_1", now, []byte(body))
		script := program + fmt.Sprintf(`
headers = {"webhook-id": "msg_1", "webhook-timestamp": "%d", "webhook-signature": "%s"}
assert verified("%s", headers, b'%s')
assert not verified("%s", headers, b'%s ')
`, now, signature, secret, body, secret, body)
		out, err := exec.Command("python3", "-c", script).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}
