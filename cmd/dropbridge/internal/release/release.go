// Package release is which build of the program this is, and the command that says so.
package release

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// What .ci/package sets with the linker's -X: packages are built without asking git, so that two
// clones give the same bytes. Each is "" in other builds.
var number, commit, date string

// Build is one build of the program.
type Build struct {
	Version  string `json:"version"`          // such as v1.4.0; devel, or devel-COMMIT, outside a release
	Commit   string `json:"commit,omitempty"` // of git, 40 hex digits; "" where the build does not know it
	Date     string `json:"date,omitempty"`   // of the commit, RFC 3339 in UTC; "" where the build does not know it
	Go       string `json:"go"`
	Platform string `json:"platform"` // such as linux/amd64
}

// This is the running build.
func This() Build {
	info, known := debug.ReadBuildInfo()
	if !known {
		info = &debug.BuildInfo{}
	}
	return of(Build{Version: number, Commit: commit, Date: date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}, info)
}

// of completes what the linker was told by what the build noted.
func of(b Build, info *debug.BuildInfo) Build {
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = cmp.Or(b.Commit, setting.Value)
		case "vcs.time":
			b.Date = cmp.Or(b.Date, setting.Value)
		}
	}
	if noted := info.Main.Version; noted != "(devel)" {
		b.Version = cmp.Or(b.Version, noted)
	}
	if b.Version == "" && len(b.Commit) >= 12 {
		b.Version = "devel-" + b.Commit[:12]
	}
	b.Version = cmp.Or(b.Version, "devel")
	return b
}

// String is the build as people read it: a line, and one more for the commit where it is known.
func (b Build) String() string {
	text := fmt.Sprintf("dropbridge %s %s %s\n", b.Version, b.Go, b.Platform)
	if b.Commit != "" {
		text += strings.TrimSpace("commit "+b.Commit+" "+b.Date) + "\n"
	}
	return text
}

// Program is what the command has of the program that it is part of. The functions are asked once
// the command runs, when its flags are known.
type Program struct {
	Out       io.Writer
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
}

// Command is `version`.
func (p *Program) Command() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, with the commit that it was built of",
		Example: "  dropbridge version\n  dropbridge version --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if p.JSON() {
				return p.PrintJSON(This())
			}
			_, err := io.WriteString(p.Out, This().String())
			return err
		},
	}
}
