package intake

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Check refuses with a *Refused what Take would refuse by the source and the name alone.
func (c *Counter) Check(source, name string) error {
	if _, err := room(c.desk, source); err != nil {
		return err
	}
	return checkName(c.desk, name)
}

// Passing reports whether a name is that of a file which is on its way to another name, or of a
// done-file: no order file is called so.
func (c *Counter) Passing(name string) bool {
	return folder.Ignored(name) || c.desk.Config.IsDone(name)
}

// Lying are the order files that lie in the inbox of a source and wait to be read.
func (c *Counter) Lying(source string) (lying []fs.FileInfo, err error) {
	dir, err := room(c.desk, source)
	if err != nil {
		return nil, err
	}
	entries, err := c.desk.Config.Disk.List(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the inbox: %w", err)
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && checkName(c.desk, entry.Name()) == nil {
			lying = append(lying, info)
		}
	}
	return lying, nil
}

// Results are the result files of a source, those of the files that changed last, MostListed at
// most. Opened by its name any is, however old.
func (c *Counter) Results(ctx context.Context, source string) (results []fs.FileInfo, err error) {
	if _, err := room(c.desk, source); err != nil {
		return nil, err
	}
	files, err := c.desk.Journal.Files(ctx, state.FileQuery{Account: c.desk.Config.Account, Sources: []string{source}, Newest: true, Limit: MostListed})
	if err != nil {
		return nil, fmt.Errorf("list the results: %w", err)
	}
	for _, f := range files {
		info, err := c.lookAtResult(f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.Mode().IsRegular():
			results = append(results, info)
		}
	}
	return results, nil
}

func (c *Counter) lookAtResult(f state.File) (fs.FileInfo, error) {
	if f.Result == "" {
		return nil, fs.ErrNotExist
	}
	return c.desk.Config.Disk.Look(f.Result)
}

// Result is what lies under the name of a result file of a source. The error is fs.ErrNotExist
// where the source has none of that name.
func (c *Counter) Result(ctx context.Context, source, name string) (fs.FileInfo, error) {
	f, err := c.resultNamed(ctx, source, name)
	if err != nil {
		return nil, err
	}
	return c.lookAtResult(f)
}

// OpenResult opens a result file of a source by its own name; whoever calls closes it. The error
// is fs.ErrNotExist where the source has none of that name.
func (c *Counter) OpenResult(ctx context.Context, source, name string) (*os.File, error) {
	f, err := c.resultNamed(ctx, source, name)
	if err != nil {
		return nil, err
	}
	return c.Open(Outcome{File: f.Name, result: f.Result})
}

// resultNamed is the file of a source whose result has that name.
func (c *Counter) resultNamed(ctx context.Context, source, name string) (state.File, error) {
	if _, err := room(c.desk, source); err != nil {
		return state.File{}, err
	}
	path := filepath.Join(c.desk.Config.Results, filepath.Base(name))
	files, err := c.desk.Journal.Files(ctx, state.FileQuery{Account: c.desk.Config.Account, Sources: []string{source}, Result: path, Limit: 1})
	switch {
	case err != nil:
		return state.File{}, fmt.Errorf("find the result %s: %w", told.OneLine(name), err)
	case len(files) == 0:
		return state.File{}, fmt.Errorf("find the result %s: %w", told.OneLine(name), fs.ErrNotExist)
	}
	return files[0], nil
}
