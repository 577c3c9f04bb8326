package config

import (
	"os"
	"slices"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/templates"
)

// noMap in the place of a category map turns the built-in one off.
const noMap = "none"

// mapFile is the file of a category map, "" where there is none.
func mapFile(name string) string {
	if name == noMap {
		return ""
	}
	return name
}

// categories reads a feed's category map, and the built-in one where the template names a
// column of it.
func (c *Config) categories(feed *exporter.Feed, name string) (err error) {
	if name == noMap {
		return nil
	}
	if name != "" {
		data, err := os.ReadFile(c.Path(name))
		if err != nil {
			return err
		}
		if feed.Categories, err = selection.ReadCategoryMap(name, data); err != nil {
			return err
		}
	}
	feed.Usual, err = usualMap(feed.Template.CategoryColumns())
	return err
}

// usualMap is the built-in category map that has one of the columns, nil where none has.
func usualMap(columns []string) (*selection.CategoryMap, error) {
	if len(columns) == 0 {
		return nil, nil
	}
	files, err := templates.Maps()
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		usual, err := selection.ReadCategoryMap(file.File, file.Data)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(usual.Columns(), func(column string) bool { return slices.Contains(columns, column) }) {
			return usual, nil
		}
	}
	return nil, nil
}
