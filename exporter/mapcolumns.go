package exporter

import (
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// remarkColumns names the columns that the template wants and the map does not have, where
// that is surely no choice: one of a similar name is there, or none that the template
// names. A map often serves several targets, and most columns can be left out. For the usual
// ones the built-in map answers.
func (f *feed) remarkColumns(file string, wanted, there, usual []string) {
	var spare []string
	for _, column := range there {
		if !slices.Contains(wanted, column) {
			spare = append(spare, column)
		}
	}
	for _, column := range wanted {
		if slices.Contains(there, column) {
			continue
		}
		instead, answered := wording.NewMessage("remark.map_column_missing.nothing"), slices.Contains(usual, column)
		if answered {
			instead = wording.NewMessage("remark.map_column_missing.usual")
		}
		var meant wording.Message
		switch near := strictyaml.Nearest(column, spare); {
		case near != "":
			meant = wording.NewMessage("remark.meant", strconv.Quote(near))
		case answered, len(spare) < len(there):
			continue
		}
		f.report.warnAll(remark.MapColumnMissing, wording.NewMessage("remark.map_column_missing", file, column, f.template.Name, instead, meant))
	}
}
