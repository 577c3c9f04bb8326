package standing

import (
	"maps"
	"slices"
	"time"
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

// RolesWaiting are the roles for which a process waits, with what for, sorted by role.
func (p Process) RolesWaiting() (list []string) {
	for _, role := range slices.Sorted(maps.Keys(p.Waits)) {
		list = append(list, role+": "+p.Waits[role])
	}
	return list
}

// OldestText is Oldest in whole seconds.
func (q Queue) OldestText() string { return q.Oldest.Round(time.Second).String() }
