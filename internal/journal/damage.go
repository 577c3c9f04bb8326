package journal

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/dropbridge/dropbridge/internal/journal/lite"
)

// Away implements state.Pedigree.
func (j *Journal) Away(err error) bool {
	if j.dialect != postgres {
		return false
	}
	_, answered := errors.AsType[*pgconn.PgError](err)
	_, cut := errors.AsType[net.Error](err)
	return Unreached(err) || answered || cut || errors.Is(err, io.ErrUnexpectedEOF)
}

// Unreached reports whether an error is that of a database server that let nobody in: it is not
// there, or does not know the database, the user or the password.
func Unreached(err error) bool {
	_, refused := errors.AsType[*pgconn.ConnectError](err)
	return refused
}

// Damaged reports whether an error is that of a file that is no journal, or a broken one.
func Damaged(err error) bool { return lite.Damaged(err) }

// Full reports whether an error is that of a disk without room.
func Full(err error) bool { return lite.Full(err) }

// Damaged implements state.Pedigree.
func (j *Journal) Damaged(err error) bool { return lite.Damaged(err) }
