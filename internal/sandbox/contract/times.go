package contract

import (
	"database/sql"
	"time"
)

// Micros is a time as the database holds it.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// Stamp is a stored time as the service shows it.
func Stamp(us int64) string { return time.UnixMicro(us).UTC().Format(time.RFC3339Nano) }

// StampOrNil is Stamp for a time that may be absent.
func StampOrNil(us sql.NullInt64) *string {
	if !us.Valid {
		return nil
	}
	text := Stamp(us.Int64)
	return &text
}
