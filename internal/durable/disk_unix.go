//go:build unix

package durable

import "golang.org/x/sys/unix"

// SameDisk reports whether two files or folders that are there lie on one disk: what takes one of them
// takes the other, too.
func SameDisk(one, other string) (bool, error) {
	var first, second unix.Stat_t
	if err := unix.Stat(one, &first); err != nil {
		return false, err
	}
	if err := unix.Stat(other, &second); err != nil {
		return false, err
	}
	return first.Dev == second.Dev, nil
}
