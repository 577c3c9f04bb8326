package exporter

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
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
		instead, answered := "nothing of it is in the feed", slices.Contains(usual, column)
		if answered {
			instead = "the built-in map answers for it"
		}
		message := fmt.Sprintf("%s has no column %s, which template %s names: %s", file, column, f.template.Name, instead)
		switch near := strictyaml.Nearest(column, spare); {
		case near != "":
			message += fmt.Sprintf("; did you mean %q?", near)
		case answered, len(spare) < len(there):
			continue
		}
		f.report.warnAll(remark.MapColumnMissing, message)
	}
}
