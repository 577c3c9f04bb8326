//go:build unix

package orderfile

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// worked is how long processors have worked for the tests so far. Whatever else the machine does,
// it does not count.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
