package config

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config/logging"
)

func TestLog(t *testing.T) {
	c, err := Read("dropbridge.yaml", []byte("log: {format: json, level: debug}\n"))
	require.NoError(t, err)
	require.True(t, c.Log.JSON())
	require.Equal(t, slog.LevelDebug, c.Log.LevelOr(slog.LevelWarn))
	require.Equal(t, slog.LevelWarn, logging.Log{}.LevelOr(slog.LevelWarn))
	require.False(t, logging.Log{}.JSON())
	for text, want := range map[string]string{
		"log: {format: xml}\n":    `log.format: "xml" is not known`,
		"log: {level: verbose}\n": `log.level: "verbose" is not known`,
		"log: {level: ''}\n":      `log.level: "" is not known`,
	} {
		_, err := Read("dropbridge.yaml", []byte(text))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "dropbridge.yaml")
	}
}
