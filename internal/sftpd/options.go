package sftpd

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Counter takes files in and shows what there is. *intake.Counter is one.
type Counter interface {
	Take(ctx context.Context, source, name string, content io.Reader) (intake.Receipt, error)
	Check(source, name string) error
	Passing(name string) bool
	Lying(source string) ([]fs.FileInfo, error)
	Results(ctx context.Context, source string) ([]fs.FileInfo, error)
	Result(ctx context.Context, source, name string) (fs.FileInfo, error)
	OpenResult(ctx context.Context, source, name string) (*os.File, error)
}

// Keys say which key is for which source.
type Keys interface {
	MayDrop(source, key string) (name string, ok bool) // for this one
	Drops(key string) bool                             // for any
}

// Options says what is served, and to whom. All of it is needed but Here and Public.
type Options struct {
	Counter  Counter
	Here     func(context.Context) error // a *refusal.Refusal where another process has the inbox; nil: this one has
	Source   func(user string) (source string, known bool)
	Keys     Keys
	Public   map[string][]ssh.PublicKey // that open a source without a password, by its name; "" is the inbox itself
	Access   *access.Access             // makes whoever guesses keys wait
	HostKey  ssh.Signer
	Parts    string // the folder of files that are being sent
	Limits   Limits
	Language wording.Language
	Logger   *slog.Logger
}

// Limits bounds what clients take.
type Limits struct {
	Connections int           // that are held at a time
	PerAddress  int           // of those from one address, or from the 64 bits of IPv6 that one customer has
	Idle        time.Duration // after which a connection is closed that sends nothing
}

// The times of a connection.
const (
	logInWithin = 30 * time.Second
	lastUploads = 5 * time.Second // that are under way when the server ends
)

// Server serves clients of SFTP. Use New.
type Server struct {
	Options
	mu    sync.Mutex
	conns map[*connection]bool
}
