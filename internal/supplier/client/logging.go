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
}

func (l *logged) call(ctx context.Context, r *request) (*answer, error) {
	begin := l.now()
	a, err := l.next.call(ctx, r)
	l.calls.Note(r.op, err, l.now().Sub(begin))
	took := slog.Duration("took", l.now().Sub(begin))
	if err == nil {
		l.logger.DebugContext(ctx, r.op, "status", a.status, "bytes", len(a.body), took)
		return a, nil
	}
	attrs := []any{slog.String("error", err.Error()), slog.String("kind", supplier.KindOf(err).String()), took}
	if e, ok := errors.AsType[*supplier.Error](err); ok && e.RequestID != "" {
		attrs = append(attrs, slog.String("request_id", e.RequestID))
	}
	l.logger.DebugContext(ctx, r.op+" failed", attrs...)
	return nil, err
}
