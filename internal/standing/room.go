package standing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

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
