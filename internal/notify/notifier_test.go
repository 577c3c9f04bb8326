package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// TestOnce: what stands is told once, over restarts too; again when it has grown, and with
// the digest after some days; and that it is over.
func TestOnce(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.pass(time.Minute)
	require.Empty(t, b.told(), "nothing stands")
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent new outcome_unknown 1"}, b.told())
	r.pass(time.Minute)
	r.start()
	r.pass(time.Hour)
	require.Empty(t, b.told())

	r.findings = []standing.Finding{unknown("1", "2", "3", "4", "5", "6")}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent grown outcome_unknown 6"}, b.told())
	r.findings = []standing.Finding{unknown("1", "2", "3", "4", "5", "6", "7", "8")}
	r.pass(time.Minute)
	require.Empty(t, b.told(), "by less than half")
	r.pass(21 * time.Hour)
	require.Equal(t, []string{"notice.digest grown outcome_unknown 8"}, b.told(), "the digest tells the rest")
	r.findings = []standing.Finding{unknown("7", "8", "9", "10")}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent grown outcome_unknown 4"}, b.told(), "two of two are new beside those that stayed")
	for range 2 {
		r.pass(24 * time.Hour)
	}
	require.Empty(t, b.told())
	r.pass(24 * time.Hour)
	require.Equal(t, []string{"notice.digest still outcome_unknown 4"}, b.told())

	r.findings = nil
	r.pass(9 * time.Minute)
	require.Empty(t, b.told(), "it may come back")
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent over outcome_unknown 0"}, b.told())
	r.start()
	r.pass(time.Hour)
	require.Empty(t, b.told())
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent new outcome_unknown 1"}, b.told(), "it is a new one")
}

// TestARestartEndsNothing: what is not known yet after a start is not over.
func TestARestartEndsNothing(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Len(t, b.told(), 1)
	r.findings = nil
	r.now = r.now.Add(24 * time.Hour)
	r.start()
	r.pass(time.Minute)
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Empty(t, b.told())
}

// TestDigest: what is not urgent goes out once a day, and what came and went is not told.
func TestDigest(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	drift := standing.Finding{Code: "answers_changed", Count: 3, Text: "they have changed"}
	rows := func(file string) standing.Finding {
		return standing.Finding{Code: "rows_refused", Files: []string{file}, Orders: []string{"9"}}
	}
	r.findings = []standing.Finding{drift, rows("a.csv"), rows("b.csv"), {Code: "file_refused", Files: []string{"c.csv"}}}
	r.pass(time.Minute)
	require.Empty(t, b.told(), "the digest of this day was due before the first start")
	r.findings = r.findings[:3]
	r.pass(20*time.Hour + 58*time.Minute)
	require.Empty(t, b.told())
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.digest new answers_changed 3", "notice.digest new rows_refused 1", "notice.digest new rows_refused 1"}, b.told())
	r.findings = r.findings[:1]
	r.pass(time.Hour)
	require.Empty(t, b.told())
	r.pass(23 * time.Hour)
	require.Equal(t, []string{"notice.digest over rows_refused 0", "notice.digest over rows_refused 0"}, b.told())
}

// TestQuietNight: nothing goes out; in the morning all of it does, in one letter.
func TestQuietNight(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.n.Schedule.Silent.From, r.n.Schedule.Silent.Till = 22*time.Hour, 8*time.Hour
	r.pass(10 * time.Hour)
	r.findings = []standing.Finding{unknown("1"), {Code: "disk_low", About: "state"}}
	r.events = []Event{{Key: "a", Code: EventCancelled, Order: "7", At: r.now}}
	r.pass(time.Hour)
	r.start()
	r.n.Schedule.Silent.From, r.n.Schedule.Silent.Till = 22*time.Hour, 8*time.Hour
	r.events = nil
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Hour)
	require.Empty(t, b.told())
	r.pass(8 * time.Hour)
	require.Equal(t, []string{"notice.urgent happened order_cancelled 1", "notice.urgent new outcome_unknown 1"}, b.told())
}

