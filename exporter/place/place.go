package place

import (
	"io/fs"
	"os"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Origin is what is known of a file that lies there.
type Origin int

// The origins.
const (
	Foreign Origin = iota // dropbridge did not write it, or nobody knows
	Own                   // dropbridge wrote it as it is
	Changed               // dropbridge wrote it, and somebody changed it since
)

// Refusal is a file that is not written, for what lies in its place.
type Refusal struct {
	message, way wording.Message
	kind         failure.Kind
}

// Error is the message in English.
func (r *Refusal) Error() string { return r.message.In(wording.English) }

// Hint is the way out in English.
func (r *Refusal) Hint() string { return r.way.In(wording.English) }

// Failure is a mistake in what was asked for.
func (r *Refusal) Failure() failure.Kind { return r.kind }

// Say is the message and the way out in a language.
func (r *Refusal) Say(l wording.Language) (what, way string) { return r.message.In(l), r.way.In(l) }

// Check refuses, with a *Refusal, to write a file at path. origin is asked of a plain file
// that lies there. With overwrite a plain file or a link may be replaced whatever it is;
// a folder, a device or a pipe never is. by is the command that replaces it, for the way out.
//
// What cannot be looked at is not refused: it cannot be written either, which says why.
func Check(path string, overwrite bool, by wording.Message, origin func() Origin) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		refused := refuse("folder", path)
		refused.kind = failure.Other // as whatever else the file system has against a file
		return refused
	case mode&fs.ModeSymlink != 0:
		return checkLink(path, overwrite, by)
	case !mode.IsRegular():
		return refuse("device", path)
	case overwrite:
		return nil
	}
	switch origin() {
	case Own:
		return nil
	case Changed:
		return refuse("changed", path, by)
	}
	return refuse("foreign", path, by)
}

// checkLink refuses a link: a file would stand in its place, and what it leads to would
// stay as it is, which nobody means who made the link.
func checkLink(path string, overwrite bool, by wording.Message) error {
	if overwrite {
		return nil
	}
	target, err := os.Readlink(path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return refuse("dangling", path, oneline.Unbroken(target), by)
	}
	return refuse("link", path, oneline.Unbroken(target), by)
}

// refuse says what lies at a path. The message has the path and what follows it but the
// command, which stands in the way out alone.
func refuse(what, path string, values ...any) *Refusal {
	said := append([]any{oneline.Unbroken(path)}, values...)
	r := &Refusal{kind: failure.Config}
	if len(values) == 0 {
		r.message, r.way = wording.NewMessage("place."+what, said...), wording.NewMessage("place."+what+"_way")
		return r
	}
	last := len(said) - 1
	r.message = wording.NewMessage("place."+what, said[:last]...)
	r.way = wording.NewMessage("place."+what+"_way", said[last])
	return r
}
