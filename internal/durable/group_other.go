//go:build !unix

package durable

import "io/fs"

func groupOf(fs.FileInfo) (gid int, known bool) { return 0, false }
