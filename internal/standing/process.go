package standing

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Process is one of those that share the journal. Its times are of the journal's database.
type Process struct {
	Name    string            `json:"name"`
	Host    string            `json:"host"`
	Version string            `json:"version"`
	Roles   []string          `json:"roles"`
	Started time.Time         `json:"started"`
	Seen    time.Time         `json:"seen"`             // when it last said that it lives
	Fenced  bool              `json:"fenced,omitempty"` // it was silent for too long, and others have its work
	Sending int               `json:"sending"`          // orders that it has begun to send
	Jobs    []string          `json:"jobs,omitempty"`   // kinds of the jobs that it is at
	Waits   map[string]string `json:"waits,omitempty"`  // what its roles wait for, by the role
	Own     bool              `json:"own,omitempty"`    // it is this one
}

// Queue is the jobs of a kind that wait for a process, and those under way.
type Queue struct {
	Kind    string        `json:"kind"`
	Waiting int           `json:"waiting"`
	Running int           `json:"running"`
	Oldest  time.Duration `json:"oldest_ns"` // how long the oldest of those that wait has waited
}

// Ready reports whether a role has a process that lives and waits for nothing.
func (s Snapshot) Ready(role string) bool {
	return slices.ContainsFunc(s.Processes, func(p Process) bool {
		return !p.Fenced && slices.Contains(p.Roles, role) && p.Waits[role] == ""
	})
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

// RolesWaiting are the roles for which a process waits, with what for, sorted by role.
func (p Process) RolesWaiting() (list []string) {
	for _, role := range slices.Sorted(maps.Keys(p.Waits)) {
		list = append(list, role+": "+p.Waits[role])
	}
	return list
}

// OldestText is Oldest in whole seconds.
func (q Queue) OldestText() string { return q.Oldest.Round(time.Second).String() }
