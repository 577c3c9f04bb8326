package daemon

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// service is a supplier's service that answers every list with this status, and counts.
type service struct {
	status atomic.Int32
	asked  atomic.Int32
}

func (s *service) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	s.asked.Add(1)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(int(s.status.Load()))
	_, _ = w.Write([]byte(`{"data":[],"products":[],"next_cursor":null}`))
}

// served is a working daemon of a supplier with a service.
func served(t *testing.T, with *service) shop {
	t.Helper()
	server := httptest.NewServer(with)
	t.Cleanup(server.Close)
	s := working(t, "supplier: {base_url: '"+server.URL+"'}\n")
	options, err := s.Config.Client(server.URL, supplier.NewSecret("token"))
	require.NoError(t, err)
	s.Client, err = client.New(options)
	require.NoError(t, err)
	return s
}

// TestTheSupplierIsAskedNow: the card of a refused token has the button; pressed, it asks once
// and says what came, and where the supplier answers the problem is over.
func TestTheSupplierIsAskedNow(t *testing.T) {
	with := &service{}
	with.status.Store(http.StatusUnauthorized)
	s := served(t, with)
	_, err := s.ask(t, page.DoCheck, "what", page.CheckSupplier)
	require.ErrorContains(t, err, "The supplier did not answer as he should: ")
	require.NotEmpty(t, failure.Hint(err))
	require.EqualValues(t, 1, with.asked.Load())
	require.Empty(t, s.acts(t), "what was refused is not in the log")
	with.status.Store(http.StatusOK)
	said, err := s.ask(t, page.DoCheck, "what", page.CheckSupplier)
	require.NoError(t, err)
	require.Equal(t, "The supplier answers: what waited goes to him.", said)
	require.Equal(t, []string{"tried_now supplier"}, s.acts(t))
	_, err = s.ask(t, page.DoCheck, "what", "all")
	require.ErrorIs(t, err, page.ErrUnknownAction)
	require.EqualError(t, err, `there is no such action: "all"`)
	told, _ := failure.Said(err, wording.Ukrainian)
	require.Equal(t, `такої дії немає: "all"`, told)
}

// TestADiskIsMeasuredNow, one that is written to alone.
func TestADiskIsMeasuredNow(t *testing.T) {
	s := working(t, "{}")
	folder := s.Config.Disks()[0].Folder
	free, total, err := durable.Space(folder)
	require.NoError(t, err)
	said, err := s.ask(t, page.DoCheck, "what", page.CheckDisk, "about", folder)
	if free < total/20 || free < 500_000_000 {
		require.ErrorContains(t, err, "nearly full")
	} else {
		require.NoError(t, err)
		require.Contains(t, said, "There is room enough: on the disk of "+folder)
	}
	_, err = s.ask(t, page.DoCheck, "what", page.CheckDisk, "about", "/")
	require.ErrorContains(t, err, "does not write to the folder /")
}

// TestTheInboxIsLookedAtNow: while a program of another journal has it that is said on the page,
// and no more once it is gone.
func TestTheInboxIsLookedAtNow(t *testing.T) {
	s := working(t, "language: en\n")
	inbox := s.Config.Path(s.Config.Inbox.Dir)
	require.NoError(t, os.MkdirAll(inbox, 0o755))
	lock, err := os.Create(filepath.Join(inbox, folder.LockName))
	require.NoError(t, err)
	locked, err := durable.TryLock(lock)
	require.NoError(t, err)
	require.True(t, locked)
	_, err = s.ask(t, page.DoCheck, "what", page.CheckInbox)
	require.ErrorContains(t, err, "does not say who it is")
	shown := ask(s.Daemon, "/", here, "").Body.String()
	require.Contains(t, shown, "does not say who it is")
	require.Contains(t, shown, `<input type="hidden" name="what" value="inbox">`)
	require.NoError(t, lock.Close())
	_, err = s.ask(t, page.DoCheck, "what", page.CheckInbox)
	require.NoError(t, err)
	require.NotContains(t, ask(s.Daemon, "/", here, "").Body.String(), "does not say who it is")
}
