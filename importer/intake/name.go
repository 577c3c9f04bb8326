package intake

import (
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/told"
)

// room is the folder of a source in the inbox, that of the inbox itself for "".
func room(d *desk.Desk, source string) (dir string, err error) {
	if source == "" {
		return d.Config.Inbox, nil
	}
	if _, known := d.Config.Sources[source]; !known {
		return "", refuse(NoSource, told.OneLine(source))
	}
	return filepath.Join(d.Config.Inbox, source), nil
}

// checkName refuses what is no name of an order file on every system. A program asks under
// the name that it gave, so that none is made fit in silence.
func checkName(d *desk.Desk, name string) error {
	if folder.Ignored(name) || d.Config.IsDone(name) {
		return refuse(NeverTaken, told.OneLine(name))
	}
	if fit := folder.CleanName(name); fit != name {
		return refuse(BadName, told.OneLine(name), fit)
	}
	return nil
}
