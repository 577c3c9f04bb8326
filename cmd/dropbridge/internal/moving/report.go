package moving

import (
	"io"

	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the command has of the program that it is part of. The functions are asked
// once the command runs, when its flags are known.
type Program struct {
	Out, Err  io.Writer
	Failed    error // ends the command where its report said everything
	Config    func() (*config.Config, error)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	Spoken    func() wording.Language
}

// flags are those of the command.
type flags struct {
	to          string
	files       string
	dryRun      bool
	writeConfig bool
	abandon     bool
	lost        bool
}

// moved is what `migrate --json` prints.
type moved struct {
	*move.Report             // nil: the journal stays
	MovedFiles   *filesMoved `json:"moved_files,omitempty"`
	JournalThere bool        `json:"journal_there"`         // it was moved before, and the config says so
	Working      bool        `json:"working"`               // a dropbridge is at work with the journal
	ConfigLine   string      `json:"config_line,omitempty"` // without a password
	Written      bool        `json:"config_written"`
	Obstacles    []obstacle  `json:"obstacles"`
}

// obstacle is one of a report.
type obstacle struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// filesMoved is what `migrate --files --json` prints of the files.
type filesMoved struct {
	From       string       `json:"from"` // "" is the folders of the config
	To         string       `json:"to"`
	DryRun     bool         `json:"dry_run"`
	Already    bool         `json:"already"` // they were moved before
	Parts      []carry.Part `json:"parts"`
	Written    int64        `json:"written"` // files
	Bytes      int64        `json:"bytes"`   // of them
	Removed    int64        `json:"removed"` // of the new place that the old one does not have
	Stayed     int64        `json:"stayed"`  // and those that were left there
	Renamed    int64        `json:"renamed"` // files of the journal whose paths were changed
	Left       []left       `json:"left"`    // what stays at the old place
	ConfigLine string       `json:"config_line"`
}

// left is a file that was not moved, and why.
type left struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}
