package standing

import "time"

// Backup is how the copies of the journal stand that are made by schedule.
type Backup struct {
	Folder     string    `json:"folder"`
	At         time.Time `json:"at,omitzero"`           // when the last good copy was begun, zero before the first
	AgeSeconds *int64    `json:"age_seconds,omitempty"` // since then; nil before the first
	OnServer   bool      `json:"on_server,omitempty"`   // the tools of the journal's server have to copy it
	Error      string    `json:"error,omitempty"`       // of the last attempt
	Mend       string    `json:"mend,omitempty"`
	Since      time.Time `json:"since,omitzero"` // when it failed first
}
