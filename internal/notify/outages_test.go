package notify

import (
	"errors"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/handover/mailtest"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// TestAChannelThatIsDown is tried again, ever less often, and keeps no other from its letters.
func TestAChannelThatIsDown(t *testing.T) {
	t.Parallel()
	down, up := &box{name: "telegram", fail: errDown}, &box{name: "mail"}
	r := newRig(t, down, up)
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Len(t, up.told(), 1)
	for range 120 {
		r.pass(time.Minute)
	}
	require.Equal(t, 7, down.tries, "after 0, 1, 3, 7, 15, 31 and 63 minutes")
	require.Equal(t, []standing.Channel{{Name: "mail", Sent: noon().Add(time.Minute)},
		{Name: "telegram", Waiting: 1, Error: "connection refused", Since: noon().Add(time.Minute)}}, r.n.State())
	before := r.n.State()
	r.start()
	require.Equal(t, before, r.n.State(), "since when outlasts the program")
	noted, err := Channels(r.options.File, []string{"telegram", "mail"})
	require.NoError(t, err)
	require.Equal(t, before, noted, "for whoever does not send")
	noted, err = Channels(r.options.File, []string{"mail"})
	require.NoError(t, err)
	require.Equal(t, before[:1], noted, "what is set up no more is not told")
	down.fail = &channel.SendError{Err: errors.New("status 429"), Wait: 5 * time.Hour}
	r.pass(time.Hour)
	require.Equal(t, 8, down.tries)
	down.fail = nil
	r.pass(59 * time.Minute)
	require.Empty(t, down.told())
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent new outcome_unknown 1"}, down.told(), "no wait is longer than an hour")
	require.Zero(t, down.repeats, "it certainly had not got through")
	require.Equal(t, 1, up.tries)

	// What one letter is refused for does not hold the next one up; and it is given up one day.
	down.fail = errDown
	r.findings = append(r.findings, standing.Finding{Code: "disk_low"})
	r.pass(time.Minute)
	down.fail = nil
	r.findings = append(r.findings, standing.Finding{Code: "token_refused"})
	r.pass(0)
	require.Equal(t, []string{"notice.urgent new token_refused 0"}, down.told())
	down.fail = errDown
	r.pass(8 * 24 * time.Hour)
	require.Equal(t, 1, r.n.State()[1].Waiting, "but for that of this day")
}

// TestCrashAtEveryWrite stops the program at each state of its memory that the disk has seen,
// and starts it again from there: each letter is taken, and at most once more than once.
func TestCrashAtEveryWrite(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	var states [][]byte
	keep := func() {
		data, err := os.ReadFile(r.options.File)
		require.NoError(t, err)
		states = append(states, data)
	}
	keep()
	b.taken = keep // between sending and noting
	r.findings, r.events = []standing.Finding{unknown("1")}, []Event{{Key: "a", Code: EventCancelled, Order: "7"}}
	r.now = r.now.Add(time.Minute)
	require.NoError(t, r.n.look(t.Context()))
	keep() // before sending
	r.n.deliver(t.Context(), "mail")
	keep() // after noting
	require.Len(t, states, 4)
	b.taken = nil
	for i, repeated := range map[int]int{0: 0, 1: 0, 2: 1, 3: 0} {
		require.NoError(t, os.WriteFile(r.options.File, states[i], 0o600))
		b.letters, b.repeats = nil, 0
		r.start()
		for range 3 {
			r.pass(time.Minute)
		}
		require.Equal(t, map[bool]int{true: 0, false: 1}[i == 3], len(b.letters), "from state %d", i)
		require.Equal(t, repeated, b.repeats, "from state %d", i)
	}
}

// TestTwoCrashesWhileSending: a letter that may have got through twice is not sent again; but
// to who can tell it by its id it is.
func TestTwoCrashesWhileSending(t *testing.T) {
	t.Parallel()
	for _, idempotent := range []bool{false, true} {
		b := &box{name: "mail", idempotent: idempotent, fail: &channel.SendError{Err: errors.New("EOF"), Lost: true}}
		r := newRig(t, b)
		r.findings = []standing.Finding{unknown("1")}
		for range 60 {
			r.pass(time.Minute)
		}
		require.Equal(t, map[bool]int{false: 2, true: 6}[idempotent], b.tries)
		require.Equal(t, b.letters[0].ID, b.letters[1].ID)
		require.Equal(t, b.tries-1, b.repeats)
	}
}

// TestAMailWhoseAnswerIsLost is sent once more, with the same id, and says that it may be a repeat.
func TestAMailWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, "DATA. lost")
	r := newRig(t)
	r.options.Channels = []channel.Channel{&channel.Mail{From: "shop@my.example", To: []string{"owner@my.example"}, Voice: r.options.Voice,
		Server: mailserver.Server{Host: "127.0.0.1", Port: server.Port(), Security: mailserver.Plain}}}
	r.start()
	r.findings = []standing.Finding{unknown("1")}
	for range 20 {
		r.pass(time.Minute)
	}
	server.Heal()
	r.start()
	r.pass(time.Hour)
	mails, _ := server.Got()
	require.Len(t, mails, 2)
	id := regexp.MustCompile(`(?m)^Message-ID: <msg_\S+@my.example>`)
	require.Equal(t, id.FindString(mails[0]), id.FindString(mails[1]))
	require.NotEmpty(t, id.FindString(mails[0]))
	const repeat = "You may have had this message already"
	require.NotContains(t, mails[0], repeat)
	require.Contains(t, mails[1], repeat)
	require.Zero(t, r.n.State()[0].Waiting)
}
