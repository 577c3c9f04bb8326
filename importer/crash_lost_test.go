package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestCrashesThatLoseTheJournal kills an importer at every point and takes its journal
// away, or a part of it: the next one posts nothing, and after a person's word every order
// is at the shop at most once, none is lost, and unknown only what nobody can find out.
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
	for _, row := range []crashRow{crashTable[0], crashTable[2], {name: "nothing", promise: crashTable[5].promise}} {
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
				if name != "without log" { // which may hold nothing that matters at these
					points = append(points, "published", "placed")
				}
				for _, point := range points {
					s.dieAt(point, 1)
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
	posts := s.settledPosts()
	waiting := startChild(s.T, s.plan())
	j := openJournal(s.T, s.dir)
	require.Eventually(s.T, func() bool {
		notes, err := j.Notes(s.Context(), "acme")
		for name, text := range notes {
			if strings.HasPrefix(name, "problems.") && strings.Contains(text, "dropbridge adopt") {
				return true
			}
		}
		return err != nil
	}, patience, 10*time.Millisecond)
	waiting.stop()
	require.NoError(s, j.Close())
	require.Equal(s, posts, s.shop.allPosts())
}

// settledPosts is how often the shop was posted to, once nothing of a killed importer is on
// its way any more: what it had written into its connections is still read.
func (s *scene) settledPosts() int {
	s.Helper()
	const calm = 30 // looks without news
	posts, same := s.shop.allPosts(), 0
	require.Eventually(s.T, func() bool {
		now := s.shop.allPosts()
		if same++; now != posts {
			posts, same = now, 0
		}
		return same >= calm
	}, patience, 10*time.Millisecond)
	return posts
}

// adopt is a person's word.
func (s *scene) adopt() {
	s.Helper()
	j, err := journal.Open(s.Context(), filepath.Join(s.dir, "state", "journal.db"))
	require.NoError(s, err)
	client, err := s.plan().client()
	require.NoError(s, err)
	im, err := importer.New(desk.Config{Account: "acme", Inbox: filepath.Join(s.dir, "inbox"), Results: filepath.Join(s.dir, "results"),
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
