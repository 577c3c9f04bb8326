package standing

import "slices"

// Unready is a reason why a process cannot take work.
type Unready struct {
	Code string // journal_away, process_fenced or role_waits
	Text string
}

// Unready are the reasons why the process that took the snapshot is not ready: nothing where it can
// do all that it is there for. What merely waits for a person, or is away at the supplier, does not
// make it so, as another process would fare no better.
func (s Snapshot) Unready() (list []Unready) {
	if s.JournalAway {
		list = append(list, Unready{"journal_away", "the journal cannot be read: the log says why"})
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
