package waybill

import (
	"time"
)

// File is the file by which a source's own system learns of waybills.
type File struct {
	Template *Template
	Out      string        // its ending decides the format
	Since    time.Duration // how long an order that has arrived stays in it after its last change: 30 days
	// Overwrite says that a file at Out that is not ours may be replaced.
	Overwrite bool
	// OnlyNew writes a new file whenever there is news, with each waybill in one of them
	// alone; Out has {time} in its name then.
	OnlyNew bool
}

// OutTime stands in File.Out for the time at which a file of news is written.
const OutTime = "{time}"
