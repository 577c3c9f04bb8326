package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/journal/move"
)

// TestAMoveOfBothGoesOn: the files have moved, and the journal was on its way at each of its stages when
// the command was interrupted. The same command ends both moves.
func TestAMoveOfBothGoesOn(t *testing.T) {
	t.Parallel()
	for _, stage := range []journal.Stage{journal.Copying, journal.Draining, journal.Sealed} {
		dir := t.TempDir()
		config, bucket := filepath.Join(dir, "dropbridge.yaml"), "file://"+filepath.ToSlash(filepath.Join(dir, "bucket"))
		from, to := filepath.Join(dir, "state", "journal.db"), filepath.Join(dir, "state", "two.db")
		require.NoError(t, os.WriteFile(config, []byte("language: en\n"), 0o600))
		require.NoError(t, os.Mkdir(filepath.Dir(from), 0o700))
		j, err := journal.Open(t.Context(), from)
		require.NoError(t, err)
		journaltest.Record(t, j, journaltest.File("one.csv"), journaltest.Draft("1", "a", 2))
		require.NoError(t, j.Close())
		migrate := func(flags ...string) string {
			var said bytes.Buffer
			a := &app{lookupEnv: func(string) (string, bool) { return "", false }, stdout: &said, stderr: &said, now: time.Now}
			require.Zero(t, a.run(t.Context(), append([]string{"--config", config, "migrate"}, flags...)), "%s: %s", stage, said.String())
			return said.String()
		}
		migrate("--files", bucket)

		ctx, cancel := context.WithCancel(t.Context())
		_, err = move.Run(ctx, move.Options{From: from, To: to, Idle: true, Now: time.Now, After: time.After, Progress: func(p move.Progress) {
			if p.Stage == stage {
				cancel()
			}
		}})
		cancel()
		require.ErrorIs(t, err, context.Canceled, stage)
		at, err := move.StageOf(t.Context(), from)
		require.NoError(t, err)
		require.Equal(t, stage, at)

		said := migrate("--files", bucket, "--to", "state/two.db", "--write-config")
		require.Contains(t, said, "two.db")
		at, err = move.StageOf(t.Context(), to)
		require.NoError(t, err)
		require.Equal(t, journal.Arrived, at)
		text, err := os.ReadFile(config)
		require.NoError(t, err)
		require.Contains(t, string(text), `journal: "state/two.db"`)
		require.Contains(t, string(text), bucket)
	}
}
