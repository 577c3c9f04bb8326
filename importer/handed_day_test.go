package importer_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/importer/handover/mailtest"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// handedRig is a rig whose supplier takes files; its clock begins at noon in Kyiv.
func handedRig(t *testing.T, outlet handover.Outlet, daily bool) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), clock: newClock(), adjust: func(*desk.Config) {}}
	tracking, err := handover.LoadTracking(templates.Open(""), "generic", r.path("back"), wording.English, r.clock.Now)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(r.path("back"), 0o755))
	template, err := handover.Compile("test.yaml", []byte(handedTemplate))
	require.NoError(t, err)
	r.service, err = handover.New(handover.Options{Template: template, Outlet: outlet, Tracking: tracking, Daily: daily, At: 16 * time.Hour, Now: r.clock.Now})
	require.NoError(t, err)
	r.start()
	t.Cleanup(r.stop)
	return r
}

// handed are the lines of the files in a folder.
func handed(t *testing.T, dir string) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "order*.csv"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var numbers []string
		for line := range strings.Lines(string(data)) {
			number, _, _ := strings.Cut(line, ",")
			numbers = append(numbers, number)
		}
		out = append(out, strings.Join(numbers, " "))
	}
	return out
}

// TestOneFileADay: what came before the time leaves together, what came after it the next day,
// and what a person asks for at once.
func TestOneFileADay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := handedRig(t, handover.Folder{Dir: dir}, true)
	report := r.importFile(r.write("a.csv", orders("1", "2")))
	require.Equal(t, "pending pending", statuses(report))
	require.Equal(t, state.CodeNextBundle, report.Rows[0].Error.Code)
	require.Contains(t, report.Rows[0].Error.Message, "the order is handed over with the others at")
	require.Equal(t, 2, report.Counts.Pending)
	r.importFile(r.write("b.csv", orders("3")))
	require.Empty(t, handed(t, dir))
	r.clock.After(5 * time.Hour) // 17:00
	r.settle()
	require.Equal(t, []string{"1 2 3"}, handed(t, dir))
	require.Equal(t, state.HandedOver, r.order("1").Shown())
	require.Equal(t, "3", r.order("3").RemoteID)
	r.importFile(r.write("c.csv", orders("4", "5")))
	require.Len(t, handed(t, dir), 1)
	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "5", Kind: state.DecidedRetry, Person: "p"})
	require.NoError(t, err)
	r.settleOnce()
	require.ElementsMatch(t, []string{"1 2 3", "5"}, handed(t, dir))
	r.clock.After(24 * time.Hour)
	r.settle()
	require.ElementsMatch(t, []string{"1 2 3", "4", "5"}, handed(t, dir))
	again := r.importFile(r.write("d.csv", orders("1", "2")))
	require.Equal(t, "duplicate duplicate", statuses(again))
}

// settleOnce resumes without letting time pass.
func (r *rig) settleOnce() {
	r.t.Helper()
	require.NoError(r.t, r.im.Resume(r.t.Context()))
}

// TestHandedIsNotAccepted: until a file of the supplier's names an order it is handed over, for
// programs and people, and counted apart.
func TestHandedIsNotAccepted(t *testing.T) {
	t.Parallel()
	r := handedRig(t, handover.Folder{Dir: t.TempDir()}, false)
	report := r.importFile(r.write("a.csv", orders("1", "2")))
	require.Equal(t, "handed_over handed_over", statuses(report))
	require.Equal(t, state.Counts{HandedOver: 2}, report.Counts)
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.HandedOver: 2}, status.Counts.Orders)
	require.Equal(t, map[string]int{"handed_over": 2}, status.Counts.Rows)
	require.Equal(t, state.HandedOver, status.Orders[0].State)
	r.write("back/ttn.csv", "Order,Waybill,Status\n1,20450000000001,\n9,20450000000009,\n")
	require.NoError(t, r.im.Follow(t.Context()))
	report, err = r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, "accepted handed_over", statuses(report))
	require.Equal(t, state.Counts{Accepted: 1, HandedOver: 1}, report.Counts)
	require.Equal(t, "20450000000001", text(report.Rows[0].Waybill))
	require.Equal(t, "confirmed", text(report.Rows[0].OrderStatus))
	require.NoError(t, os.Remove(r.path("back/ttn.csv")))
	r.write("back/ttn2.csv", "Order,Waybill,Status\n1,20450000000002,Delivered\n2,,Cancelled\n")
	require.NoError(t, r.im.Follow(t.Context()))
	require.Equal(t, []string{"20450000000001", "20450000000002"}, r.order("1").AllWaybills(), "a waybill stays when its file is gone")
	require.Equal(t, "delivered", r.order("1").RemoteStatus)
	require.Equal(t, "cancelled", r.order("2").RemoteStatus)
	for word, want := range map[string]int{"accepted": 2, "handed_over": 0} {
		found, err := r.im.Query(t.Context(), queryOf(word))
		require.NoError(t, err)
		require.Len(t, found.Orders, want, word)
	}
}

