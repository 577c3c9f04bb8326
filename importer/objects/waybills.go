package objects

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/waybill"
)

// waybillFile is the waybill file of a source, or the files of what is new. The config has them
// wherever it likes, also beside files that are this machine's own, so that the names count and
// not the folder.
type waybillFile struct {
	root
	begins, ends string // of the name; one that is written again has all of it in begins
	several      bool
}

func (d *Disk) addWaybills(source string, settings desk.Source) {
	if settings.Waybills == nil {
		return
	}
	out := filepath.Clean(settings.Waybills.Out)
	f := waybillFile{root: root{filepath.Dir(out), path.Join(waybillRoot, source)}}
	f.begins, f.ends, f.several = strings.Cut(filepath.Base(out), waybill.OutTime)
	d.waybills = append(d.waybills, f)
}

// placeOfWaybills is place for waybill files.
func (d *Disk) placeOfWaybills(path string) (in *root, key string) {
	dir, name := filepath.Split(path)
	for i := range d.waybills {
		f := &d.waybills[i]
		if filepath.Clean(dir) == f.dir && f.has(name) {
			return &f.root, f.name + "/" + name
		}
	}
	return nil, ""
}

func (f *waybillFile) has(name string) bool {
	if !f.several {
		return name == f.begins
	}
	return len(name) > len(f.begins)+len(f.ends) && strings.HasPrefix(name, f.begins) && strings.HasSuffix(name, f.ends)
}
