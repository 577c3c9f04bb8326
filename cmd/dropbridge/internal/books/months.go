package books

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const (
	overMonths = 3  // months that are over and listed whether they have a folder or not
	mostMonths = 24 // that are listed
)

// MonthFolder is what there is of a month's close.
type MonthFolder struct {
	Month  string
	Files  []string       // that lie in its folder, of those that a close writes and in their order
	Closed closing.Closed // what is remembered of its close by this program; zero where that is nothing
}

// Months are the last months that are over, and those before them that have a folder, the
// newest first. Months of which the memory cannot be read are listed beside the error.
func (c *Closer) Months(now time.Time) (months []MonthFolder, err error) {
	names, err := c.monthNames(now)
	for n, name := range slices.Backward(slices.Sorted(maps.Keys(names))) {
		if len(names)-n > mostMonths {
			break
		}
		m := MonthFolder{Month: name}
		var broken error
		m.Closed, _, broken = closing.Memory(c.config.Closed()).Find(name)
		err = errors.Join(err, broken)
		for _, file := range closing.Files() {
			if info, err := os.Lstat(filepath.Join(c.folder(), name, file)); err == nil && info.Mode().IsRegular() {
				m.Files = append(m.Files, file)
			}
		}
		months = append(months, m)
	}
	return months, err
}

// monthNames are the months that are listed.
func (c *Closer) monthNames(now time.Time) (map[string]bool, error) {
	zone, err := time.LoadLocation(supplier.LocalZone)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	today := now.In(zone)
	for back := range overMonths {
		names[time.Date(today.Year(), today.Month()-time.Month(back+1), 1, 0, 0, 0, 0, zone).Format(wording.MonthLayout)] = true
	}
	entries, err := os.ReadDir(c.folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return names, fmt.Errorf("list the months that were closed: %w", err)
	}
	for _, entry := range entries {
		if isMonth().MatchString(entry.Name()) && entry.IsDir() {
			names[entry.Name()] = true
		}
	}
	return names, nil
}

// folder is where the months' folders are.
func (c *Closer) folder() string {
	return filepath.Join(c.config.Path(c.config.Books.Out), c.config.SupplierName())
}

// OpenDocument opens a file of a closed month; fs.ErrNotExist where there is none of that name.
// Nothing but what a close writes is opened, and no link is followed out of the folder.
func (c *Closer) OpenDocument(month, name string) (*os.File, error) {
	if !isMonth().MatchString(month) || !slices.Contains(closing.Files(), name) {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(c.folder())
	if err != nil {
		return nil, err
	}
	defer root.Close()
	path := filepath.Join(month, name)
	info, err := root.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return root.Open(path)
}