// TestLostAnswerOfAMail: nobody knows whether it was taken, so that it is not sent again until
// a person says so.
func TestLostAnswerOfAMail(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, "DATA. lost")
	r := handedRig(t, &handover.Mail{Host: "127.0.0.1", Port: server.Port(), Security: mailserver.Plain, From: "shop@my.example", To: []string{"o@supplier.example"}}, false)
	report := r.importFile(r.write("a.csv", orders("1", "2")))
	require.Equal(t, "unknown unknown", statuses(report))
	server.Heal()
	r.settle()
	mails, _ := server.Got()
	require.Len(t, mails, 2, "each was sent once")
	require.Contains(t, r.order("1").Message.In(wording.English), "ask the supplier")
	for _, a := range []decide.Answer{{Number: "1", Kind: state.DecidedPosted, Value: "77"}} {
		_, err := r.im.Decide(t.Context(), a)
		require.ErrorContains(t, err, `has its own number, and not "77"`)
	}
	for _, a := range []decide.Answer{{Number: "1", Kind: state.DecidedPosted, Value: "1"}, {Number: "2", Kind: state.DecidedNotPosted}} {
		_, err := r.im.Decide(t.Context(), a)
		require.NoError(t, err)
	}
	r.settle()
	mails, _ = server.Got()
	require.Len(t, mails, 3, "what did not come is sent again, what came is not")
	require.Equal(t, state.HandedOver, r.order("1").Shown())
	require.Equal(t, state.HandedOver, r.order("2").Shown())
}

// TestADayOfWhichNobodyKnows: where the answer to the mail of a day was lost, all its orders are
// one finding, which says where to look, and one decision settles them.
func TestADayOfWhichNobodyKnows(t *testing.T) {
	t.Parallel()
	const day = 110 // more than a finding names
	var numbers []string
	for i := range day {
		numbers = append(numbers, strconv.Itoa(1000+i))
	}
	for kind, mails := range map[state.DecisionKind]int{state.DecidedPosted: 1, state.DecidedNotPosted: 2} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			server := mailtest.Start(t, "DATA. lost")
			r := handedRig(t, &handover.Mail{Host: "127.0.0.1", Port: server.Port(), Security: mailserver.Plain, From: "shop@my.example", To: []string{"o@supplier.example"}, Outbox: filepath.Join(t.TempDir(), "outbox")}, true)
			report := r.importFile(r.write("a.csv", orders(numbers...)))
			r.clock.After(5 * time.Hour)
			r.settleFor(4)
			server.Heal()
			r.settleFor(4)
			status, err := r.im.Status(t.Context())
			require.NoError(t, err)
			require.Len(t, status.Findings, 1)
			f := status.Findings[0]
			require.Equal(t, overview.FindingUnknown, f.Code)
			require.Len(t, f.Files, 1)
			require.Contains(t, f.Message, "with 110 orders (1000, 1001, 1002, 1003, 1004, …); look among the sent mails of shop@my.example (Message-ID <"+f.Files[0]+"@my.example>)")
			require.Contains(t, f.Hint, "`dropbridge resolve --file "+f.Files[0]+" --handed-over`")
			require.Contains(t, r.order("1000").Message.In(wording.English), "dropbridge resolve --file "+f.Files[0])

			_, err = r.im.DecideBundle(t.Context(), decide.Answer{Kind: kind}, "orders-of-another-day.csv")
			require.ErrorContains(t, err, "there is no file orders-of-another-day.csv")
			n, err := r.im.DecideBundle(t.Context(), decide.Answer{Kind: kind, Person: "olena"}, f.Files[0])
			require.NoError(t, err)
			require.Equal(t, day, n)
			r.settle()
			got, _ := server.Got()
			require.Len(t, got, mails)
			for _, number := range numbers {
				require.Equal(t, state.HandedOver, r.order(number).Shown(), number)
			}
			status, err = r.im.Status(t.Context())
			require.NoError(t, err)
			require.Empty(t, status.Findings)
			decisions, err := r.journal.Decisions(t.Context(), r.order("1109").ID)
			require.NoError(t, err)
			require.Equal(t, "olena", decisions[0].Person)
			require.Contains(t, cellsOf(t, report.Result)["1109"], "handed_over")
		})
	}
	r := newRig(t)
	_, err := r.im.DecideBundle(t.Context(), decide.Answer{Kind: state.DecidedPosted}, "a.csv")
	require.ErrorContains(t, err, "do not go to this supplier as files")
}

