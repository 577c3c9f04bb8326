package desk_test

import (
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// connected is a journal on a server, whose connections break as any do.
type connected struct{ state.Journal }

func (connected) Away(error) bool { return true }

// TestWhoseConnectionBroke: a supplier and a store are named for themselves, and only what is left
// is the database, whose own words are not shown.
func TestWhoseConnectionBroke(t *testing.T) {
	cut := &net.OpError{Op: "dial", Err: io.ErrUnexpectedEOF}
	for want, err := range map[string]error{
		"database":         cut,
		"store":            &bucket.Error{Bucket: "s3://shop", Reason: bucket.Away, Err: cut},
		"cannot list them": &supplier.Error{Op: "cannot list them", Err: cut},
	} {
		d, failed := desk.New(desk.Config{Account: "shop", Results: t.TempDir(), Spool: t.TempDir(), Disk: desk.Durably{}, Logger: slog.New(slog.DiscardHandler)}, nil, connected{})
		require.NoError(t, failed)
		d.Problems.Set(time.Now(), "inbox", err)
		require.Contains(t, d.Problems.List()[0].Text, want)
	}
}
