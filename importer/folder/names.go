package folder

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Ignored reports whether a name in the inbox is one that no order file has: hidden
// files, the locks and temporary files of spreadsheets, unfinished downloads and
// uploads, and what file managers leave behind.
func Ignored(name string) bool {
	lower := strings.ToLower(name)
	for _, prefix := range []string{".", "~$"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	if len(name) > 1 && name[0] == '#' && name[len(name)-1] == '#' {
		return true
	}
	if durable.Unfinished(name) {
		return true
	}
	switch lower {
	case "thumbs.db", "desktop.ini", "@eadir", "__macosx", "$recycle.bin", "system volume information", "lost+found":
		return true
	}
	return false
}

const longestName = 100 // bytes of a cleaned name

// CleanName is a dropped file's name made fit for a file of ours on any system.
func CleanName(name string) string {
	ext := strings.TrimRight(cleanText(filepath.Ext(name)), ". ") // with which no name ends on Windows
	if len(ext) > 10 {
		ext = ""
	}
	stem := name
	if ext != "" {
		stem = strings.TrimSuffix(name, filepath.Ext(name))
	}
	cleaned := CleanStem(stem)
	if Ignored(cleaned+ext) && !Ignored(name) {
		cleaned = cut("_"+cleaned, longestName-1) + "_" // "## " would become an editor's own file, which nobody reads
	}
	return cleaned + ext
}

// CleanStem is the part before the extension: at most 100 bytes, without path
// separators, control or direction characters, a leading dot or dash, or a name
// that Windows keeps for devices.
func CleanStem(stem string) string {
	stem = cut(strings.TrimLeft(cleanText(stem), ".- "), longestName)
	switch device, _, _ := strings.Cut(strings.ToUpper(stem), "."); {
	case stem == "":
		return "file"
	case device == "CON", device == "PRN", device == "AUX", device == "NUL",
		len(device) == 4 && (strings.HasPrefix(device, "COM") || strings.HasPrefix(device, "LPT")) && device[3] >= '0' && device[3] <= '9':
		return cut("_"+stem, longestName)
	}
	return stem
}

// cut is what of a stem is no longer than size bytes and ends in no dot or space.
func cut(stem string, size int) string {
	for len(stem) > size {
		_, last := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-last]
	}
	return strings.TrimRight(stem, ". ")
}

func cleanText(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		if r == utf8.RuneError || oneline.Steers(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(text, "_"))
}

// The marks of names that this program gives to files of answers: before the ending, or before what
// copying adds.
const (
	ResultMark   = ".result"   // what became of each row of an order file
	RejectedMark = ".rejected" // its refused rows, to be corrected
)

// rejectedEnd is how the names of corrected rejected rows end, with what copying adds.
var rejectedEnd = regexp.MustCompile(`\.[0-9a-f]{8}` + regexp.QuoteMeta(RejectedMark) + `( ?\(\d+\))?$`)

// ResultName is <stem>.<8 hex of the SHA-256>.result.<ext>, where ext begins with a dot.
func ResultName(name, sha, ext string) string {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	if end := rejectedEnd.FindStringIndex(stem); end != nil && end[0] > 0 {
		stem = stem[:end[0]] // names would grow with each correction
	}
	return CleanStem(stem) + "." + sha[:8] + ResultMark + ext
}
