//go:build !windows

package durable

import (
	"errors"
	"syscall"
)

// syncUnsupported: some network file systems refuse fsync on a folder.
func syncUnsupported(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP)
}
