package standing

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

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

// roleFindings tells of roles that no process has. What a process waits for is told as the
// problem that it is.
func roleFindings(s Snapshot, l wording.Language) (list []Finding) {
	had := map[string]bool{}
	for _, p := range s.Processes {
		for _, role := range p.Roles {
			had[role] = had[role] || !p.Fenced
		}
	}
	var missing []string
	for _, role := range s.Roles {
		if !had[role] {
			missing = append(missing, role)
		}
	}
	if len(s.Processes) == 0 || len(missing) == 0 {
		return nil
	}
	words := strings.Join(missing, ", ")
	return []Finding{{Level: Failing, Code: CodeRole, About: words, Text: say(l, "role_missing", words), Mend: say(l, "role_missing_way", strings.Join(missing, ","))}}
}

// silent is how long a channel may fail before that is said: most servers are back by then.
const silent = 10 * time.Minute

// roomFindings tells of disks that are nearly full.
func roomFindings(s Snapshot, l wording.Language) (list []Finding) {
	for _, d := range s.Disks {
		if d.low() {
			list = append(list, Finding{Level: Attention, Code: CodeDisk, About: d.Folder, Mend: say(l, "disk_low_way"),
				Text: say(l, "disk_low", d.Folder, l.Size(int64(min(d.Free, 1<<62))), l.Size(int64(min(d.Total, 1<<62))))})
		}
	}
	return list
}

// channelFindings tells of channels by which nothing gets out.
func channelFindings(s Snapshot, l wording.Language) (list []Finding) {
	for _, c := range s.Channels {
		if c.Error != "" && s.Now.Sub(c.Since) >= silent {
			list = append(list, Finding{Level: Attention, Code: CodeChannel, About: c.Name, Since: c.Since, Count: c.Waiting,
				Text: say(l, "channel_failed", c.Waiting, c.Name, c.Error), Mend: say(l, "channel_failed_way", c.Name)})
		}
	}
	return list
}
