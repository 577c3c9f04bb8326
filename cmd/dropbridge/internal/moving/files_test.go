package moving

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/config"
)

// TestPaceOfAConfig: where a config does not name a pace, the importer goes by its own, and so
// does who moves its files.
func TestPaceOfAConfig(t *testing.T) {
	usual := &filing{config: &config.Config{}}
	require.Equal(t, 6*time.Second, usual.options().Settle, "a scan of the inbox, and a second more")
	require.True(t, usual.isLate(carry.Entry{Time: time.Now()}))
	require.False(t, usual.isLate(carry.Entry{Time: time.Now().Add(-4 * time.Second)}))
	named := &filing{config: &config.Config{Inbox: config.Inbox{Scan: time.Minute, Settle: time.Hour}}}
	require.Equal(t, 61*time.Second, named.options().Settle)
	require.True(t, named.isLate(carry.Entry{Time: time.Now().Add(-time.Minute)}))
}
