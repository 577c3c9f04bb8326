package testmain

import "syscall"

// noPrograms is the flag of a file system that starts no programs: ST_NOEXEC of statvfs(3).
const noPrograms = 0x8

// spacious reports whether path is a file system in memory, or any other, that has room and
// lets programs be started.
func spacious(path string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil || s.Flags&noPrograms != 0 {
		return false
	}
	return s.Bavail*uint64(s.Bsize) >= room
}
