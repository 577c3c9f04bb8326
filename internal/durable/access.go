package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Access says who may read a file: its mode, whatever the process's umask is, and the group
// that it belongs to. The zero Access leaves a file as it was made, 0644 less the umask.
type Access struct {
	Mode  fs.FileMode // permission bits; 0: none in particular
	Group int         // its number; 0, and any on systems without groups: the process's own
}

// OwnerAndGroup is the access of what is not for everybody.
func OwnerAndGroup() Access { return Access{Mode: 0o640} }

// AccessLike is the access of a file that is to be as readable as a folder: whoever may
// list it reads the file, and where the folder's group may write there, it may write the
// file too. Everybody else never may.
func AccessLike(folder string) (Access, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return Access{}, err
	}
	group, _ := groupOf(info)
	return Access{Mode: info.Mode().Perm()&0o664 | 0o600, Group: group}, nil
}

// Folder is the same access for a folder: who may read it may look into it, and a folder
// whose group is given hands it on to what is made there.
func (a Access) Folder() Access {
	a.Mode |= (a.Mode & 0o444) >> 2
	if a.Group != 0 && a.Mode&0o020 != 0 {
		a.Mode |= fs.ModeSetgid
	}
	return a
}

// Grant gives the unfinished file its access. A group that this user may not give it to
// gets no more than everybody has: the file's own group is another one. The error says
// what could not be done; the file can be written all the same.
func (f *File) Grant(a Access) error { return a.grant(f.Name()) }

// GrantFile gives a file that lies there its access, as Grant does.
func GrantFile(path string, a Access) error { return a.grant(path) }

// GrantFolder gives a folder its access.
func GrantFolder(path string, a Access) error { return a.Folder().grant(path) }

func (a Access) grant(path string) error {
	if a.Mode == 0 {
		return nil
	}
	var err error
	if info, statErr := os.Stat(path); statErr == nil && a.Group != 0 {
		if group, known := groupOf(info); known && group != a.Group {
			if err = os.Chown(path, -1, a.Group); err != nil {
				a.Mode = a.Mode&^(0o070|fs.ModeSetgid) | (a.Mode&0o007)<<3
				err = fmt.Errorf("give %s to the group %d: %w", path, a.Group, err)
			}
		}
	}
	// After the group: to change that takes special bits away.
	return errors.Join(err, os.Chmod(path, a.Mode))
}
