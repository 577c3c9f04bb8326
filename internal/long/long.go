// Package long lets tests search longer than they usually do: with the flag -long they take
// the numbers for which .ci/long alone has time.
package long

import (
	"flag"
	"os"
	"testing"
	"time"
)

var (
	asked  = flag.Bool("long", false, "search as long as .ci/long does")
	report = flag.String("report", "", "a file to which what tests have measured is added")
	seeded = flag.Uint64("seed", 0, "search what the run with this seed has searched")
)

// Or is the usual number, or the one of a long search where tests are asked for it.
func Or[T any](usual, long T) T {
	if *asked {
		return long
	}
	return usual
}

// Seed is the usual seed, or of a long search one that nobody had before; the flag -seed gives
// one that somebody had. Tests print it.
func Seed(usual uint64) uint64 {
	switch {
	case *seeded != 0:
		return *seeded
	case *asked:
		return uint64(time.Now().UnixNano())
	}
	return usual
}

// Report says what a test has measured: in its log, and in the file of the flag -report.
func Report(t testing.TB, text string) {
	t.Helper()
	t.Log(text)
	if *report == "" {
		return
	}
	file, err := os.OpenFile(*report, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(t.Name() + ": " + text + "\n"); err != nil {
		t.Fatal(err)
	}
}
