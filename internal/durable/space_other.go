//go:build !linux && !darwin && !windows

package durable

import "errors"

// Space is not known on this system: its error is errors.ErrUnsupported.
func Space(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
