package client

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/calls"
)

// logged writes a line for each attempt, and counts it. Neither the token nor a body is in it.
type logged struct {
	next   caller
	now    func() time.Time
	logger *slog.Logger
	calls  *calls.Tally
	told   func(op string, err error, took time.Duration) // of each attempt, too
}

func (l *logged) call(ctx context.Context, r *request) (*answer, error) {
	begin := l.now()
	a, err := l.next.call(ctx, r)
	lasted := l.now().Sub(begin)
	l.calls.Note(r.op, err, lasted)
	l.told(r.op, err, lasted)
	took := slog.Duration("took", lasted)
	if err == nil {
		l.logger.DebugContext(ctx, r.op, "status", a.status, "bytes", len(a.body), took)
		return a, nil
	}
	attrs := []any{slog.String("error", err.Error()), slog.String("kind", supplier.KindOf(err).String()), took}
	if e, ok := errors.AsType[*supplier.Error](err); ok && e.RequestID != "" {
		attrs = append(attrs, slog.String("supplier_request_id", e.RequestID))
	}
	l.logger.DebugContext(ctx, r.op+" failed", attrs...)
	return nil, err
}
