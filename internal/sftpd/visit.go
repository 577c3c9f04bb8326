package sftpd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"sync/atomic"
)

// visit is what one client does. It implements the interfaces of package sftp, whose methods are
// called concurrently.
type visit struct {
	admission
	server  *Server
	conn    *connection
	ctx     context.Context // outlasts the client, so that what came whole is taken
	busy    atomic.Bool     // with a channel
	handles atomic.Int32    // of results and folders that are open
	stderr  io.Writer

	mu      sync.Mutex
	told    int                    // refusals that went to stderr
	passing map[string]*upload     // that wait for their other name, by the one that they have
	given   map[string]fs.FileInfo // what was taken in, as its client saw it last
}

// split is the folder and the name of a path below it, "" of the folder itself; ok is false where
// there is no such place.
func split(of string) (dir, name string, ok bool) {
	of = path.Clean(root + of)
	if of == root || of == inbox || of == results {
		return of, "", true
	}
	dir, name = path.Split(of)
	dir = path.Clean(dir)
	return dir, name, dir == inbox || dir == results
}

var (
	errTooMany     = errors.New("too many files at a time")
	errTooManyOpen = errors.New("too many files and folders are open")
)

// upload is a file that is being sent. Its parts come in any order.
type upload struct {
	visit *visit
	name  string
	file  *os.File

	mu     sync.Mutex
	whole  int64           // bytes from the beginning without a gap
	ahead  map[int64]int64 // what is behind the gap: where a part begins, and where it ends
	broken error           // why nothing can come of it
}

// admission is who was let in. still says whether the key that did so is still good.
type admission struct {
	source, by string
	still      func() bool
}

// mostUploads is how many files of one client are under way at a time, or wait for another name.
const mostUploads = 4