// TestRefusedMailWaits: a mail that the server certainly has not taken is sent when it does.
func TestRefusedMailWaits(t *testing.T) {
	t.Parallel()
	server := mailtest.Start(t, "RCPT 450 later")
	r := handedRig(t, &handover.Mail{Host: "127.0.0.1", Port: server.Port(), Security: mailserver.Plain, From: "shop@my.example", To: []string{"o@supplier.example"}}, false)
	path := r.write("a.csv", orders("1"))
	report, err := r.im.Import(t.Context(), "", path, nil)
	require.ErrorContains(t, err, `450 "later"`)
	require.Equal(t, "pending", statuses(report))
	server.Heal()
	r.clock.After(time.Hour)
	r.settle()
	mails, _ := server.Got()
	require.Len(t, mails, 1)
	require.Equal(t, state.HandedOver, r.order("1").Shown())
}

// TestOneNumberOfTwoSources: the supplier knows an order by its number alone, so that another
// one under it is not handed over.
func TestOneNumberOfTwoSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := handedRig(t, handover.Folder{Dir: dir}, false)
	r.importFile(r.write("a.csv", orders("1")))
	report, err := r.im.Import(t.Context(), "other", r.write("b.csv", orders("1")), nil)
	require.NoError(t, err)
	require.Equal(t, "conflict", statuses(report))
	require.Equal(t, []string{"1"}, handed(t, dir))
}

// TestAdoptedHandedOver: what an earlier journal handed over is read back as that, and what it
// may have handed over without a word is not sent before a person is sure.
func TestAdoptedHandedOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := handedRig(t, handover.Folder{Dir: dir}, false)
	r.importFile(r.write("a.csv", orders("1", "2")))
	r.stop()
	r.removeJournal()
	r.start()
	r.adopt()
	require.Equal(t, state.HandedOver, r.order("1").Shown())
	require.Equal(t, "2", r.order("2").RemoteID)
	_, err := r.im.Import(t.Context(), "", r.write("b.csv", orders("2", "3")), nil)
	require.Error(t, err, "nobody can look up whether 3 was handed over")
	require.Len(t, handed(t, dir), 2)
	_, err = r.im.Adopt(t.Context(), doubt.AdoptOptions{By: "olena", Unchecked: true})
	require.NoError(t, err)
	r.clock.After(time.Hour)
	r.settle()
	require.ElementsMatch(t, []string{"1", "2", "3"}, handed(t, dir))
}

// TestFolderThatIsAway: orders wait for the share, and say so.
func TestFolderThatIsAway(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "share")
	r := handedRig(t, handover.Folder{Dir: dir}, false)
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1")), nil)
	require.ErrorContains(t, err, "supplier.orders.folder")
	require.Equal(t, "pending", statuses(report))
	require.NoError(t, os.Mkdir(dir, 0o755))
	r.clock.After(time.Hour)
	r.settle()
	require.Equal(t, []string{"1"}, handed(t, dir))
}

