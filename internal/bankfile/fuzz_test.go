package bankfile

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/templates"
)

// FuzzRead: whatever a bank's file holds, it is read or refused with the way out, and each
// line that is read is money that came in on a day.
func FuzzRead(f *testing.F) {
	for _, text := range []string{privat, exchangeText, "Дата операції;Дебет;Кредит\n01.10.2026;;6\n", "a,b\n", ""} {
		f.Add([]byte(text))
	}
	all, err := Load(templates.Open(""), "")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &Statement{File: "bank.csv"}
		err := s.read(context.Background(), data, all)
		if err != nil {
			refused, ok := errors.AsType[*refusal.Refusal](err)
			require.True(t, ok, "%v", err)
			require.NotEmpty(t, refused.Hint())
			return
		}
		for _, l := range s.Lines {
			require.Positive(t, l.Amount.Sign())
			require.False(t, l.Day.IsZero() || l.Day.Before(s.First) || l.Day.After(s.Last))
		}
	})
}