// TestManyAreOneLetter: five hundred conflicts are one item of one letter.
func TestManyAreOneLetter(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	for i := range 500 {
		r.findings = append(r.findings, unknown(fmt.Sprint(i)))
		r.events = append(r.events, Event{Key: fmt.Sprint("cancelled/", i), Code: EventCancelled, Order: fmt.Sprint(i)})
	}
	r.pass(time.Minute)
	require.Equal(t, 1, b.tries)
	require.Equal(t, []string{"notice.urgent happened order_cancelled 500", "notice.urgent new outcome_unknown 500"}, b.told())
	r.pass(time.Minute)
	require.Equal(t, 1, b.tries)
}

// TestWhatHeals: a supplier that is away for some minutes is no news.
func TestWhatHeals(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.n.Urgent = []string{"supplier_away"}
	away := standing.Finding{Code: "supplier_away", Level: standing.Failing, About: "supplier"}
	r.findings = []standing.Finding{away}
	for range 15 {
		r.pass(time.Minute)
	}
	require.Empty(t, b.told())
	r.findings = nil
	r.pass(time.Minute)
	r.findings = []standing.Finding{away}
	r.pass(time.Minute)
	require.Len(t, b.told(), 1, "it was not really back")
	r.findings = nil
	r.pass(10 * time.Minute)
	require.Equal(t, []string{"notice.urgent over supplier_away 0"}, b.told())
	away.Since = r.now.Add(-time.Hour)
	r.findings = []standing.Finding{away}
	r.pass(time.Minute)
	require.Len(t, b.told(), 1, "it says itself how long it stands")
}

// TestNobodyKnowsHowThingsStand: that is told, nothing is over, and nothing that happened is lost.
func TestNobodyKnowsHowThingsStand(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.n.Urgent = append(r.n.Urgent, "journal_away")
	r.findings = []standing.Finding{unknown("1")}
	r.pass(time.Minute)
	require.Len(t, b.told(), 1)
	r.events, r.blind = []Event{{Key: "a", Code: EventCancelled, Order: "7"}}, errors.New("no database")
	since := r.n.memory.Seen
	for range 30 {
		r.pass(time.Minute)
	}
	require.Equal(t, []string{"notice.urgent new journal_away 0"}, b.told())
	require.Equal(t, since, r.n.memory.Seen)
	r.blind = nil
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent happened order_cancelled 1"}, b.told())
	for range 10 {
		r.pass(time.Minute)
	}
	require.Equal(t, []string{"notice.urgent over journal_away 0"}, b.told())
}

// TestMinorProblems wait for the digest, whatever is urgent.
func TestMinorProblems(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.n.Urgent = []string{"problem"}
	r.findings = []standing.Finding{{Code: "problem", Level: standing.Attention, About: "inbox entry x"}, {Code: "problem", Level: standing.Failing, About: "inbox"}}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent new problem 0"}, b.told())
	r.pass(21 * time.Hour)
	require.Equal(t, []string{"notice.digest new problem 0"}, b.told())
}

