package daemon

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// undoLast takes back the last action of a kind.
func (s shop) undoLast(t *testing.T, kind state.ActionKind) (string, error) {
	t.Helper()
	list, err := s.Actions(t.Context(), 0, 100)
	require.NoError(t, err)
	for _, a := range list {
		if a.Kind == kind {
			return s.ask(t, page.DoUndo, "id", strconv.FormatInt(a.ID, 10))
		}
	}
	require.Fail(t, "no such action", "%s", kind)
	return "", nil
}

// TestAWordIsTakenBack: the config is as it was, the log says who did it, and it is done once.
func TestAWordIsTakenBack(t *testing.T) {
	text := "# mine\nlanguage: uk\nsupplier:\n  products:\n    file: list.csv\ninbox:\n  # ours\n  ignore: [Тег]\n"
	s := working(t, text)
	require.NoError(t, os.WriteFile(s.Config.Path("list.csv"), []byte("Код;Назва;Дроп ціна\na;Чай;9\n"), 0o600))
	for _, c := range []struct {
		kind   state.ActionKind
		do     string
		values []string
	}{
		{state.ActedTaught, page.DoTeach, []string{"source", state.InboxItself, "file", "none.csv", "list", "states", "word", "odd", "meaning", "skip"}},
		{state.ActedTaught, page.DoTeach, []string{"source", state.InboxItself, "file", "none.csv", "list", "columns", "word", "Оплата?", "meaning", "payment_method"}},
		{state.ActedTaught, page.DoTeach, []string{"source", state.InboxItself, "file", "none.csv", "list", "ignore", "word", "Колір", "meaning", ""}},
		{state.ActedStockTaught, page.DoTeachStock, []string{"source", "supplier.products", "word", "питайте", "meaning", "on_order"}},
	} {
		_, err := s.ask(t, c.do, c.values...)
		require.NoError(t, err)
		require.NotEqual(t, text, s.ConfigFile().Text)
		said, err := s.undoLast(t, c.kind)
		require.NoError(t, err)
		require.Contains(t, said, "Taken back: ")
		require.Equal(t, text, s.ConfigFile().Text, "%s", c.values)
		_, err = s.undoLast(t, c.kind)
		require.ErrorContains(t, err, "cannot be taken back any more")
		require.NotEmpty(t, failure.Hint(err))
	}
	require.Equal(t, []string{"taken_back питайте stock_taught", "stock_taught питайте on_order", "taken_back Колір word_taught", "word_taught Колір"}, s.acts(t)[:4])
	for _, id := range []string{"999", "0", "-1", "x", ""} {
		_, err := s.ask(t, page.DoUndo, "id", id)
		require.ErrorContains(t, err, "no such action", id)
	}
}

// TestAFeedIsNotAcceptedAfterAll: while its build has not begun the leave can be taken back.
func TestAFeedIsNotAcceptedAfterAll(t *testing.T) {
	s := working(t, oneFeed)
	for range 2 {
		_, err := s.ask(t, page.DoAcceptFeed, "feed", "shop")
		require.NoError(t, err)
	}
	require.True(t, s.feeds[0].accept)
	_, err := s.undoLast(t, state.ActedFeedAccepted)
	require.NoError(t, err)
	require.False(t, s.accepted(s.feeds[0]), "its guard may hold it back again")
	_, err = s.undoLast(t, state.ActedFeedAccepted)
	require.ErrorContains(t, err, "any more", "it is none that waits")
	require.Equal(t, "taken_back shop feed_accepted", s.acts(t)[0])
}

// TestAcceptedAnswersAreTakenBack: the change stands on the page again.
func TestAcceptedAnswersAreTakenBack(t *testing.T) {
	with := &service{}
	with.status.Store(http.StatusOK)
	s := served(t, with)
	known := Usual{Baselines: drift.Baselines{File: filepath.Join(t.TempDir(), "usual.json")}, Supplier: "theirs"}
	s.Answers = []Answers{{Client: s.Client, Usual: func() (Usual, error) { return known, nil },
		Compare: func(samples []drift.Profile, accept bool) ([]drift.Compared, error) {
			return known.Compare(known.Supplier, samples, accept)
		}}}
	_, err := known.Compare(known.Supplier, []drift.Profile{{Operation: "products", Rows: 40}}, false)
	require.NoError(t, err)
	s.lookAtAnswers(t.Context(), &s.Answers[0])
	before, _ := s.driftStates()
	require.Len(t, before, 1, "the list is empty now")
	_, err = s.ask(t, page.DoAcceptDrift)
	require.NoError(t, err)
	accepted, _ := s.driftStates()
	require.Empty(t, accepted)
	_, err = s.undoLast(t, state.ActedDriftAccepted)
	require.NoError(t, err)
	again, _ := s.driftStates()
	require.Len(t, again, 1)
	_, err = s.undoLast(t, state.ActedDriftAccepted)
	require.ErrorContains(t, err, "any more")
	require.Equal(t, []string{"taken_back  drift_accepted", "drift_accepted"}, s.acts(t))
}

// TestADecisionIsTakenBack from the log, while nothing was sent upon it.
func TestADecisionIsTakenBack(t *testing.T) {
	d, j, _, err := opened(t, "127.0.0.1:0", "language: en\n")
	require.NoError(t, err)
	everyState(t, d, j)
	s := shop{d}
	_, err = s.ask(t, page.DoDecide, "source", "keycrm", "order", "N-6", "answer", string(state.DecidedRetry))
	require.NoError(t, err)
	list, err := s.Actions(t.Context(), 0, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.True(t, s.Undoable(t.Context(), list[0]))
	_, err = s.undoLast(t, list[0].Kind)
	require.NoError(t, err)
	_, err = s.undoLast(t, list[0].Kind)
	require.ErrorContains(t, err, "any more")
	require.Equal(t, []string{"undo N-6 retry", "retry N-6"}, s.acts(t))
}
