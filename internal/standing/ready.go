package standing

import (
	"fmt"
	"slices"
	"time"
)

// Unready is a reason why a process cannot take work.
type Unready struct {
	Code string // journal_away, loop_stuck, process_fenced or role_waits
	Text string
}

// Unready are the reasons why the process that took the snapshot is not ready: nothing where it can
// do all that it is there for. What merely waits for a person, or is away at the supplier, does not
// make it so, as another process would fare no better.
func (s Snapshot) Unready() (list []Unready) {
	if s.JournalAway {
		list = append(list, Unready{"journal_away", "the journal cannot be read: the log says why"})
	}
	for _, one := range s.Stuck {
		list = append(list, Unready{"loop_stuck", fmt.Sprintf("the loop %s has not gone on for %s: start the process again, and where it happens once more, look what the log says before", one.Loop, time.Duration(one.Seconds)*time.Second)})
	}
	if own := slices.IndexFunc(s.Processes, func(p Process) bool { return p.Own }); own >= 0 {
		p := s.Processes[own]
		if p.Fenced {
			list = append(list, Unready{"process_fenced", "others have taken over what this process did: it begins anew"})
		}
		for _, waits := range p.RolesWaiting() {
			list = append(list, Unready{"role_waits", "the role " + waits})
		}
	}
	return list
}

// Ready reports whether a role has a process that lives and waits for nothing.
func (s Snapshot) Ready(role string) bool {
	return slices.ContainsFunc(s.Processes, func(p Process) bool {
		return !p.Fenced && slices.Contains(p.Roles, role) && p.Waits[role] == ""
	})
}
