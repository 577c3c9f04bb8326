//go:build !unix

package durable

import (
	"os"
	"path/filepath"
	"strings"
)

// SameDisk reports whether two files or folders that are there lie on one disk: what takes one of them
// takes the other, too. Here a disk is what has a letter or a share of its own.
func SameDisk(one, other string) (bool, error) {
	var volumes []string
	for _, path := range []string{one, other} {
		full, err := filepath.Abs(path)
		if err == nil {
			_, err = os.Stat(full)
		}
		if err != nil {
			return false, err
		}
		volumes = append(volumes, filepath.VolumeName(full))
	}
	return strings.EqualFold(volumes[0], volumes[1]), nil
}
