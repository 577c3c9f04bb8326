package exporter

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CheckPlace refuses, with a *place.Refusal, to publish the feed over files that dropbridge
// did not write: the feed itself, its packed copy, and what is written beside it.
func (f *Feed) CheckPlace() error {
	own := wrote(f.Out)
	by := or(f.OverwriteBy, "set Overwrite")
	for _, file := range []string{f.Out, f.Out + ".gz", f.Out + ChangesEnding, f.Out + ReportEnding, f.Out + RefusedEnding} {
		err := place.Check(file, f.Overwrite, by, func() place.Origin {
			if own || file != f.Out && aside(file) {
				return place.Own
			}
			return place.Foreign
		})
		if err != nil {
			return fmt.Errorf("feed %s: %w", f.Name, err)
		}
	}
	return nil
}

// or is a message, or the text where it is none.
func or(m wording.Message, text string) wording.Message {
	if m.IsZero() {
		return wording.Literal(text)
	}
	return m
}

// wrote reports whether the feed at out is dropbridge's: there is a memory of it, or it is
// the very file of a publishing that broke off before there was one.
func wrote(out string) bool {
	if exists(history.Path(out)) {
		return true
	}
	mark, err := os.ReadFile(publishingMark(out))
	if err != nil {
		return false
	}
	sum, err := place.Sum(out)
	return err == nil && sum == strings.TrimSpace(string(mark))
}

// aside reports whether a file begins as those beside a feed do. A feed that was never
// published may have left such files, and no memory.
func aside(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	for _, heading := range []string{reportHeading, history.ChangesHeading} {
		head := make([]byte, len(heading))
		if _, err := f.ReadAt(head, 0); err == nil && bytes.Equal(head, []byte(heading)) {
			return true
		}
	}
	return false
}

// publishingMark is the hidden file that says which file is being put in the feed's place
// while no memory is there: what breaks off in between leaves a feed that is ours all the
// same.
func publishingMark(out string) string { return hiddenBeside(out, "publishing") }

// markPublishing is called before a feed without a memory takes its place.
func (f *feed) markPublishing() error {
	if exists(history.Path(f.Out)) {
		return nil
	}
	return f.write(publishingMark(f.Out), func(w io.Writer) error {
		_, err := io.WriteString(w, f.report.SHA256+"\n")
		return err
	})
}

// unmarkPublishing is called when the memory is in its place.
func unmarkPublishing(out string) error {
	return durable.Remove(publishingMark(out))
}
