package importer_test

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/importer/handover/mailtest"
	"github.com/dropbridge/dropbridge/importer/state"
)

// handedTemplate is a file of orders with as few columns as can be.
const handedTemplate = `name: test
kind: handover
format: csv
carrier: nova_poshta
headings: false
columns: [{value: order_number}, {value: name}, {value: phone}, {value: city}, {value: branch_number}, {value: sku}, {value: quantity}, {value: payment}]
`

// newHandover is a supplier without an API.
func newHandover(outlet handover.Outlet, daily bool, at time.Duration, now func() time.Time) (*handover.Handover, error) {
	template, err := handover.Compile("test.yaml", []byte(handedTemplate))
	if err != nil {
		return nil, err
	}
	return handover.New(handover.Options{Template: template, Outlet: outlet, Daily: daily, At: at, Now: now})
}

// handedPoints are those of an importer whose supplier takes bundles.
func handedPoints() []string {
	return []string{"recorded", "before bundled", "bundled", "sending", "before posted", "filled", "posted", "before settled", "settled", "published"}
}

// TestHandedCrashes kills an importer at each point: no order comes to the supplier twice, and
// none is lost. In a folder and of a mail all can be told, but for what he took away, and for a
// mail of which the server's answer was not noted: one may be on its way beside the order whose
// point it is, on a slow machine more often.
func TestHandedCrashes(t *testing.T) {
	for nth, row := range []struct {
		name               string
		mail, takes, tells bool
	}{
		{name: "folder", tells: true},
		{name: "mail", mail: true},                                   // the outbox tells what has left, and what was taken
		{name: "folder from which he takes files away", takes: true}, // what left before the death has no name there any more
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := &handedScene{scene: &scene{T: t, dir: t.TempDir(), shop: newShop(time.Now)}, takes: row.takes, tells: row.tells}
			require.NoError(t, os.Mkdir(filepath.Join(s.dir, "inbox"), 0o755))
			require.NoError(t, os.Mkdir(filepath.Join(s.dir, "handed"), 0o755))
			if row.mail {
				s.server = mailtest.Start(t, "")
			}
			for n, point := range handedPoints() {
				// Of the folder that tells, a death inside has left an order unknown, as none of a process has: its are all of processes.
				s.dieAt(death{point, row.tells || (n+nth)%2 == 0})
			}
			s.finish()
			s.check()
		})
	}
}

// handedScene is a scene whose supplier takes files.
type handedScene struct {
	*scene
	server *mailtest.Server // nil: a folder
	takes  bool             // he takes the files out of the folder
	taken  []string         // their texts

	tells bool // the folder shows of every order whether it left
}

func (s *handedScene) plan() plan {
	p := plan{Dir: s.dir, Spool: "spool", HandTo: -1}
	if s.server != nil {
		p.HandTo = s.server.Port()
	}
	return p
}

func (s *handedScene) dieAt(d death) {
	s.Helper()
	s.drop()
	p := s.plan()
	p.Point, p.Nth = d.point, 2 // the second order's, where orders have it
	if d.point == "recorded" || d.point == "published" {
		p.Nth = 1
	}
	if d.process {
		startChild(s.T, p).died()
	} else {
		startInside(s.T, p).died()
	}
	s.take()
}

// take lets the supplier take his files away.
func (s *handedScene) take() {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(s.dir, "handed", "order*.csv"))
	require.NoError(s, err)
	for _, file := range files {
		if s.takes {
			data, err := os.ReadFile(file)
			require.NoError(s, err)
			s.taken = append(s.taken, string(data))
			require.NoError(s, os.Remove(file))
		}
	}
}

func (s *handedScene) finish() {
	s.Helper()
	last := startInside(s.T, s.plan())
	require.Eventually(s.T, func() bool { return calm(last.journal, s.files) }, patience, 20*time.Millisecond)
	last.stop()
	s.takes = true
	s.take()
	if s.server != nil {
		mails, _ := s.server.Got()
		for _, text := range mails {
			s.taken = append(s.taken, attached(s.T, text))
		}
	}
}

// attached is the file of a mail.
func attached(t *testing.T, text string) string {
	t.Helper()
	message, err := mail.ReadMessage(strings.NewReader(text))
	require.NoError(t, err)
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	require.NoError(t, err)
	parts := strings.Split(text, "--"+params["boundary"])
	_, coded, found := strings.Cut(parts[2], "\r\n\r\n")
	require.True(t, found)
	file, err := base64.StdEncoding.DecodeString(strings.NewReplacer("\r", "", "\n", "").Replace(coded))
	require.NoError(t, err)
	return string(file)
}

// notBrought is how many looks at the folder have shown that what was sent had not been brought:
// its part lay there yet, and was withdrawn.
func (s *handedScene) notBrought(j state.Journal, order int64) (n int) {
	s.Helper()
	attempts, err := j.Attempts(s.Context(), order)
	require.NoError(s, err)
	for _, a := range attempts {
		if a.Kind == state.LookedUp && a.State == state.Ready {
			n++
		}
	}
	return n
}

func (s *handedScene) check() {
	s.Helper()
	j := openJournal(s.T, s.dir)
	times := map[string]int{}
	for _, text := range s.taken {
		for line := range strings.Lines(text) {
			number, _, _ := strings.Cut(line, ",")
			times[number]++
		}
	}
	shown, unknown := s.results(j), 0
	for _, number := range s.want {
		orders, err := j.Orders(s.Context(), state.OrderQuery{Key: &state.OrderKey{Account: "acme", ExternalID: number}})
		require.NoError(s, err)
		require.Len(s, orders, 1, "order %s is lost", number)
		require.LessOrEqual(s, times[number], 1, "order %s came twice", number)
		if orders[0].State == state.Accepted {
			require.Equal(s, state.HandedOver, orders[0].Shown())
			require.Equal(s, 1, times[number], "order %s did not come", number)
			require.Equal(s, []string{"handed_over", number, "handed_over", "", ""}, shown[number])
			continue
		}
		unknown++
		require.Equal(s, state.Unknown, orders[0].State, number)
		require.Equal(s, 1+s.notBrought(j, orders[0].ID), orders[0].Attempts, "order %s was repeated blindly", number)
		require.Contains(s, shown[number][4], "dropbridge resolve", number)
	}
	switch {
	case s.tells:
		require.Zero(s, unknown, fmt.Sprint(times))
	case s.server != nil: // of most deaths, no mail was on its way
		require.Less(s, unknown, len(handedPoints())/2, fmt.Sprint(times))
	default:
		require.NotZero(s, unknown, "some died between the intent and the noted outcome")
	}
	require.LessOrEqual(s, unknown, len(handedPoints()), "one order a death")
}