// TestNamesStayHere: what a file or a supplier says of people is in no letter, not when it is over either,
// and not in what is remembered.
func TestNamesStayHere(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.n.Urgent = []string{"file_refused", "orders_waiting"}
	r.findings = []standing.Finding{
		{Code: "file_refused", Level: standing.Attention, Text: `a.csv could not be read: its headings are "Petrenko Ivan", "0671112233"`, Files: []string{"a.csv"}},
		{Code: "orders_waiting", Level: standing.Failing, Text: "orders not posted yet: 1 (7): Petrenko Ivan is refused", Orders: []string{"7"}},
	}
	var remembered []string
	pass := func(d time.Duration) {
		r.pass(d)
		data, err := os.ReadFile(r.options.File)
		require.NoError(t, err)
		remembered = append(remembered, string(data))
	}
	for range 21 {
		pass(time.Minute)
	}
	require.Contains(t, remembered[20], "a.csv")
	r.findings = nil
	for range 21 {
		pass(time.Minute)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var news []letter.News
	for _, l := range b.letters {
		for _, item := range l.Items {
			news = append(news, item.News)
			require.NotEmpty(t, item.Text)
		}
	}
	require.Equal(t, []letter.News{letter.Begun, letter.Begun, letter.Over, letter.Over}, news)
	sent, err := json.Marshal(b.letters)
	require.NoError(t, err)
	for _, text := range append(remembered, string(sent)) {
		require.NotContains(t, text, "Petrenko")
		require.NotContains(t, text, "0671112233")
	}
}

// TestWhatWasSettledComesAgain: it is told again, also where nothing else was told since.
func TestWhatWasSettledComesAgain(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.findings = []standing.Finding{unknown("1", "2")}
	r.pass(time.Minute)
	require.Len(t, b.told(), 1)
	r.findings = []standing.Finding{unknown("2")}
	r.pass(time.Minute)
	r.start()
	r.findings = []standing.Finding{unknown("1", "2")}
	r.pass(time.Minute)
	require.Equal(t, []string{"notice.urgent grown outcome_unknown 2"}, b.told())
}

// TestResults: each result is told to its source's hook, once over restarts, also at night.
func TestResults(t *testing.T) {
	t.Parallel()
	inbox, crm := &box{name: "on_result", idempotent: true}, &box{name: "on_result keycrm", idempotent: true}
	r := newRig(t)
	r.options.Hooks = map[string]channel.Channel{"": inbox, "keycrm": crm}
	r.options.Schedule.Silent.From, r.options.Schedule.Silent.Till = 0, 23*time.Hour
	r.start()
	r.results = []letter.Result{{Key: "result/1/1", Name: "a.csv"}, {Key: "result/2/1", Name: "b.csv", Source: "keycrm"}, {Key: "result/3/1", Source: "of another shop"}}
	crm.fail = errDown
	r.pass(time.Minute)
	r.start()
	crm.fail = nil
	r.pass(time.Hour)
	require.Len(t, inbox.letters, 1)
	require.Equal(t, "a.csv", inbox.letters[0].Result.Name)
	require.Len(t, crm.letters, 1)
	require.Equal(t, letter.Complete, crm.letters[0].Kind)
	r.results = append(r.results, letter.Result{Key: "result/1/2", Name: "a.csv"})
	r.pass(time.Hour)
	require.Len(t, inbox.letters, 2, "it was dropped again")
}

// TestMemoryForgets what is older than anybody asks for, and keeps what stands.
func TestMemoryForgets(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.findings, r.events = []standing.Finding{unknown("1")}, []Event{{Key: "cancelled/1", Code: EventCancelled, Order: "1"}}
	r.pass(time.Minute)
	r.events = nil
	r.pass(Remembered)
	r.pass(time.Hour)
	data, err := os.ReadFile(r.options.File)
	require.NoError(t, err)
	require.NotContains(t, string(data), "cancelled/1")
	require.Contains(t, string(data), "outcome_unknown/")
	require.NoError(t, os.WriteFile(r.options.File, []byte("{"), 0o600))
	_, err = New(r.options)
	require.ErrorContains(t, err, "read what was told")
}

// TestRun: a second process waits for the first one; then its loops send what comes, and end
// with the context.
func TestRun(t *testing.T) {
	t.Parallel()
	b := &box{name: "mail"}
	r := newRig(t, b)
	r.findings = []standing.Finding{unknown("1")}
	options := r.options
	options.Every, options.Now = time.Millisecond, func() time.Time { return noon().Add(time.Hour) }
	options.Source = &rig{findings: []standing.Finding{unknown("1"), {Code: "disk_low"}}}
	n, err := New(options)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	r.pass(time.Minute)
	r.pass(time.Minute)
	b.mu.Lock()
	require.Equal(t, 1, b.tries)
	b.mu.Unlock()
	require.NoError(t, r.n.lock.Close())
	require.Eventually(t, func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.tries == 2 }, time.Minute, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Equal(t, []string{"notice.urgent new outcome_unknown 1", "notice.urgent new disk_low 0"}, b.told())
}
