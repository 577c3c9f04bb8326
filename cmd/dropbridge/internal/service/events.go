package service

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
)

// Events is the event log of the machine. A text is one event of that level.
type Events interface {
	Report(level slog.Level, text string) error
}

// eventHandler makes events of warnings and errors.
type eventHandler struct {
	slog.Handler // writes into the text
	made         *made
}

// made is the event that is being made.
type made struct {
	sync.Mutex
	text bytes.Buffer
	to   Events
}

func newEventHandler(to Events) slog.Handler {
	m := &made{to: to}
	options := &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) {
			return slog.Attr{} // an event has its own
		}
		return a
	}}
	return eventHandler{slog.NewTextHandler(&m.text, options), m}
}

// Handle implements slog.Handler.
func (h eventHandler) Handle(ctx context.Context, r slog.Record) error {
	h.made.Lock()
	defer h.made.Unlock()
	h.made.text.Reset()
	if err := h.Handler.Handle(ctx, r); err != nil {
		return err
	}
	return h.made.to.Report(r.Level, strings.TrimSpace(h.made.text.String()))
}

// WithAttrs implements slog.Handler.
func (h eventHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return eventHandler{h.Handler.WithAttrs(attrs), h.made}
}

// WithGroup implements slog.Handler.
func (h eventHandler) WithGroup(name string) slog.Handler {
	return eventHandler{h.Handler.WithGroup(name), h.made}
}
