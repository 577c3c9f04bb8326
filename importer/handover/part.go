package handover

import (
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// parts is the folder with the parts of bundles: while NAME's lies there under .NAME.part,
// NAME has not left for certain. To withdraw NAME is to rename it to .NAME.void: whoever was
// held up in between finds no part any more. Each step outlasts a power cut.
type parts string

const (
	partPrefix = "."
	partSuffix = ".part"
	voidSuffix = ".void"             // of a part that will never have its name
	partAge    = 30 * 24 * time.Hour // after which a part that nobody finished is removed
)

// of is a part of that kind.
func (p parts) of(name, suffix string) string {
	return filepath.Join(string(p), partPrefix+name+suffix)
}

// lay lays an empty part, before the journal notes that orders are in NAME.
func (p parts) lay(name string) error {
	part, err := os.OpenFile(p.of(name, partSuffix), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err = part.Sync(); err != nil {
		_ = part.Close()
		return err
	}
	if err = part.Close(); err != nil {
		return err
	}
	return durable.SyncDir(string(p))
}

// turn gives a part another suffix; it fails where there is none of that kind.
func (p parts) turn(name, from, to string) error {
	if err := os.Rename(p.of(name, from), p.of(name, to)); err != nil {
		return err
	}
	return durable.SyncDir(string(p))
}

// withdraw voids a part, where it is there: only then NAME certainly never left.
func (p parts) withdraw(name string) bool {
	if err := os.Rename(p.of(name, partSuffix), p.of(name, voidSuffix)); err == nil {
		return durable.SyncDir(string(p)) == nil
	}
	_, err := os.Lstat(p.of(name, voidSuffix))
	return err == nil
}

// removeOld removes what nobody finished or looks for any more, of those kinds.
func (p parts) removeOld(now time.Time, suffixes ...string) {
	for _, suffix := range suffixes {
		old, _ := filepath.Glob(filepath.Join(string(p), partPrefix+"order*"+suffix)) // the pattern is a right one
		for _, path := range old {
			if info, err := os.Lstat(path); err == nil && now.Sub(info.ModTime()) > partAge {
				_ = os.Remove(path) // another one tries again
			}
		}
	}
}