func queryOf(word string) overview.StatusQuery { return overview.StatusQuery{State: word} }

// TestDayCrashes: whenever an importer dies around the file of a day, each order is in one
// file in the end.
func TestDayCrashes(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"before bundled", "bundled", "sending", "before posted", "posted", "before settled", "settled"} {
		for nth := 1; nth <= 2; nth++ {
			dir := t.TempDir()
			r := handedRig(t, handover.Folder{Dir: dir}, true)
			r.importFile(r.write("a.csv", orders("1", "2", "3")))
			r.clock.After(5 * time.Hour)
			var passed atomic.Int64 // orders of a bundle are written side by side
			r.ports.atPoints(func(at string) error {
				if at == point && passed.Add(1) >= int64(nth) {
					return errStopped
				}
				return nil
			})
			_ = r.im.Resume(t.Context())
			r.crash()
			r.settle()
			var all []string
			for _, file := range handed(t, dir) {
				all = append(all, strings.Fields(file)...)
			}
			require.ElementsMatch(t, []string{"1", "2", "3"}, all, "%s, time %d", point, nth)
			for _, number := range all {
				require.Equal(t, state.HandedOver, r.order(number).Shown(), "%s, time %d", point, nth)
			}
		}
	}
}

// TestHandedOverAndAPerson: what was handed over is neither sent again nor taken for lost on a
// person's word alone; that it never came has to be said twice, of an order or of a whole file.
func TestHandedOverAndAPerson(t *testing.T) {
	t.Parallel()
	for name, outlet := range map[string]func(t *testing.T) handover.Outlet{
		"folder": func(t *testing.T) handover.Outlet { return handover.Folder{Dir: t.TempDir()} },
		"mail": func(t *testing.T) handover.Outlet {
			return &handover.Mail{Host: "127.0.0.1", Port: mailtest.Start(t, "").Port(), Security: mailserver.Plain, From: "shop@my.example", To: []string{"o@supplier.example"}, Outbox: t.TempDir()}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := handedRig(t, outlet(t), true)
			r.importFile(r.write("a.csv", orders("1", "2", "3")))
			r.clock.After(5 * time.Hour)
			r.settle()
			bundle, _ := r.service.(desk.Bundler).BundleOf(r.order("1").Body)
			require.NotEmpty(t, bundle)
			answer := func(kind state.DecisionKind, force bool) decide.Answer {
				return decide.Answer{Number: "1", Kind: kind, Value: map[state.DecisionKind]string{state.DecidedPosted: "1"}[kind], Force: force}
			}
			for kind, want := range map[state.DecisionKind]string{state.DecidedRetry: "it is handed over", state.DecidedPosted: "handed over", state.DecidedNotPosted: "1"} {
				_, err := r.im.Decide(t.Context(), answer(kind, false))
				require.ErrorContains(t, err, want, kind)
			}
			_, err := r.im.DecideBundle(t.Context(), answer(state.DecidedNotPosted, false), bundle)
			require.ErrorContains(t, err, "there is no file")
			r.settle()
			require.Equal(t, 1, r.order("1").Attempts)

			_, err = r.im.Decide(t.Context(), answer(state.DecidedNotPosted, true))
			require.NoError(t, err)
			r.settle()
			require.Equal(t, state.HandedOver, r.order("1").Shown())
			require.Equal(t, []int{2, 1}, []int{r.order("1").Attempts, r.order("2").Attempts})
			again, _ := r.service.(desk.Bundler).BundleOf(r.order("1").Body)
			require.NotEqual(t, bundle, again)

			n, err := r.im.DecideBundle(t.Context(), answer(state.DecidedNotPosted, true), bundle)
			require.NoError(t, err)
			require.Equal(t, 2, n, "the first order is in another file now")
			r.settle()
			require.Equal(t, []int{2, 2, 2}, []int{r.order("1").Attempts, r.order("2").Attempts, r.order("3").Attempts})
			require.Equal(t, state.HandedOver, r.order("3").Shown())
		})
	}
}
