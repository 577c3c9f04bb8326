package reload_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
)

// TestWatch: on a clock of its own, what is told of each change of two files.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	config, token := filepath.Join(dir, "config"), filepath.Join(dir, "token")
	write := func(file, text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write(config, "good")
	synctest.Test(t, func(t *testing.T) {
		var told []string
		asked := make(chan struct{})
		w := &reload.Watch{Files: []string{config, token}, Asked: asked, Every: time.Second,
			Check: func() error {
				text, _ := os.ReadFile(config)
				if strings.Contains(string(text), "wrong") {
					return errors.New("wrong")
				}
				return nil
			},
			Begin: func() { told = append(told, "begin") },
			Answered: func(err error) {
				if err != nil {
					told = append(told, err.Error())
				}
			},
			Renew: func() { told = append(told, "renew") }}
		w.Open()
		ended := make(chan error, 1)
		go func() { ended <- w.Run(t.Context()) }()
		hear := func(want ...string) {
			time.Sleep(2500 * time.Millisecond)
			synctest.Wait()
			require.True(t, slices.Equal(want, told), "%v and not %v", told, want)
			told = nil
		}
		hear()
		write(config, "wrong")
		hear("begin", "wrong")
		hear()
		write(config, "good") // as it is in force
		hear("begin")
		write(config, "wrong again")
		time.Sleep(1500 * time.Millisecond)
		write(config, "still wrong") // while it settles
		hear("begin", "wrong")
		asked <- struct{}{}
		hear("begin", "wrong")
		write(config, "good")
		hear("begin")
		write(token, "new")
		hear("begin", "renew")
		require.NoError(t, <-ended)
	})
}

// TestWatchAsked: who asks has the same settings read anew.
func TestWatchAsked(t *testing.T) {
	asked, renewed := make(chan struct{}, 1), 0
	w := &reload.Watch{Asked: asked, Every: time.Hour, Check: func() error { return nil }, Begin: func() {}, Answered: func(error) {}, Renew: func() { renewed++ }}
	w.Open()
	asked <- struct{}{}
	require.NoError(t, w.Run(t.Context()))
	require.Equal(t, 1, renewed)
}

// TestAskIsASignal: two that were not answered yet are one, and of no process nobody hears.
func TestAskIsASignal(t *testing.T) {
	h, stop := reload.Listen(func() { t.Error("nothing ends") })
	defer stop()
	h.Ask()
	h.Ask()
	asked := h.Asked()
	require.Len(t, asked, 1)
	<-asked
	require.Empty(t, asked)

	var none *reload.Hangups
	none.Ask()
	require.Nil(t, none.Asked())
}
