package importer_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestCrashesThatLoseTheJournal kills an importer at every point and takes its journal
// away, or a part of it: the next one posts nothing, and after a person's word every order
// is at the shop at most once, none is lost, and unknown only what nobody can find out. Where the log
// alone is lost, it has to be one that a process has left; else some deaths are of processes.
func TestCrashesThatLoseTheJournal(t *testing.T) {
	racing.Skip(t)
	ways := map[string]func(s *scene, copied string){
		"lost":        func(s *scene, _ string) { s.without("journal.db", "journal.db-wal", "journal.db-shm") },
		"without log": func(s *scene, _ string) { s.without("journal.db-wal", "journal.db-shm") },
		"rolled back": func(s *scene, copied string) {
			s.without("journal.db", "journal.db-wal", "journal.db-shm")
			data, err := os.ReadFile(copied)
			require.NoError(s, err)
			require.NoError(s, os.WriteFile(filepath.Join(s.dir, "state", "journal.db"), data, 0o600))
		},
	}
	for nth, row := range []crashRow{crashTable[0], crashTable[2], {name: "nothing", promise: crashTable[5].promise}} {
		for name, lose := range ways {
			t.Run(row.name+", "+name, func(t *testing.T) {
				t.Parallel()
				s := newScene(t, row)
				s.dieAt("noted", 1)
				copied := filepath.Join(s.dir, "copy.db")
				j := openJournal(t, s.dir)
				require.NoError(t, j.Backup(t.Context(), copied, false))
				require.NoError(t, j.Close())
				// A file and an intent count once the sign beside the results tells of them.
				points := []string{"taken", "before posted", "posted", "settled", requestStored}
				if name != "without log" { // which may hold nothing that matters at these, as no promise does
					points = append(points, []string{"published", "placed"}[:long.Or(1+nth%2, 2)]...)
				}
				for n, point := range points {
					s.die(death{point, name == "without log" || (n+nth)%long.Or(4, 1) == 0})
					lose(s, copied)
					s.holdBack()
					s.adopt()
				}
				s.finish()
				s.checkNothingTwice()
			})
		}
	}
}

func (s *scene) without(names ...string) {
	for _, name := range names {
		_ = os.Remove(filepath.Join(s.dir, "state", name)) // what is not there is gone already
	}
}

// holdBack lets an importer run until it has said that it waits for a person.
func (s *scene) holdBack() {
	s.Helper()
	s.settle()
	posts := s.shop.allPosts()
	waiting := startInside(s.T, s.plan())
	require.Eventually(s.T, func() bool {
		notes, err := waiting.journal.Notes(s.Context(), "acme")
		for name, text := range notes {
			if strings.HasPrefix(name, "problems.") && strings.Contains(text, "dropbridge adopt") {
				return true
			}
		}
		return err != nil
	}, patience, 10*time.Millisecond)
	waiting.stop()
	require.Equal(s, posts, s.shop.allPosts())
}

// settle waits until nothing of a killed importer is on its way to the shop any more: what it had
// written into its connections is still read. Those that were not accepted yet are so before ours is.
func (s *scene) settle() {
	s.Helper()
	ours, err := net.Dial("tcp", s.server.Listener.Addr().String())
	require.NoError(s, err)
	require.Eventually(s.T, func() bool { return s.callers.has(ours.LocalAddr()) }, patience, time.Millisecond)
	require.NoError(s, ours.Close())
	require.Eventually(s.T, s.callers.none, patience, time.Millisecond)
}

// callers are the connections that a server has open.
type callers struct{ open sync.Map } // by the addresses that they come from

// note is for http.Server.ConnState.
func (c *callers) note(conn net.Conn, is http.ConnState) {
	switch is {
	case http.StateNew:
		c.open.Store(conn.RemoteAddr().String(), true)
	case http.StateClosed:
		c.open.Delete(conn.RemoteAddr().String())
	}
}

func (c *callers) has(from net.Addr) bool {
	_, open := c.open.Load(from.String())
	return open
}

func (c *callers) none() bool {
	none := true
	c.open.Range(func(any, any) bool {
		none = false
		return false
	})
	return none
}

// adopt is a person's word.
func (s *scene) adopt() {
	s.Helper()
	j, err := journal.Open(s.Context(), filepath.Join(s.dir, "state", "journal.db"))
	require.NoError(s, err)
	client, err := s.plan().client()
	require.NoError(s, err)
	profile, err := plainProfile()
	require.NoError(s, err)
	im, err := importer.New(desk.Config{Account: "acme", Default: desk.Source{Profile: profile}, Inbox: filepath.Join(s.dir, "inbox"), Results: filepath.Join(s.dir, "results"),
		Archive: filepath.Join(s.dir, "archive"), Failed: filepath.Join(s.dir, "failed"), Spool: filepath.Join(s.dir, "state", "spool")}, client, j)
	require.NoError(s, err)
	report, err := im.Adopt(s.Context(), doubt.AdoptOptions{By: "olena"})
	require.NoError(s, err)
	require.True(s, report.Needed)
	require.NoError(s, im.Close())
	require.NoError(s, j.Close())
}

// checkNothingTwice: every order that was dropped is known, at the shop at most once, and
// where it is not there it waits for a person who can decide it.
func (s *scene) checkNothingTwice() {
	s.Helper()
	j := openJournal(s.T, s.dir)
	stored, unknown := s.shop.count(), 0
	for _, number := range s.want {
		orders, err := j.Orders(s.Context(), state.OrderQuery{Key: &state.OrderKey{Account: "acme", ExternalID: number}})
		require.NoError(s, err)
		require.Len(s, orders, 1, "order %s is lost", number)
		if orders[0].State == state.Accepted {
			require.Equal(s, 1, stored[number], "order %s at the shop", number)
			require.Equal(s, s.shop.idOf(number), orders[0].RemoteID, number)
			continue
		}
		unknown++
		require.Equal(s, state.Unknown, orders[0].State, number)
		require.Zero(s, stored[number], "order %s could be found", number)
	}
	if s.row.decides {
		require.Zero(s, unknown)
	}
	require.LessOrEqual(s, unknown, 2*s.deaths)
}
