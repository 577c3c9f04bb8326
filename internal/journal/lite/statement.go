package lite

import (
	"sync"

	"modernc.org/libc"
	sqlite "modernc.org/sqlite/lib"
)

// statementMemory is how many bytes of the pages that one statement changes are kept in memory.
const statementMemory = 4 << 20

// keepStatements has SQLite keep in memory what the pages were before a statement, for the
// case that it fails half-way. By default a statement that changes more than 16 pages sends
// this to a file, and with it what every later one of the transaction changes: a fifth of the
// time of recording a long file. Where SQLite is at work already it goes on as it is.
var keepStatements = sync.OnceValue(func() bool {
	tls := libc.NewTLS()
	defer tls.Close()
	list := libc.NewVaList(int32(statementMemory))
	defer libc.Xfree(tls, list)
	return sqlite.Xsqlite3_config(tls, sqlite.SQLITE_CONFIG_STMTJRNL_SPILL, list) == sqlite.SQLITE_OK
})
