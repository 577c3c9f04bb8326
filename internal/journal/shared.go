package journal

import "github.com/dropbridge/dropbridge/internal/journal/share"

// Share has all writes from now on made as those of a process of the table processes: none is
// taken any more once it was fenced, which is state.ErrFenced. The work that a write makes is
// announced; announce may be nil. It is for PostgreSQL, and to be called before the first write.
func (j *Journal) Share(process string, announce share.Announcer) {
	j.sharing = share.Sharing{Process: process, Announce: announce}
}
