package journal

import (
	"database/sql"
	"fmt"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/journal/schema"
)

// Older makes the tables of an older version behind an open database, with a file, so many
// accepted orders with a waybill each, one that is held up, and one in conflict.
func Older(tb testing.TB, db *sql.DB, server bool, orders int) {
	tb.Helper()
	d := sqlite
	if server {
		d = postgres
	}
	run := func(text string, args ...any) {
		_, err := db.ExecContext(tb.Context(), text, args...)
		require.NoError(tb, err, text)
	}
	run("CREATE TABLE schema_version (version BIGINT NOT NULL)")
	for number, name := range []string{"0001_initial", "0002_identity", "0003_ways_out", "0004_last_word"} {
		text, err := schema.Migrations.ReadFile(path.Join("migrations", string(d), name+".sql"))
		require.NoError(tb, err)
		run(string(text))
		run("INSERT INTO schema_version (version) VALUES ($1)", number+1)
	}
	run(`INSERT INTO files (version, account, source, sha256, name, spool, result, origin, mark, placed, state, digest, counts, reason, drops, created_at, changed_at)
		VALUES (1, 'acme', 'keycrm', 'aa', 'a.csv', '', '', '', '', 'archive', 'settled', '', '{"accepted":7,"rejected":0,"skipped":2}', '', 1, 1000, 2000)`)
	insert := func(number, state, code, status, waybills, parcels string) {
		run(`INSERT INTO orders (version, account, source, external_id, file_id, hash, content, body, idem_key, round, state, attempts, doubtful, owner, lease_until,
			sent_at, not_before, misses, first_miss, code, message, remote_id, remote_status, remote_at, waybills, parcels, created_at, changed_at)
			VALUES (1, 'acme', 'keycrm', $1, 1, 'h', $2, $2, '', 0, $3, 1, 0, '', 0, 0, 0, 0, 0, $4, '', $1, $5, 0, $6, $7, 1000, 2000)`,
			number, []byte(`{"recipient":{"name":"Olena"}}`), state, code, status, waybills, parcels)
	}
	for n := range orders {
		insert(fmt.Sprint("N", n), "accepted", "", "shipped", fmt.Sprintf(`["204500%08d"]`, n),
			`[{"id":"p","waybill":"1","state":"in_transit","at":"1970-01-02T00:00:00Z","shipped_at":"1970-01-02T00:00:00Z"}]`)
	}
	insert("W", "ready", "unreachable", "", "[]", "[]")
	insert("C", "accepted", "", "handed_over", "[]", "[]")
	run("INSERT INTO links (file_id, order_id, position, file_rows, relation, code, message) SELECT 1, MAX(id), 1, '[2]', 'conflict', 'order_conflict', '' FROM orders")
}

// Indexed waits until a journal has made older orders ready for the search.
func Indexed(j *Journal) { <-j.indexed }

// IndexSome lets a journal that does nothing by itself go one step on with that.
func IndexSome(tb testing.TB, j *Journal) (more bool) {
	tb.Helper()
	more, err := j.indexSome(tb.Context())
	require.NoError(tb, err)
	return more
}

// Unindexed forgets what orders are found by, as if they were of an older version.
func Unindexed(tb testing.TB, j *Journal) {
	tb.Helper()
	for _, text := range []string{"DELETE FROM terms", "DELETE FROM waybills", "UPDATE orders SET late_from = 0", "UPDATE indexing SET below = (SELECT MAX(id) + 1 FROM orders)"} {
		_, err := j.write.ExecContext(tb.Context(), text)
		require.NoError(tb, err)
	}
}

// IndexedAtOnce is how many orders one step takes.
const IndexedAtOnce = indexedAtOnce
