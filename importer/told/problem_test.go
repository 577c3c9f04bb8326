package told

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// What the end of the program cuts off is neither said nor kept, and mends nothing.
func TestTheEndOfTheProgramIsNoProblem(t *testing.T) {
	var said bytes.Buffer
	p := NewProblems(slog.New(slog.NewTextHandler(&said, nil)))
	cut := fmt.Errorf("note the status of order 2002: %w", context.Canceled)
	p.Set(time.Time{}, "follow", cut)
	require.Empty(t, p.open)
	require.Empty(t, said.String())
	p.Set(time.Time{}, "follow", errors.New("status 500"))
	p.Set(time.Time{}, "follow", cut)
	require.Equal(t, "status 500", p.open["follow"].Text)
	p.Set(time.Time{}, "follow", nil)
	require.Empty(t, p.open)
}

// TestProblemsHaveCodes: the causes that people are told of by name.
func TestProblemsHaveCodes(t *testing.T) {
	for code, c := range map[string]struct {
		name string
		err  error
	}{
		CodeToken:    {ProblemSupplier, NewTrouble("en", errors.New("401"), "trouble.token")},
		CodeAway:     {ProblemSupplier, NewTrouble("en", errors.New("503"), "trouble.waits")},
		CodeApproval: {ProblemSupplier, NewTrouble("en", errors.New("no"), "trouble.stopped")},
		CodeDoubt:    {ProblemJournal, NewDoubt(DoubtEmptied)},
		"":           {ProblemInbox, errors.New("it is gone")},
	} {
		p := NewProblems(slog.New(slog.DiscardHandler))
		p.Set(time.Time{}, c.name, c.err)
		require.Equal(t, code, p.List()[0].Code)
	}
}

// TestTheLogIsEnglish in whatever language people are told.
func TestTheLogIsEnglish(t *testing.T) {
	var log bytes.Buffer
	p := NewProblems(slog.New(slog.NewTextHandler(&log, nil)))
	l := wording.Ukrainian
	doubt := NewDoubt(DoubtRestored)
	p.Set(time.Time{}, ProblemJournal, SaidIn(l, doubt))
	require.Equal(t, OneLine(doubt.In(l)), p.open[ProblemJournal].Text)
	require.Contains(t, log.String(), doubt.Error())
	p.Set(time.Time{}, ProblemFollow, fmt.Errorf("beta: %w", NewTrouble(l, errors.New("status 500"), "trouble.damaged")))
	require.Contains(t, p.open[ProblemFollow].Text, l.Say("trouble.damaged", "status 500"))
	require.Contains(t, log.String(), "beta: "+wording.English.Say("trouble.damaged", "status 500"))
	require.NotRegexp(t, `\p{Cyrillic}`, log.String())
}

// TestOtherWordsStandForAnError where there are some; the log has its own as well.
func TestOtherWordsStandForAnError(t *testing.T) {
	var said bytes.Buffer
	p := NewProblems(slog.New(slog.NewTextHandler(&said, nil)))
	away := errors.New("failed to connect to dbhost")
	p.Reword(func(err error) error {
		if errors.Is(err, away) {
			return errors.New("the database is away")
		}
		return nil
	})
	p.Set(time.Time{}, "posting", fmt.Errorf("list orders: %w", away))
	p.Set(time.Time{}, "follow", errors.New("status 500"))
	require.Equal(t, "the database is away", p.open["posting"].Text)
	require.Equal(t, "status 500", p.open["follow"].Text)
	require.Contains(t, said.String(), "dbhost")
}
