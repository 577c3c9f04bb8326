//go:build !unix

package folder

import "io/fs"

// OpenFlags are what opening a dropped file needs beside reading: nothing here.
const OpenFlags = 0

// inode has no portable form; size and time have to do.
func inode(fs.FileInfo) (id string, names uint64) { return "", 1 }

// OwnerOf is the user that a file belongs to, who is not known here.
func OwnerOf(fs.FileInfo) (uid int, known bool) { return 0, false }
