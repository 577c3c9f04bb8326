//go:build unix

package folder

import (
	"fmt"
	"io/fs"
	"syscall"
)

// OpenFlags: a FIFO must not block, and a link that took the file's place must not be followed.
const OpenFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW

// OwnerOf is the user that a file belongs to.
func OwnerOf(info fs.FileInfo) (uid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Uid), true
}

// inode tells files apart that have one name after another, and how many names a file has.
func inode(info fs.FileInfo) (id string, names uint64) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", 1
	}
	return fmt.Sprintf("%d.%d", stat.Dev, stat.Ino), uint64(stat.Nlink)
}
