package approval_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/approval"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// TestADaemonWithAnOlderMappingStops: what was approved since is not what it would send.
func TestADaemonWithAnOlderMappingStops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "approved-orders.json")
	text, _, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	guardOf := func(text, account string) *approval.Guard {
		program, err := mapping.Compile("own.yaml", []byte(text))
		require.NoError(t, err)
		return approval.New(approval.Options{File: file, Account: account, BaseURL: "https://supplier.example", Mapping: "own.yaml", Program: program, Own: true})
	}
	older := guardOf(string(text), "https://supplier.example")
	require.ErrorContains(t, older.Allowed(), "are not approved yet")
	require.Equal(t, failure.Config, failure.KindOf(older.Allowed()))
	require.NoError(t, older.Approve())
	require.NoError(t, older.Allowed())

	changed := strings.Replace(string(text), "409: conflict", "409: rejected", 1)
	newer := guardOf(changed, "https://supplier.example")
	require.ErrorContains(t, newer.Allowed(), "have changed since they were approved")
	require.NoError(t, newer.Approve())
	require.NoError(t, newer.Allowed())
	require.ErrorContains(t, older.Allowed(), "were approved in another form than this process has read")

	second := guardOf(changed, "second")
	require.ErrorContains(t, second.Allowed(), "are not approved yet", "each account has its own")
	require.NoError(t, second.Approve())
	require.NoError(t, newer.Allowed())
}

// TestABuiltInMappingNeedsNoApproval: but it needs orders that it can make.
func TestABuiltInMappingNeedsNoApproval(t *testing.T) {
	text, _, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	program, err := mapping.Compile("default.yaml", text)
	require.NoError(t, err)
	guard := approval.New(approval.Options{File: filepath.Join(t.TempDir(), "none"), Mapping: "default", Program: program})
	require.False(t, guard.Needed())
	require.NoError(t, guard.Allowed())
}
