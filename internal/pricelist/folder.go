package pricelist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// surveyed is a list that was proved whole, with its form.
type surveyed struct {
	*fetched
	source *Source
	format string
	form   *form.Form
}

// surveySource gets one list and surveys it.
func (c *Catalogue) surveySource(ctx context.Context, s *Source) (*surveyed, error) {
	switch {
	case s.Folder != "":
		return c.surveyFolder(ctx, s)
	case s.File != "":
		return c.survey(ctx, s, &fetched{path: s.File, name: s.Shown()})
	}
	got, err := c.fetch(ctx, s)
	if err != nil {
		return nil, err
	}
	out, err := c.survey(ctx, s, got)
	if err != nil && got.place != nil {
		err = errors.Join(err, os.Remove(got.path))
	}
	return out, err
}

// survey surveys a list on this machine, unless it was surveyed in this state before.
func (c *Catalogue) survey(ctx context.Context, s *Source, got *fetched) (*surveyed, error) {
	before, err := stamp(got)
	if err != nil {
		return nil, listfile.Faultf(listfile.Unreachable, "file", got.name, err).Because(err)
	}
	out := &surveyed{fetched: got, source: s}
	if known, ok := c.seen[s]; ok && known.stamp == before {
		out.format, out.form = known.format, known.form
		out.stamp = before
		return out, nil
	}
	hints := s.Hints
	hints.Name = got.name
	list, format, err := listfile.Open(got.path, s.how(got.name, &hints))
	if err != nil {
		return nil, err
	}
	out.format = format
	out.form, err = form.Survey(ctx, list, format, &hints)
	if err = errors.Join(err, list.Close()); err != nil {
		return nil, err
	}
	after, err := stamp(got)
	if err != nil || after != before {
		return nil, listfile.Faultf(listfile.Incomplete, "growing", got.name)
	}
	out.stamp = before
	return out, nil
}

// stamp tells a state of a list from any other: by its content where that is known, else by
// size and time.
func stamp(f *fetched) (string, error) {
	if f.stamp != "" {
		return f.stamp, nil
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %s", f.path, info.Size(), info.ModTime().Format(time.RFC3339Nano)), nil
}

// surveyFolder takes the newest file of a folder that is whole: one that is still being
// written there, or was cut, waits for its successor.
func (c *Catalogue) surveyFolder(ctx context.Context, s *Source) (*surveyed, error) {
	files, err := listsIn(s.Folder)
	if err != nil {
		return nil, listfile.Faultf(listfile.Unreachable, "file", s.Shown(), err).Because(err)
	}
	if len(files) == 0 {
		return nil, listfile.Faultf(listfile.Unreachable, "folder", s.Shown())
	}
	var first error
	for _, file := range files {
		out, err := c.survey(ctx, s, &fetched{path: file, name: filepath.Base(file)})
		if err == nil {
			if first != nil {
				c.Logger.Warn("the newest price list is not whole, an older one is read", "list", out.name, "error", first)
			}
			return out, nil
		}
		first = cmp.Or(first, err)
		if fault, ok := errors.AsType[*listfile.Fault](err); !ok || fault.Code != listfile.Incomplete {
			break
		}
	}
	return nil, first
}

// listsIn are the files of a folder, the newest first, without those that programs write
// before a file gets its name.
func listsIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	type dated struct {
		path string
		at   time.Time
	}
	var found []dated
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || unfinished(entry) {
			continue
		}
		found = append(found, dated{filepath.Join(folder, entry.Name()), info.ModTime()})
	}
	sorting.Func(found, func(a, b dated) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.path, a.path)) })
	var paths []string
	for _, one := range found {
		paths = append(paths, one.path)
	}
	return paths, nil
}

func unfinished(entry fs.DirEntry) bool {
	name := entry.Name()
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~") || durable.Unfinished(name)
}
