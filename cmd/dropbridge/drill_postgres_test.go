//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestRestoreDrillOnPostgreSQL is TestRestoreDrill for a journal on a server, as the README tells it: pg_dump while
// the shop works, machine and database lost, pg_restore elsewhere, and adopt.
func TestRestoreDrillOnPostgreSQL(t *testing.T) {
	t.Parallel()
	postgres, kept := rig.SharedPostgres(t), t.TempDir()
	dump := filepath.Join(kept, "journal.dump")
	service, url, token := drillSupplier(t, kept)
	config := func(journal string) string {
		return fmt.Sprintf("supplier: {base_url: %q, token_file: %q, idempotency: none}\nlanguage: en\ninbox: {settle: 50ms, scan: 100ms, follow: 200ms}\njournal: %q\n", url, token, journal)
	}
	before := postgres.NewDatabase(t)
	lost := t.TempDir()
	d := startDaemon(t, lost, config(before))
	drop(t, lost, "before.csv", 1, 5)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 5 }, patience, 20*time.Millisecond, "%s", d.errs)
	tool(t, "pg_dump", "--format=custom", "--file="+dump, "--dbname="+before)
	drop(t, lost, "after.csv", 6, 10)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 10 }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())
	require.NoError(t, os.RemoveAll(lost))
	posts := postsOf(service)

	after := postgres.NewDatabase(t)
	tool(t, "pg_restore", "--exit-on-error", "--no-owner", "--dbname="+after, dump)
	found := t.TempDir()
	file := filepath.Join(found, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(config(after)), 0o600))
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"--config", file, "adopt", "--restored"}, os.LookupEnv, nil, &out, &errs), "%s %s", &out, &errs)
	require.NotContains(t, out.String(), "nothing to adopt")
	d = startDaemon(t, found, config(after))
	drop(t, found, "before.csv", 1, 5)
	drop(t, found, "after.csv", 6, 10)
	drop(t, found, "new.csv", 11, 13)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 13 }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())
	is := service.Stats()
	require.Equal(t, 13, is.OrdersStored)
	require.Zero(t, is.DoubledExternalIDs)
	require.Equal(t, posts+3, postsOf(service), "only what is new was posted")
}

// tool runs a program of PostgreSQL.
func tool(t *testing.T, name string, args ...string) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, said)
}
