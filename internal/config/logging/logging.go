// Package logging is what the config says of the log.
package logging

import (
	"log/slog"
	"slices"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Log is how the program logs to standard error.
type Log struct {
	Format strictyaml.Scalar `yaml:"format"` // text or json; text where it is not said
	Level  strictyaml.Scalar `yaml:"level"`  // debug, info, warn or error; where it is not said info for `run`, else warn
}

var (
	logFormats = []string{"text", "json"}
	logLevels  = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
)

// JSON reports whether each line is a JSON object.
func (l Log) JSON() bool { return l.Format.Text == "json" }

// LevelOr is the least level that is logged, usual where the config says none.
func (l Log) LevelOr(usual slog.Level) slog.Level {
	if level, known := logLevels[l.Level.Text]; known {
		return level
	}
	return usual
}

// Check refuses words that nobody knows, with their place in the file.
func (l Log) Check(file string) error {
	if l.Format.Set && !slices.Contains(logFormats, l.Format.Text) {
		return l.Format.Wrong(file, "log.format: %q is not known", l.Format.Text).With("one of: text, json")
	}
	if _, known := logLevels[l.Level.Text]; l.Level.Set && !known {
		return l.Level.Wrong(file, "log.level: %q is not known", l.Level.Text).With("one of: debug, info, warn, error")
	}
	return nil
}
