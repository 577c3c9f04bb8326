package config

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

// validateLog refuses words that nobody knows.
func (c *Config) validateLog() error {
	if f := c.Log.Format; f.Set && !slices.Contains(logFormats, f.Text) {
		return c.wrongAccess(f, "one of: text, json", "log.format: %q is not known", f.Text)
	}
	if _, known := logLevels[c.Log.Level.Text]; c.Log.Level.Set && !known {
		return c.wrongAccess(c.Log.Level, "one of: debug, info, warn, error", "log.level: %q is not known", c.Log.Level.Text)
	}
	return nil
}
