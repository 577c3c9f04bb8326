package durable

import (
	"os"

	"golang.org/x/sys/unix"
)

// beginSync: sync_file_range says nothing of what is safe, and only begins to write.
func beginSync(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = unix.SyncFileRange(int(fd), 0, 0, unix.SYNC_FILE_RANGE_WRITE) })
}
