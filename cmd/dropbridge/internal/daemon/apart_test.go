package daemon

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// oneOfSeveral is a working daemon with some roles, in folders of its own, on a journal that others
// share. Jobs are done while run is called for it.
func oneOfSeveral(t *testing.T, journal string, roles dispatch.Roles) shop {
	t.Helper()
	s := working(t, "language: en\naccount: shop\njournal: "+journal+"\nsuppliers: {alpha: {products: {file: a.csv}}, beta: {base_url: 'http://127.0.0.1:9'}}\n"+oneFeed)
	logger := slog.New(slog.DiscardHandler)
	dispatcher, err := dispatch.New(t.Context(), dispatch.Options{Address: journal, Account: s.Config.Account(), Roles: roles, Logger: logger})
	require.NoError(t, err)
	member, err := fleet.Join(t.Context(), fleet.Options{Address: journal, Logger: logger, Release: dispatch.Release, Process: fleet.Process{Version: "v1", Roles: roles.Words()}})
	require.NoError(t, err)
	s.Sharing = &Sharing{Roles: roles, Member: member, Dispatcher: dispatcher}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = dispatcher.Run(ctx, member, s.hands())
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		require.NoError(t, member.Leave(context.Background()))
		dispatcher.Close()
	})
	return s
}

// TestWhatAProcessLacks: what is asked for on the page of a process without the role reaches the one
// that has it, whose answer comes back, or is refused with who has it. Nothing is passed over.
func TestWhatAProcessLacks(t *testing.T) {
	journal := rig.StartPostgres(t).NewDatabase(t)
	front := oneOfSeveral(t, journal, dispatch.Roles{dispatch.HTTP})
	upload := func() error {
		_, err := front.Upload(t.Context(), page.Action{Values: map[string]string{}, Language: wording.English}, "orders.csv", strings.NewReader("a;b\n"))
		return err
	}
	for _, ask := range [][]string{{page.DoBuild, "feed", "shop"}, {page.DoAcceptFeed, "feed", "shop"}, {page.DoReckon, "supplier", "beta"}, {page.DoCloseMonth, "supplier", "beta", "month", "2026-01"},
		{page.DoCheck, "what", page.CheckInbox}, {page.DoAcceptDrift, "supplier", "beta"}, {page.DoDropAgain, "file", "x.csv"}} {
		_, err := front.ask(t, ask[0], ask[1:]...)
		require.ErrorContains(t, err, "no running process has the role", ask)
		require.Contains(t, failure.Hint(err), "dropbridge run --roles ", ask)
	}
	require.ErrorContains(t, upload(), "no running process has the role inbox")

	back := oneOfSeveral(t, journal, dispatch.Roles{dispatch.Inbox, dispatch.Feeds, dispatch.Books})
	who := back.Sharing.Member.Name()
	err := upload()
	require.ErrorContains(t, err, who)
	require.Contains(t, failure.Hint(err), "files: s3://")
	entries, err := os.ReadDir(front.Config.Path(front.Config.Inbox.Dir))
	require.True(t, err != nil || len(entries) == 0, "nothing lies where nobody looks")
	said, err := front.ask(t, page.DoCheck, "what", page.CheckInbox)
	require.NoError(t, err)
	require.Contains(t, said, who)
	_, err = front.ask(t, page.DoReckon, "supplier", "alpha")
	require.ErrorContains(t, err, "alpha")

	_, err = front.ask(t, page.DoCloseMonth, "supplier", "beta", "month", "2999-01")
	require.NoError(t, err)
	var of []page.Money
	require.Eventually(t, func() bool {
		of, err = front.Money(t.Context())
		return err == nil && len(of) == 1 && !of[0].Closing.Ended.IsZero()
	}, 30*time.Second, 20*time.Millisecond)
	require.Equal(t, "2999-01", of[0].Closing.About)
	require.ErrorContains(t, of[0].Closing.Err, "2999-01")
	require.NotEmpty(t, failure.Hint(of[0].Closing.Err))
	require.NotEmpty(t, of[0].Months)

	back.noteDrift(t.Context(), []drift.Compared{{Operation: "beta: products", Changes: []drift.Change{{Operation: "beta: products", Field: "rrp", Kind: drift.Gone, Was: drift.Seen{Rows: 7}}}}}, time.Now())
	shown, err := front.snapshot(t.Context(), wording.English)
	require.NoError(t, err)
	require.Len(t, shown.Drift, 1)
	require.Equal(t, []any{"beta", "rrp", 7}, []any{shown.Drift[0].Supplier, shown.Drift[0].Field, shown.Drift[0].Was.Rows})
	require.Contains(t, codesOf(standing.Judge(shown, wording.English)), standing.CodeDrift)
	said, err = front.ask(t, page.DoAcceptDrift, "supplier", "beta")
	require.NoError(t, err)
	require.Contains(t, said, "builds feeds")

	file := front.ConfigFile()
	said, err = front.ask(t, page.DoSaveConfig, "before", file.Text, "text", file.Text+"# note\n")
	require.NoError(t, err)
	require.Contains(t, said, who, "who goes on with his own config is named")
}

func codesOf(list []standing.Finding) (codes []string) {
	for _, f := range list {
		codes = append(codes, f.Code)
	}
	return codes
}
