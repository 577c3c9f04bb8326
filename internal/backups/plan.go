package backups

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/trouble"
)

// Plan is where copies go, when they are made, and which of them are kept.
type Plan struct {
	Dir      string
	When     schedule.Schedule
	Keep     Policy
	Packed   bool                           // copies are written packed; those that are there count either way
	Bucket   func() (*bucket.Bucket, error) // nil where none is behind the folders
	Trouble  string                         // the file that says what keeps copies from being made
	OnServer bool                           // the journal is no file: its server's tools copy it, and nothing here does
}

// ending is how the names of new copies end.
func (p Plan) ending() string {
	if p.Packed {
		return packed
	}
	return ending
}

// Standing is how copies of a journal stand; of a journal that nobody has seen yet the id is "".
func (p Plan) Standing(id string, now time.Time) *standing.Backup {
	s := &standing.Backup{Folder: p.Dir, OnServer: p.OnServer}
	if p.OnServer {
		return s
	}
	t, err := trouble.Read(p.Trouble)
	s.Error, s.Mend, s.Since = t.Error, t.Mend, t.Since
	var copies []Copy
	if err == nil && id != "" {
		copies, err = List(p.Dir, id, now)
	}
	if err != nil {
		s.Error = err.Error()
	}
	if len(copies) > 0 {
		age := int64(now.Sub(copies[0].At).Seconds())
		s.At, s.AgeSeconds = copies[0].At, &age
	}
	return s
}
