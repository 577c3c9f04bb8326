package exporter

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// external finds a program that a test compares with. Where it is not installed the test
// is skipped, but never in CI.
func external(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") != "true" {
		t.Skipf("%s is not installed", name)
	}
	require.NoError(t, err)
	return path
}
