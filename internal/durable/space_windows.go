package durable

import "golang.org/x/sys/windows"

// Space tells how much of the disk under a folder this user may still write, and how large
// the disk is, in bytes.
func Space(dir string) (free, total uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, &total, nil)
	return free, total, err
}
