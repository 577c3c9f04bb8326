package importer

import (
	"github.com/dropbridge/dropbridge/importer/desk"
)

// What the tests in package importer_test need of the inside.

// Die lets go of the lock as the end of the process does, and leaves its file.
func (im *Importer) Die() error {
	im.owner.Left.Store(true)
	return im.owner.Release()
}

// SetReading puts another reader of order files in the place of orderfile.Read.
func (im *Importer) SetReading(reading desk.Reader) { im.Reader = reading }
