package exporter

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// remarkColumns names the columns that the template wants and the map does not have, where
// that is surely no choice: one of a similar name is there, or none that the template
// names. A map often serves several targets, and most columns can be left out.
func (f *feed) remarkColumns(file string, wanted, there []string) {
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
		message := fmt.Sprintf("%s has no column %s, which template %s names: nothing of it is in the feed", file, column, f.template.Name)
		switch near := strictyaml.Nearest(column, spare); {
		case near != "":
			message += fmt.Sprintf("; did you mean %q?", near)
		case len(spare) < len(there):
			continue
		}
		f.report.warnAll(remark.MapColumnMissing, message)
	}
}
