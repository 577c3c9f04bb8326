package lite

import (
	"sync"

	"modernc.org/libc"
	sqlite "modernc.org/sqlite/lib"
)

// statementMemory is how many bytes of the pages that one statement changes are kept in memory.
// They are written to a file in one piece when they are more, and the build of SQLite that we use
// writes pieces below 128 KB alone: of a larger one it says that the disk is full.
const statementMemory = 126 << 10

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
