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

func TestBackup(t *testing.T) {
	c, err := Read("x.yaml", []byte("feeds: {}\n"))
	require.NoError(t, err)
	plan, err := c.BackupPlan()
	require.NoError(t, err)
	require.Nil(t, plan, "what nobody wanted is not done")
	c, err = Read("x.yaml", []byte("backup: {keep: 3, every: 6h}\n"))
	require.NoError(t, err)
	plan, err = c.BackupPlan()
	require.NoError(t, err)
	require.Equal(t, 3, plan.Keep.Newest)
	require.Equal(t, c.Path("backups"), plan.Dir)
	require.False(t, plan.OnServer)
	c, err = Read("x.yaml", []byte("journal: postgres://localhost/shop\nbackup: {dir: nas}\n"))
	require.NoError(t, err, "it is a finding, and stops nothing")
	plan, err = c.BackupPlan()
	require.NoError(t, err)
	require.True(t, plan.OnServer)
	require.Equal(t, c.Path("nas"), c.Backups())
	for _, wrong := range []string{"inbox", "state", "results/old"} {
		_, err := Read("x.yaml", []byte("backup: {dir: "+wrong+"}\n"))
		require.ErrorContains(t, err, "x.yaml: backup.dir", wrong)
	}
	_, err = Read("x.yaml", []byte("backup: {keep: few}\n"))
	require.ErrorContains(t, err, "x.yaml:1:16: backup.keep")
}
