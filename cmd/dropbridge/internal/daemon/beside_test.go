package daemon

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// TestNewsOfABuild: a process takes over what others on its folder have built since it began, and before
// that only while they run by the same settings. What a person asked for is built whatever others did.
func TestNewsOfABuild(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	living, err := folder.ClaimOwner(d.Orders.Config.Spool, "living")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, living.Release()) })
	s, now := d.feeds[0], d.started
	before, after := now.Add(-time.Minute), now.Add(time.Minute)
	for name, c := range map[string]struct {
		one  toldBuild
		told time.Time
		want bool
	}{
		"since it began":                        {toldBuild{At: after, By: "gone"}, time.Time{}, true},
		"known already":                         {toldBuild{At: after}, after, false},
		"before, of one that runs":              {toldBuild{At: before, By: "living", Settings: d.settings()}, time.Time{}, true},
		"before, of one that runs by others":    {toldBuild{At: before, By: "living", Settings: "others"}, time.Time{}, false},
		"before, of one that runs no more":      {toldBuild{At: before, By: "gone", Settings: d.settings()}, time.Time{}, false},
		"before, of this very process's former": {toldBuild{At: before, By: d.Orders.OwnName(), Settings: d.settings()}, time.Time{}, false},
	} {
		s.told = c.told
		require.Equal(t, c.want, d.isNews(c.one, s), name)
	}

	s.learn(toldBuild{At: after, Next: after.Add(time.Hour)})
	require.Empty(t, d.dueFeeds("", after))
	require.NoError(t, d.makeDue("shop", false))
	s.learn(toldBuild{At: after, Next: after.Add(time.Hour)})
	require.Equal(t, []*scheduledFeed{s}, d.dueFeeds("", after), "a person asked for it")
	s.learn(toldBuild{At: after, Next: after.Add(time.Hour)})
	require.Empty(t, d.dueFeeds("", after), "it was begun")
}

// TestTurns: of two processes on one folder one builds the feeds of a group at a time.
func TestTurns(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	other := &Daemon{Program: Program{Config: d.Config, Logger: d.Logger}}
	release, ours := d.takeTurn("a/b")
	require.True(t, ours)
	_, theirs := other.takeTurn("a/b")
	require.False(t, theirs)
	_, theirs = other.takeTurn("c")
	require.True(t, theirs, "of another supplier")
	release()
	_, theirs = other.takeTurn("a/b")
	require.True(t, theirs)
}

// TestBuildsOfBoth: what two processes remember of builds in one file stays there.
func TestBuildsOfBoth(t *testing.T) {
	d, _, _, err := opened(t, "127.0.0.1:0", "feeds: {shop: {template: yml, out: shop.yml}}\n")
	require.NoError(t, err)
	other, err := openBuildLog(d.Config.Builds())
	require.NoError(t, err)
	require.NoError(t, d.builds.add("shop", standing.Build{Offers: 1}))
	require.NoError(t, other.add("shop", standing.Build{Offers: 2}))
	require.NoError(t, d.builds.add("else", standing.Build{Offers: 3}))
	require.NoError(t, other.read())
	require.Len(t, other.last("shop"), 2)
	require.Len(t, other.last("else"), 1)
}
