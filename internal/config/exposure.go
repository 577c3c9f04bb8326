package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/dropbridge/dropbridge/internal/whereabouts"
)

// Exposure is something for partners that more people can read than should.
type Exposure struct {
	Of     string // the config, or a feed
	Detail string
	Mend   string // the mend
}

// Exposures are what keeps less to itself than it should: private feeds in folders that
// everybody can enter, or that a web server may serve, and keys in a config that everybody
// can read.
func (c *Config) Exposures() (found []Exposure) {
	if c.keysWritten() && openTo(c.File, 0o004) {
		found = append(found, Exposure{"config", c.File + " holds keys of feeds, and every user of this machine can read it",
			fmt.Sprintf("chmod o-rwx %s, or put the keys into a key_file", c.File)})
	}
	for _, name := range c.FeedNames() {
		if !c.Feeds[name].Private {
			continue
		}
		of, dir := "private feed "+name, filepath.Dir(c.Path(c.Feeds[name].Out))
		if openTo(dir, 0o001) {
			found = append(found, Exposure{of, "every user of this machine can enter " + dir, "chmod o-rwx " + dir})
		}
		if public := c.publicIn(dir); len(public) > 0 {
			found = append(found, Exposure{of, fmt.Sprintf("%s holds public feeds too, which a web server may serve: %s", dir, strings.Join(public, ", ")),
				c.apart(name, public[0], dir)})
		}
	}
	return found
}

// apart is how a private feed and a public one come into folders of their own: the public one
// leaves the folder for private ones.
func (c *Config) apart(private, public, dir string) string {
	if filepath.Base(dir) == "private" {
		return fmt.Sprintf("move what is public out of it, such as feeds.%s.out: feeds/%s", public, filepath.Base(c.Feeds[public].Out))
	}
	return fmt.Sprintf("give it a folder of its own: feeds.%s.out: feeds/private/%s", private, filepath.Base(c.Feeds[private].Out))
}

// publicIn are the public feeds whose files lie in a folder.
func (c *Config) publicIn(dir string) (names []string) {
	for _, name := range c.FeedNames() {
		if !c.Feeds[name].Private && whereabouts.Resolved(filepath.Dir(c.Path(c.Feeds[name].Out))) == whereabouts.Resolved(dir) {
			names = append(names, name)
		}
	}
	return names
}

// openTo reports whether a file or a folder has one of the bits of its mode. On Windows
// they say nothing.
func openTo(path string, bits os.FileMode) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&bits != 0
}
