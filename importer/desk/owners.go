package desk

import (
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/told"
)

// Owners are the users whose files are taken from a folder.
type Owners []int

// TakenFrom are the users whose files are taken: we, the system's own user, who owns the folder, and whom the config names.
func (c *Config) TakenFrom(dir string) Owners {
	out := append(Owners{0, os.Geteuid()}, c.Owners...)
	if info, err := os.Stat(dir); err == nil {
		if uid, known := folder.OwnerOf(info); known {
			out = append(out, uid)
		}
	}
	return out
}

// Admit refuses the files of anybody else: whoever may write into the folder could
// order in the account's name.
func (o Owners) Admit(info fs.FileInfo) error {
	uid, known := folder.OwnerOf(info)
	if !known || slices.Contains(o, uid) {
		return nil
	}
	return told.Refuse("trouble.owner", uid)
}

// IsDone reports whether a name is that of a done-file, which says that another file is finished.
func (c *Config) IsDone(name string) bool {
	return c.DoneSuffix != "" && strings.HasSuffix(name, c.DoneSuffix)
}
