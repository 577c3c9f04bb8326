package client

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pulse"
)

// TestAWaitIsNoStandstill: whoever waits as long as a service has asked for is not taken for stuck.
func TestAWaitIsNoStandstill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &pulse.Monitor{}
		ctx, end := pulse.Begin(pulse.With(t.Context(), m), "posting", time.Minute)
		defer end()
		ended := make(chan error)
		go func() { ended <- sleep(ctx, time.Hour) }()
		time.Sleep(59 * time.Minute)
		synctest.Wait()
		require.Empty(t, m.Stuck())
		require.NoError(t, <-ended)
	})
}
