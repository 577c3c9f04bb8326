package purging

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/service"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// place is a folder beside those of orders, or a file, that may name a person.
type place struct {
	path string
	code string                 // of why what names the person stays
	part func(name string) bool // whether a file or folder, by its path from there, belongs to it; nil for all
}

// codeBackup is that of copies of the journal.
const codeBackup = "backup"

// elsewhere names the files beside those of orders that name the person: each is somebody's proof, or
// still of use to the program, so that a person decides.
func elsewhere(ctx context.Context, c *config.Config, d *desk.Desk, person forget.Person, report *forget.Report) error {
	for _, one := range places(c) {
		err := filepath.WalkDir(one.path, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case !one.has(path):
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case !entry.Type().IsRegular():
				return nil
			}
			err = one.keep(d, person, path, forget.Gone{Kind: one.code, Name: path}, report)
			return errors.Join(err, ctx.Err())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keep tells in the report of a file of the place that names the person, by the name that people know it
// by, and of a packed one that cannot be read to its end.
func (p place) keep(d *desk.Desk, person forget.Person, path string, gone forget.Gone, report *forget.Report) error {
	found, err := p.names(person, path)
	switch {
	case found:
		report.Keep(d, gone, p.code, gone.Name)
	case err != nil && durable.IsPacked(path):
		report.Keep(d, gone, "copy_unread", gone.Name)
		return nil
	}
	return err
}

// names reports whether a file of the place names the person.
func (p place) names(person forget.Person, path string) (bool, error) {
	if archive := filepath.Ext(path) == ".zip"; p.code == codeBackup && !archive {
		return person.InCopy(path)
	}
	return person.InFile(path)
}

// has reports whether a path is part of the place.
func (p place) has(path string) bool {
	name, err := filepath.Rel(p.path, path)
	return err == nil && (name == "." || p.part == nil || p.part(filepath.ToSlash(name)))
}

// places are all of them: each file is in one.
func places(c *config.Config) []place {
	list := []place{{c.Path(c.Inbox.Dir), "inbox", nil}, {c.Backups(), codeBackup, nil}, {c.Path(c.Books.Out), "book", nil}, {c.State(), "log", isLog}}
	own := func(name string) bool { return !isLog(name) && !searched(name) }
	if c.JournalOnServer() {
		list = append(list, place{c.State(), "own", own})
	} else {
		journal := filepath.Base(c.JournalAddress())
		copies := func(name string) bool { return !strings.Contains(name, "/") && strings.HasPrefix(name, journal+".") }
		list = append(list, place{filepath.Dir(c.JournalAddress()), codeBackup, copies},
			place{c.State(), "own", func(name string) bool { return own(name) && !strings.HasPrefix(name, journal) }})
	}
	for _, one := range c.Suppliers() {
		if !one.HandsOver() {
			continue
		}
		orders := one.Supplier.Orders
		if orders.Folder != "" {
			list = append(list, place{c.Path(orders.Folder), "handed_over", nil})
		}
		if orders.Waybills != nil {
			list = append(list, place{c.Path(orders.Waybills.Folder), "handed_over", nil})
		}
	}
	for _, source := range c.WaybillSources() {
		settings, _ := c.WaybillsOf(source)
		list = append(list, place{c.Path(settings.Out), "waybills", nil})
	}
	return list
}

// isLog knows the log of a Windows service in the folder of the state.
func isLog(name string) bool { return strings.HasPrefix(name, service.LogName) }

// searched knows what in the state is looked through as files of orders, and the products, which are
// nobody's.
func searched(name string) bool { return name == "spool" || name == "catalog" }
