package daemon

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// TestATestMessageFromThePage goes to the channel that is named, is said with what came back, and
// stands in the log; what is refused is said with the reason, and so is a channel that there is not.
func TestATestMessageFromThePage(t *testing.T) {
	var got []string
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var event struct{ Type string }
		body, err := io.ReadAll(r.Body)
		if err == nil && json.Unmarshal(body, &event) == nil && r.Header.Get("webhook-signature") != "" {
			got = append(got, r.URL.Path+" "+event.Type)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	t.Setenv("HOOK", "a-secret-of-enough-length")
	s := working(t, "language: en\nnotify: {webhook: {url: '"+server.URL+"/people', secret_env: HOOK}}\ninbox: {on_result: {url: '"+server.URL+"/results', secret_env: HOOK}}\n")
	shown := ask(s.Daemon, "/settings", here, "").Body.String()
	require.Contains(t, shown, `<input type="hidden" name="channel" value="webhook">`)
	require.Contains(t, shown, `<input type="hidden" name="channel" value="on_result">`)
	for _, name := range []string{"webhook", "on_result"} {
		said, err := s.ask(t, page.DoTestChannel, "channel", name)
		require.NoError(t, err)
		require.Contains(t, said, "200")
	}
	require.Equal(t, []string{"/people notice.test", "/results notice.test"}, got)
	status = http.StatusGone
	_, err := s.ask(t, page.DoTestChannel, "channel", "webhook")
	require.ErrorContains(t, err, "410")
	require.NotEmpty(t, failure.Hint(err))
	_, err = s.ask(t, page.DoTestChannel, "channel", "mail")
	require.ErrorContains(t, err, "mail")
	acts := s.acts(t)
	require.Len(t, acts, 3, "what there is not was not tested")
	require.Contains(t, acts[0], "channel_tested webhook ")
	require.Contains(t, acts[0], "410", "that it failed stands there, too")
	require.Equal(t, []string{"channel_tested on_result", "channel_tested webhook"}, acts[1:])
}

// TestASecondProcessIsShown while it watches the inbox with the same journal, and no more once
// it has ended.
func TestASecondProcessIsShown(t *testing.T) {
	s := working(t, "language: en\n")
	in, err := s.Settings(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, in.Process)
	require.Empty(t, in.Others)
	settings, err := s.Config.Importer()
	require.NoError(t, err)
	settings.Logger, settings.Owner = slog.New(slog.DiscardHandler), "second"
	second, err := importer.New(settings, nil, s.Orders.Journal)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, second.Close()) })
	for _, dir := range []string{settings.Inbox, settings.Archive, settings.Failed} {
		require.NoError(t, os.MkdirAll(filepath.Clean(dir), 0o755))
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- second.Run(ctx) }()
	others := func() []string {
		in, err := s.Settings(t.Context())
		require.NoError(t, err)
		return in.Others
	}
	require.Eventually(t, func() bool { return len(others()) == 1 }, time.Minute, 10*time.Millisecond)
	require.Equal(t, []string{"second"}, others())
	require.Contains(t, ask(s.Daemon, "/settings", here, "").Body.String(), "<bdi>second</bdi>")
	stop()
	require.NoError(t, <-ended)
	require.Empty(t, others())
	require.NotContains(t, ask(s.Daemon, "/settings", here, "").Body.String(), "<bdi>second</bdi>")
}
