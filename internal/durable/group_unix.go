//go:build unix

package durable

import (
	"io/fs"
	"syscall"
)

// groupOf is the group that a file belongs to.
func groupOf(info fs.FileInfo) (gid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Gid), true
}
