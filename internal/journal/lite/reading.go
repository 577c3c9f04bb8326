package lite

import "database/sql"

// OpenReading opens a database that is there, and that somebody has opened with Open, to read it alone.
// Each of its connections has the files open from its start; it reads what tables there are once it is
// asked something, which takes the longest of what opening does.
func OpenReading(path string) (*sql.DB, error) {
	return open(plainAddress(path) + "?mode=rw&_pragma=busy_timeout(15000)&_pragma=query_only(1)&_pragma=schema_version")
}
