package sftpd

import (
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/pkg/sftp"
)

// open reports why nothing can be done now.
func (v *visit) open() error {
	if !v.still() {
		return v.refuse("no_key")
	}
	if v.server.Here != nil {
		if err := v.server.Here(v.ctx); err != nil {
			return v.fail("", err)
		}
	}
	return nil
}

// Fileread implements sftp.FileReader: results are read.
func (v *visit) Fileread(r *sftp.Request) (io.ReaderAt, error) {
	dir, name, ok := split(r.Filepath)
	switch {
	case !ok || name == "":
		return nil, os.ErrNotExist
	case dir == inbox:
		return nil, v.refuse("not_read")
	}
	if err := v.open(); err != nil {
		return nil, err
	}
	let, err := v.hand()
	if err != nil {
		return nil, v.fail(name, err)
	}
	file, err := v.server.Counter.OpenResult(v.ctx, v.source, name)
	if err != nil {
		let()
		return nil, v.fail(name, err)
	}
	return &download{file, let}, nil
}

// Filewrite implements sftp.FileWriter: the inbox is written to.
func (v *visit) Filewrite(r *sftp.Request) (io.WriterAt, error) {
	dir, name, ok := split(r.Filepath)
	if !ok || name == "" || dir != inbox {
		return nil, v.refuse("read_only")
	}
	if r.Pflags().Append {
		return nil, v.refuse("whole")
	}
	if err := v.open(); err != nil {
		return nil, err
	}
	if !v.server.Counter.Passing(name) {
		if err := v.server.Counter.Check(v.source, name); err != nil {
			return nil, v.fail(name, err)
		}
	}
	u, err := v.begin(name)
	if err != nil {
		return nil, v.fail(name, err)
	}
	return u, nil
}

// Filecmd implements sftp.FileCmder. A file that waits for its other name gets it, or goes; the
// times and rights of files are the inbox's own.
func (v *visit) Filecmd(r *sftp.Request) error {
	dir, name, ok := split(r.Filepath)
	if !ok || dir != inbox {
		return v.refuse("read_only")
	}
	switch r.Method {
	case "Setstat":
		if r.AttrFlags().Size {
			return v.refuse("whole")
		}
		return nil
	case "Rename":
		return v.rename(name, r.Target)
	case "Remove":
		return v.remove(name)
	}
	return v.refuse("read_only")
}

// rename gives a file its other name.
func (v *visit) rename(from, target string) error {
	dir, to, ok := split(target)
	if !ok || dir != inbox || to == "" {
		return v.refuse("read_only")
	}
	u := v.takeAway(from)
	if u == nil {
		return v.kept(from)
	}
	if err := v.open(); err != nil {
		v.hold(from, u)
		return err
	}
	if err := v.finish(u, to); err != nil {
		v.hold(from, u) // for another name
		return err
	}
	return nil
}

// remove takes a file away that waits for its other name.
func (v *visit) remove(name string) error {
	u := v.takeAway(name)
	if u == nil {
		return v.kept(name)
	}
	v.drop(u)
	return nil
}

// kept refuses what would change a file of the inbox, os.ErrNotExist where there is none.
func (v *visit) kept(name string) error {
	if _, err := v.look(inbox, name); err != nil {
		return err
	}
	return v.refuse("kept")
}

// Filelist implements sftp.FileLister.
func (v *visit) Filelist(r *sftp.Request) (sftp.ListerAt, error) {
	dir, name, ok := split(r.Filepath)
	switch {
	case !ok:
		return nil, os.ErrNotExist
	case r.Method == "Readlink":
		return nil, v.refuse("read_only")
	case r.Method == "Stat" && name == "":
		return listing{folderInfo(dir)}, nil
	case r.Method == "Stat":
		info, err := v.look(dir, name)
		if err != nil {
			return nil, err
		}
		return listing{info}, nil
	case name != "":
		return nil, os.ErrNotExist
	}
	let, err := v.hand()
	if err != nil {
		return nil, v.fail("", err)
	}
	found, err := v.list(dir)
	if err != nil {
		let()
		return nil, err
	}
	return &openFolder{found, let}, nil
}

// list is what lies in a folder.
func (v *visit) list(dir string) (found listing, err error) {
	if dir == root {
		return listing{folderInfo(inbox), folderInfo(results)}, nil
	}
	if err := v.open(); err != nil {
		return nil, err
	}
	if dir == results {
		found, err = v.server.Counter.Results(v.ctx, v.source)
	} else {
		found, err = v.server.Counter.Lying(v.source)
		found = append(found, v.waiting()...)
	}
	if err != nil {
		return nil, v.fail("", err)
	}
	return found, nil
}

// look is a file. What this client has sent is there for it, though it may have been read
// meanwhile: some look whether all has come.
func (v *visit) look(dir, name string) (fs.FileInfo, error) {
	if err := v.open(); err != nil {
		return nil, err
	}
	if dir == results {
		info, err := v.server.Counter.Result(v.ctx, v.source, name)
		if err != nil {
			return nil, v.fail(name, err)
		}
		return info, nil
	}
	lying, err := v.server.Counter.Lying(v.source)
	if err != nil {
		return nil, v.fail(name, err)
	}
	for _, info := range slices.Concat(lying, v.waiting()) {
		if info.Name() == name {
			return info, nil
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if info, sent := v.given[name]; sent {
		return info, nil
	}
	return nil, os.ErrNotExist
}
