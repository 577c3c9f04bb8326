// Package reload goes over to changed settings while a daemon runs: on a signal, and when a file
// changes that the settings are read from, or people write the config on a page. What is wrong is refused
// whole, and the old goes on.
package reload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"
)

// Watch looks after the files. All fields are needed but for Asked.
type Watch struct {
	Files []string        // that the settings in force were read from
	Asked <-chan struct{} // somebody wants the settings read anew, changed or not
	Every time.Duration   // how often files are looked at; a change counts when it has stood for that long

	// Check is what stands against the settings as they are now, nil for nothing.
	Check func() error
	// Begin is called before each check, and Answered behind one that says why the old settings go
	// on: with what stands against the new ones, or with nil where they are the old ones again.
	Begin    func()
	Answered func(error)
	// Renew has the daemon begin anew with the settings.
	Renew func()

	inForce, known Sum
}

// Sum stands for what files hold.
type Sum [sha256.Size]byte

// Open notes what the files hold: from here on each change is seen. Read the settings after it.
func (w *Watch) Open() { w.inForce = SumOf(w.Files); w.known = w.inForce }

// Run looks until ctx ends or Renew was called. Its error is that of ctx, nil after Renew.
func (w *Watch) Run(ctx context.Context) error {
	ticker := time.NewTicker(w.Every)
	defer ticker.Stop()
	looks := w.looks()
	for settling := true; ; { // what changed before is a change, too
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.Asked:
			w.known = SumOf(w.Files)
			if w.goOver() {
				return nil
			}
			continue
		case <-ticker.C:
		}
		if now := w.looks(); now != looks {
			looks, settling = now, true // it may be written just now
			continue
		}
		if !settling {
			continue
		}
		settling = false
		if w.changed() && w.goOver() {
			return nil
		}
	}
}

// changed reports whether the files hold anything that was not looked at yet. That they are again as
// they were in force is told at once.
func (w *Watch) changed() bool {
	now := SumOf(w.Files)
	if now == w.known {
		return false
	}
	w.known = now
	if now == w.inForce {
		w.Begin()
		w.Answered(nil)
		return false
	}
	return true
}

// goOver checks the settings, and has the daemon begin anew where nothing stands against them.
func (w *Watch) goOver() bool {
	w.Begin()
	if err := w.Check(); err != nil {
		w.Answered(err)
		return false
	}
	w.Renew()
	return true
}

// looks is what can be seen of the files without reading them.
func (w *Watch) looks() string {
	var text []byte
	for _, name := range w.Files {
		if info, err := os.Stat(name); err == nil {
			text = fmt.Appendf(text, "%d %d\n", info.Size(), info.ModTime().UnixNano())
		} else {
			text = append(text, '\n')
		}
	}
	return string(text)
}

// String is the sum in hexadecimal digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// SumOf is what stands in files; one that cannot be read is as one that is not there.
func SumOf(files []string) (s Sum) {
	all := sha256.New()
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(all, "-")
			continue
		}
		one := sha256.New()
		_, err = io.Copy(one, file)
		file.Close()
		fmt.Fprintf(all, "%x %v\n", one.Sum(nil), err == nil)
	}
	all.Sum(s[:0])
	return s
}
