package sftpd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
)

// mostTold is how many refusals one client is told beside the protocol: some never read them.
const mostTold = 100

// refused is what is not done. It is told as a failure, since programs drop what is said beside
// the protocol's other codes.
type refused struct{ what, way string }

func (r *refused) Error() string { return r.what + ": " + r.way }

// Hint is none: Error says the way out, too, as a client shows nothing else.
func (r *refused) Hint() string { return "" }

// Failure is one of what the client asked for.
func (r *refused) Failure() failure.Kind { return failure.Other }

// refuse refuses by the sentences sftp.KEY and sftp.KEY.way of the catalogue; the way out has values.
func (v *visit) refuse(key string, values ...any) error {
	say := v.server.Language.Say
	return v.tell(&refused{say("sftp." + key), say("sftp."+key+".way", values...)})
}

// tell says a refusal where the client's program shows it, too: most show of the protocol the code alone.
func (v *visit) tell(r *refused) error {
	v.server.Logger.Warn("SFTP refused", "key", v.by, "source", v.source, "error", r.Error())
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.told++; v.told <= mostTold {
		fmt.Fprintf(v.stderr, "%s\r\n", r.Error())
	}
	return r
}

// fail refuses what an error keeps from being done. What that says of folders and machines is for the log alone.
func (v *visit) fail(name string, err error) error {
	if done, is := errors.AsType[*refused](err); is {
		return done
	}
	if no, is := errors.AsType[*intake.Refused](err); is {
		what, way := no.Say(v.server.Language)
		return v.tell(&refused{what, way})
	}
	if no, is := errors.AsType[*refusal.Refusal](err); is {
		what, way := no.Say(v.server.Language)
		return v.tell(&refused{what, way})
	}
	key := "away"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.ErrNotExist
	case errors.Is(err, errTooMany):
		return v.refuse("too_many", mostUploads)
	case errors.Is(err, errTooManyOpen):
		return v.refuse("too_many_open", mostHandles)
	case errors.Is(err, syscall.ENOSPC):
		key = "disk_full"
	}
	v.server.Logger.Error("a program's errand was not done", "key", v.by, "source", v.source, "file", name, "error", err)
	say := v.server.Language.Say
	return v.tell(&refused{say("intake." + key), say("intake." + key + ".way")})
}
