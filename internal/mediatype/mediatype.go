// Package mediatype has the media types of files that people, marketplaces and stores get. It is a leaf.
package mediatype

import (
	"path/filepath"
	"strings"
)

// Workbook is the type of a workbook of Excel.
const Workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Of is the media type of a file, by the ending of its name alone: what is told of a file must not
// depend on the machine's own table. It is "" for another file. XML says its encoding itself.
func Of(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".tsv":
		return "text/tab-separated-values; charset=utf-8"
	case ".yml", ".xml":
		return "application/xml"
	case ".xlsx":
		return Workbook
	case ".gz":
		return "application/gzip"
	}
	return ""
}
