package handover

import (
	"context"
	"io"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Outlet is where files of orders go. Its errors are *supplier.Error, whose kind says
// whether the file may have reached the supplier.
type Outlet interface {
	// Reserve is called before the journal notes that orders go out in that file.
	Reserve(name string) error
	// Place brings the file to the supplier, in one attempt; count is how many orders it holds.
	Place(ctx context.Context, name string, count int, write func(io.Writer) error) error
	// Find tells since when the file is where it was brought; false where that cannot be told.
	Find(name string) (since time.Time, found bool, err error)
	// Trace is where a person can look for the file.
	Trace(name string) wording.Message
	// Withdraw reports whether the file was not brought to the supplier for certain, and sees
	// to it that it will not be: whoever was about to finds his place gone.
	Withdraw(name string) bool
}

// opCreate names the operation in errors.
const opCreate = "hand orders over"

// mostSaid is how much of a foreign error is told.
const mostSaid = 300
