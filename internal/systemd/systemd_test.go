//go:build linux

package systemd_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/systemd"
)

// listen is a service manager that hears what is said next.
func listen(t *testing.T) (hear func() string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { socket.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return func() string {
		buffer := make([]byte, 1024)
		require.NoError(t, socket.SetReadDeadline(time.Now().Add(time.Minute)))
		n, err := socket.Read(buffer)
		require.NoError(t, err)
		return string(buffer[:n])
	}
}

func TestWhatTheManagerHears(t *testing.T) {
	hear := listen(t)
	m := systemd.Manager{Logger: slog.New(slog.DiscardHandler)}
	m.Ready()
	require.Equal(t, "READY=1", hear())
	m.Reloading()
	require.Regexp(t, `^RELOADING=1\nMONOTONIC_USEC=[1-9]\d*\n$`, hear())
	m.Stopping()
	require.Equal(t, "STOPPING=1", hear())

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	t.Setenv("WATCHDOG_USEC", strconv.Itoa(20000))
	go func() {
		defer close(ended)
		m.Keep(ctx)
	}()
	require.Equal(t, "WATCHDOG=1", hear())
	require.Equal(t, "WATCHDOG=1", hear())
	stop()
	<-ended
}

// TestWithoutAManager: nobody is told, and nothing waits.
func TestWithoutAManager(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	t.Setenv("WATCHDOG_USEC", "")
	m := systemd.Manager{Logger: slog.New(slog.DiscardHandler)}
	m.Ready()
	m.Keep(t.Context())
}

// TestAStuckDaemonIsNotKept: nothing is heard of it, the log says why, and once it goes on it is heard again.
func TestAStuckDaemonIsNotKept(t *testing.T) {
	hear := listen(t)
	t.Setenv("WATCHDOG_USEC", strconv.Itoa(20000))
	var log bytes.Buffer
	asked := 0
	m := systemd.Manager{Logger: slog.New(slog.NewTextHandler(&log, nil)), Stuck: func() string {
		if asked++; asked == 2 || asked == 3 {
			return "posting: silent for 31m0s"
		}
		return ""
	}}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.Keep(ctx)
	}()
	require.Equal(t, "WATCHDOG=1", hear())
	require.Equal(t, "WATCHDOG=1", hear())
	stop()
	<-ended
	require.GreaterOrEqual(t, asked, 4, "it was asked between, and the manager heard nothing")
	require.Equal(t, 2, strings.Count(log.String(), "posting: silent for 31m0s"))
}
