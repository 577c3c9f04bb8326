package failure_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// known is an error that can be asked.
type known struct {
	hint  string
	kind  failure.Kind
	cause error
}

func (k known) Error() string         { return "known" }
func (k known) Hint() string          { return k.hint }
func (k known) Failure() failure.Kind { return k.kind }
func (k known) Unwrap() error         { return k.cause }

func TestHint(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		want string
		err  error
	}{
		{"", nil}, {"", plain}, {"", known{cause: plain}},
		{"a", fmt.Errorf("in: %w", known{hint: "a"})},
		{"a", known{hint: "a", cause: known{hint: "b"}}},
		{"b", known{cause: fmt.Errorf("in: %w", known{hint: "b"})}},
		{"a", errors.Join(plain, known{hint: "a"}, known{hint: "b"})},
		{"c", errors.Join(known{cause: known{hint: "c"}}, known{hint: "b"})},
	} {
		require.Equal(t, c.want, failure.Hint(c.err))
	}
}

// spoken is a known whose hint has words in another language.
type spoken struct{ known }

func (s spoken) HintIn(l wording.Language) string { return s.hint + " " + string(l) }

func TestHintIn(t *testing.T) {
	for want, err := range map[string]error{
		"a":    known{hint: "a", cause: spoken{known{hint: "b"}}},
		"b uk": fmt.Errorf("in: %w", known{cause: spoken{known{hint: "b"}}}),
		"":     errors.Join(errors.New("plain"), known{}),
	} {
		require.Equal(t, want, failure.HintIn(err, wording.Ukrainian))
	}
	require.Equal(t, "b en", failure.Hint(spoken{known{hint: "b"}}))
}

func TestKindOf(t *testing.T) {
	plain := errors.New("plain")
	config, remote, other := known{kind: failure.Config}, known{kind: failure.Supplier}, known{kind: failure.Other}
	for _, c := range []struct {
		want failure.Kind
		err  error
	}{
		{failure.Unknown, nil}, {failure.Unknown, plain},
		{failure.Supplier, fmt.Errorf("in: %w", remote)},
		{failure.Supplier, known{cause: remote}},
		{failure.Other, known{kind: failure.Other, cause: remote}},
		{failure.Other, errors.Join(plain, other, remote)},
		{failure.Config, errors.Join(remote, plain, config)},
		{failure.Config, known{kind: failure.Other, cause: config}},
		{failure.Partial, known{kind: failure.Partial | failure.Final, cause: config}},
		{failure.Other, errors.Join(config, known{kind: failure.Other | failure.Final}, known{kind: failure.Usage | failure.Final})},
		{failure.Unknown, known{kind: failure.Final, cause: config}},
	} {
		require.Equal(t, c.want, failure.KindOf(c.err))
	}
}

func TestWithHint(t *testing.T) {
	cause := known{}
	err := failure.WithHint(cause, "try again")
	require.EqualError(t, err, "known: try again")
	require.ErrorIs(t, err, cause)
	require.Equal(t, cause, failure.WithHint(cause, ""))
	require.NoError(t, failure.WithHint(nil, "try again"))
}

func TestError(t *testing.T) {
	cause := known{hint: "b", kind: failure.Supplier}
	err := failure.Mistake("a", "in: %w", cause)
	require.EqualError(t, err, "in: known")
	require.ErrorIs(t, err, cause)
	require.Equal(t, "a", failure.Hint(err))
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.Equal(t, "b", failure.Hint(failure.Mistake("", "in: %w", cause)), "what the cause knows")
	require.Equal(t, failure.Other, failure.KindOf(failure.Errorf("", "in: %w", cause)))
}

func TestMended(t *testing.T) {
	cause := known{hint: "b", kind: failure.Supplier}
	err := failure.Mended(failure.Config, wording.NewMessage("hint.no_file"), "in: %w", cause)
	require.EqualError(t, err, "in: known")
	require.ErrorIs(t, err, cause)
	require.Equal(t, "check the name and the folder it is in", failure.Hint(err))
	require.Equal(t, "перевірте назву файлу й теки", failure.HintIn(err, wording.Ukrainian))
	require.Equal(t, failure.Config, failure.KindOf(err))
}
