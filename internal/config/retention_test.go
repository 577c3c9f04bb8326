package config

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/forget"
)

func TestRetention(t *testing.T) {
	c, err := Read("x.yaml", []byte("retention: {archive: 90d, people: 1y}\n"))
	require.NoError(t, err)
	ages, err := c.Retention.Ages(c.File)
	require.NoError(t, err)
	require.Equal(t, forget.Ages{Archive: 90 * 24 * time.Hour, People: 365 * 24 * time.Hour}, ages, "what is left out is kept for ever")
	for _, wrong := range []string{"90", "0d", "-1d", "1.5y", "soon", "2160h", "101y", "1 y", "d"} {
		_, err := Read("x.yaml", []byte("retention:\n  results: \""+wrong+"\"\n"))
		require.ErrorContains(t, err, "x.yaml:2:12: retention.results: ", wrong)
		require.ErrorContains(t, err, "such as 90d or 1y", wrong)
	}
	_, err = Read("x.yaml", []byte("retention:\n  logs: 30d\n"))
	require.ErrorContains(t, err, "logs")
}
