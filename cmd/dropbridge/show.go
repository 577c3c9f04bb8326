package main

import (
	"context"
	"strings"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// show tells how a feed would show some products; nothing is published. The feed is the first
// argument, or that of the flags.
func (a *app) show(ctx context.Context, args []string, flags config.Feed, byFlags bool) error {
	skus := args
	var names []string
	if !byFlags {
		if len(args) == 0 {
			return usage("show.feed")
		}
		names, skus = args[:1], args[1:]
	}
	c, feeds, err := a.chosenFeeds(names, flags, byFlags)
	if err != nil {
		return err
	}
	conns, err := a.connectAll(ctx, c, wantedBy(feeds[:1]))
	if err != nil {
		return err
	}
	defer conns.close()
	bar := terminal.NewProgress(a.stderr, a.spoken(), wording.NewMessage("progress.products"))
	shown, missing, err := a.source(c, conns, asKept).Show(ctx, feeds[0], skus, bar.Update)
	bar.Finish()
	if err != nil {
		return err
	}
	if a.jsonOutput {
		err = a.printJSON(shown)
	} else {
		for _, one := range shown {
			a.people().Shown(one)
		}
		if len(shown) == 0 && len(missing) == 0 {
			a.say("show.none")
		}
	}
	if err == nil && len(missing) > 0 {
		return said(exitFailed, wording.NewMessage("show.missing", strings.Join(missing, ", ")), wording.NewMessage("show.missing_way"), nil)
	}
	return err
}
