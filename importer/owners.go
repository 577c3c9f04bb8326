package importer

import (
	"io/fs"
	"os"
	"slices"

	"github.com/dropbridge/dropbridge/importer/told"
)

// owners are the users whose files are taken from a folder.
type owners []int

// owners are we, the system's own user, who owns the folder, and whom the config names.
func (c *Config) owners(dir string) owners {
	out := append(owners{0, os.Geteuid()}, c.Owners...)
	if info, err := os.Stat(dir); err == nil {
		if uid, known := ownerOf(info); known {
			out = append(out, uid)
		}
	}
	return out
}

// admit refuses the files of anybody else: whoever may write into the folder could
// order in the account's name.
func (o owners) admit(info fs.FileInfo) error {
	uid, known := ownerOf(info)
	if !known || slices.Contains(o, uid) {
		return nil
	}
	return told.Refuse("trouble.owner", uid)
}
