package rig

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// TestTraces: a word is found however it is written and packed, and another one is not.
func TestTraces(t *testing.T) {
	const text = "1;Журавель Олена;0671112233"
	narrow, err := charmap.Windows1251.NewEncoder().String(text)
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	require.NoError(t, err)
	var packed, archive bytes.Buffer
	gz := gzip.NewWriter(&packed)
	_, err = gz.Write([]byte(wide))
	require.NoError(t, err)
	require.NoError(t, gz.Close())
	z := zip.NewWriter(&archive)
	part, err := z.Create("a/b.csv.gz")
	require.NoError(t, err)
	_, err = part.Write(packed.Bytes())
	require.NoError(t, err)
	require.NoError(t, z.Close())
	who, other := NewTraces(t, "Журавель"), NewTraces(t, "Жаворонок")
	dir := t.TempDir()
	for name, data := range map[string]string{"plain": text, "upper": "ЖУРАВЕЛЬ", "narrow": narrow, "wide": wide, "gz": packed.String(), "zip": archive.String(),
		"json": `"\u0416\u0443\u0440\u0430\u0432\u0435\u043b\u044c"`, "html": "&#1046;уравель", "hex": "d096d183d180d0b0d0b2d0b5d0bbd18c"} {
		require.True(t, who.In([]byte(data)), name)
		require.False(t, other.In([]byte(data)), name)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "журавель.csv"), nil, 0o600))
	require.Len(t, who.InFolder(t, dir), 10)
	require.Empty(t, other.InFolder(t, dir))

	address := SharedPostgres(t).NewDatabase(t)
	db, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), `CREATE SCHEMA apart; CREATE TABLE apart.notes (n INT, raw BYTEA, more JSONB); CREATE TABLE others (text TEXT);
		INSERT INTO apart.notes VALUES (1, convert_to('Журавель', 'UTF8'), '{}'), (2, NULL, '{"who": "Журавель"}'), (3, NULL, NULL); INSERT INTO others VALUES ('nobody')`)
	require.NoError(t, err)
	require.Len(t, who.InDatabase(t, "pgx", address), 2)
	require.Empty(t, other.InDatabase(t, "pgx", address))
}
