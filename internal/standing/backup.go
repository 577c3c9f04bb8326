package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

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

// backupFindings tells that no copy of the journal is made.
func backupFindings(s Snapshot, l wording.Language) []Finding {
	b := s.Backup
	if b == nil {
		return nil
	}
	f := Finding{Level: Attention, Code: CodeBackup, About: b.Folder, Since: b.Since}
	switch {
	case b.OnServer:
		f.Text, f.Mend = say(l, "backup_server"), say(l, "backup_server_way")
	case b.Error == "":
		return nil
	default:
		f.Text, f.Mend = say(l, "backup_failed", b.Error), say(l, "backup_failed_way", b.Folder)
		if b.Mend != "" {
			f.Mend = b.Mend
		}
	}
	return []Finding{f}
}
