package importer

import (
	"github.com/dropbridge/dropbridge/importer/desk"
)

// What the tests in package importer_test need of the inside.

// Points are the places at which a crash test ends the process.
var Points = []string{pointSpooled, pointRecorded, pointSending, pointPosted, pointSettled, pointAbandoned, pointLookedUp,
	pointConcluded, pointPublished, pointNoted, pointPlaced, pointMoved, pointShown}

// ErrStopped makes Import, Run and Resume stop as a crash would.
var ErrStopped = errStopped

// SetFail sets what runs at each point.
func (im *Importer) SetFail(fail func(point string) error) { im.fail = fail }

// Die lets go of the lock as the end of the process does, and leaves its file.
func (im *Importer) Die() error {
	im.owner.Left.Store(true)
	return im.owner.Release()
}

// SetReading puts another reader of order files in the place of orderfile.Read.
func (im *Importer) SetReading(reading desk.Reader) { im.Reader = reading }
