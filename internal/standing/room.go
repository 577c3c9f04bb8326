package standing

import "time"

// A disk is nearly full where less than a twentieth of it is free, or less than leastFree
// bytes: a feed, a result or the journal may be what finds no place next.
const (
	leastShare = 20
	leastFree  = 500_000_000
)

// Disk is what lies under a folder that is written to.
type Disk struct {
	Folder string `json:"folder"` // the first of those that lie on it
	Free   uint64 `json:"free"`   // bytes that this program may still write
	Total  uint64 `json:"total"`  // bytes of all of it
}

// low reports whether the disk is nearly full; of one whose size is not known nothing is said.
func (d Disk) low() bool {
	return d.Total > 0 && (d.Free < d.Total/leastShare || d.Free < leastFree)
}

// Channel is a way by which messages go out, such as mail.
type Channel struct {
	Name    string    `json:"name"`
	Waiting int       `json:"waiting"`         // messages that did not get out yet
	Error   string    `json:"error,omitempty"` // of the last attempt
	Since   time.Time `json:"since,omitzero"`  // when it failed first
	Sent    time.Time `json:"sent,omitzero"`   // when the last message got out
}
