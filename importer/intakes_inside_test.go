package importer

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestLargeFilesAreTakenOneAtATime, and small ones pass them meanwhile.
func TestLargeFilesAreTakenOneAtATime(t *testing.T) {
	s := newIntakes()
	for _, name := range []string{"L1", "L2", "a", "L3", "b"} {
		s.add(&intake{path: name, large: name[0] == 'L'}, func() {})
	}
	s.wait()
	next := func() *intake { return s.next(time.Unix(1, 0)) }
	one, two, three := next(), next(), next()
	require.Equal(t, []string{"L1", "a", "b"}, []string{one.path, two.path, three.path})
	require.Nil(t, next())
	s.end(two, nil)
	require.Nil(t, next(), "the end of a small one changes nothing")
	s.end(one, nil)
	require.Equal(t, "L2", next().path)
	require.True(t, s.has("L3"))
	require.False(t, s.has("L1"))
	require.False(t, s.has("a"))
}

// TestClaims: two files of one name of their result do not get it both, while one of them
// is not in the journal yet.
func TestClaims(t *testing.T) {
	var c claims
	require.True(t, c.claim("r", "one"))
	require.True(t, c.claim("r", "one"), "the same file, dropped twice")
	require.False(t, c.claim("r", "two"))
	c.release("r")
	require.False(t, c.claim("r", "two"))
	c.release("r")
	require.True(t, c.claim("r", "two"))
}

// TestManyFilesKeepTheirOrder: those that wait are taken in the order in which they came.
func TestManyFilesKeepTheirOrder(t *testing.T) {
	s := newIntakes()
	for n := range 50 {
		s.add(&intake{path: string(rune('a' + n)), large: n%10 == 3}, func() {})
	}
	s.wait()
	for n := range 50 {
		got := s.next(time.Unix(1, 0))
		require.Equal(t, string(rune('a'+n)), got.path)
		s.end(got, nil)
	}
	require.Nil(t, s.next(time.Unix(1, 0)))
	require.Empty(t, s.busy)
}

// TestScansLeaveTimeForTheRest: a long list of files is not read again for each that goes.
func TestScansLeaveTimeForTheRest(t *testing.T) {
	const scan = 2 * time.Second
	for took, rest := range map[time.Duration]time.Duration{0: 0, time.Millisecond: 4 * time.Millisecond, 400 * time.Millisecond: 1600 * time.Millisecond,
		time.Second: scan, time.Minute: scan, -time.Hour: 0} {
		require.Equal(t, rest, scanRest(took, scan), took)
	}
}
