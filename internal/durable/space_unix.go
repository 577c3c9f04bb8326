//go:build linux || darwin

package durable

import "golang.org/x/sys/unix"

// Space tells how much of the disk under a folder this user may still write, and how large
// the disk is, in bytes.
func Space(dir string) (free, total uint64, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, 0, err
	}
	block := uint64(s.Bsize)
	return s.Bavail * block, s.Blocks * block, nil
}
