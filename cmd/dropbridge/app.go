package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/logging"
	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// app is what all commands share: the streams, the environment and the two flags
// that every command takes.
type app struct {
	lookupEnv func(string) (string, bool)
	stdin     io.Reader
	stdout    io.Writer
	stderr    io.Writer
	now       func() time.Time
	collector *collector
	hangups   *reload.Hangups // nil for none

	outside outside

	configFile string
	jsonOutput bool
	verbose    bool

	language wording.Language // see spoken; "": not looked for yet
	log      logging.Log      // as the config has it, once that was read
	logJSON  bool             // whether a flag asks for it
	meter    *measure.Meter   // of a daemon, else nil
	events   slog.Handler     // hears what the log has, too; nil for none
	works    func()           // is told when a daemon works; nil for none

	running bool // whether a command's own work has begun
	daemon  bool // whether it goes on by itself, so that its log is all that people see
}

// outside is how the program gets out of its process; the zero value is by the network, and as the
// config says.
type outside struct {
	listen    web.Listen         // for who asks for pages and feeds; nil: TCP
	supplier  http.RoundTripper  // to the supplier's service; nil: HTTP over TCP
	importing func(*desk.Config) // changes how folders and orders are looked at; nil: nothing
}

// loadConfig reads the config that the command works with.
func (a *app) loadConfig() (*config.Config, error) {
	c, err := config.Load(a.configFile)
	if err == nil {
		a.log = c.Log
	}
	return c, err
}

// printJSON writes one report on standard output, indented for the eye.
func (a *app) printJSON(report any) error {
	encoder := json.NewEncoder(a.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

// printf writes text for people on standard output; with --json there is none.
func (a *app) printf(format string, args ...any) {
	if !a.jsonOutput {
		fmt.Fprintf(a.stdout, format, args...)
	}
}

// logger writes lines to standard error, as text or as JSON: warnings, what happens in a daemon, or
// every step with --verbose; or from the level of the config on.
func (a *app) logger() *slog.Logger {
	level := slog.LevelWarn
	if a.daemon {
		level = slog.LevelInfo
	}
	level = a.log.LevelOr(level)
	if a.verbose {
		level = slog.LevelDebug
	}
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(a.stderr, options)
	if a.logJSON || a.log.JSON() {
		handler = slog.NewJSONHandler(a.stderr, options)
	}
	if a.events != nil {
		handler = slog.NewMultiHandler(handler, a.events)
	}
	return slog.New(correlation.Handler{Handler: handler})
}
