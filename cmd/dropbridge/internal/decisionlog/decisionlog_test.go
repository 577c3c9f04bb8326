package decisionlog_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/decisionlog"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
)

// shelf is a log as a journal keeps it, the oldest first, and how many pages were asked for.
type shelf struct {
	all   []state.Action
	pages int
}

func (s *shelf) Actions(_ context.Context, q state.ActionQuery) (list []state.Action, err error) {
	s.pages++
	for n := len(s.all) - 1; n >= 0 && len(list) < q.Limit; n-- {
		if a := s.all[n]; (q.Before == 0 || a.ID < q.Before) && (q.Person == "" || q.Person == a.Person) && !a.At.Before(q.Since) {
			list = append(list, a)
		}
	}
	return list, nil
}

var noon = time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)

func newShelf() *shelf {
	s := &shelf{all: []state.Action{
		{Person: "olena", Kind: state.ActionKind(state.DecidedKeep), Source: "keycrm", About: "1001"},
		{Person: "petro", Kind: state.ActionKind(state.DecidedUndo), Source: "keycrm", About: "1001", Detail: "keep", Origin: "192.0.2.7"},
		{Person: "olena", Kind: state.ActedFeedAccepted, About: "1001"},
		{Person: "olena", Kind: state.ActedTakenBack, About: "prom", Detail: string(state.ActedFeedAccepted)},
		{Person: "petro", Kind: state.ActedFileDropped, About: "a.csv"},
		{Person: "olena", Kind: state.ActedLogin},
	}}
	for n := range s.all {
		s.all[n].ID, s.all[n].At = int64(n+1), noon.Add(time.Duration(n)*time.Hour)
	}
	return s
}

func shown(t *testing.T, s decisionlog.Journal, q decisionlog.Query, form decisionlog.Form) string {
	t.Helper()
	c, err := config.Read("shop.yaml", []byte("language: en"))
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, decisionlog.Show(t.Context(), s, c, q, form, &out))
	return out.String()
}

// TestChosen: by each filter, what an entry is about by more than its name.
func TestChosen(t *testing.T) {
	for _, of := range []struct {
		query decisionlog.Query
		want  []int64
	}{
		{decisionlog.Query{}, []int64{6, 5, 4, 3, 2, 1}},
		{decisionlog.Query{Order: "1001"}, []int64{2, 1}},
		{decisionlog.Query{Feed: "1001"}, []int64{3}},
		{decisionlog.Query{Feed: "prom"}, []int64{4}},
		{decisionlog.Query{File: "a.csv"}, []int64{5}},
		{decisionlog.Query{Person: "petro", Order: "1001"}, []int64{2}},
		{decisionlog.Query{Since: noon.Add(4 * time.Hour)}, []int64{6, 5}},
		{decisionlog.Query{Source: "keycrm"}, []int64{2, 1}},
		{decisionlog.Query{Source: state.InboxItself, Person: "petro"}, []int64{5}},
		{decisionlog.Query{Order: "7"}, nil},
	} {
		var got []int64
		for line := range strings.Lines(shown(t, newShelf(), of.query, decisionlog.Lines)) {
			var one struct{ ID int64 }
			require.NoError(t, json.Unmarshal([]byte(line), &one))
			got = append(got, one.ID)
		}
		require.Equal(t, of.want, got, "%+v", of.query)
	}
}

func TestForms(t *testing.T) {
	undone := decisionlog.Query{Order: "1001", Person: "petro"}
	at := noon.Add(time.Hour)
	require.Equal(t, at.Local().Format("2006-01-02 15:04")+"  petro  a decision was taken back  1001  keep what the supplier has\n", shown(t, newShelf(), undone, decisionlog.Text))
	require.JSONEq(t, `{"id":2,"at":"2026-11-30T11:00:00Z","person":"petro","kind":"undo","words":"a decision was taken back","subject":"order","about":"1001",
		"detail":"keep","source":"keycrm","origin":"192.0.2.7","account":""}`, shown(t, newShelf(), undone, decisionlog.Lines))
	nobody := decisionlog.Query{Person: "nobody"}
	require.Equal(t, "no decision and no action of a person like that is known\n", shown(t, newShelf(), nobody, decisionlog.Text))
	require.JSONEq(t, `{"decisions":[]}`, shown(t, newShelf(), nobody, decisionlog.Object))
	require.Empty(t, shown(t, nil, nobody, decisionlog.Lines), "no journal, no lines")
}

// TestALongLogIsReadInPages, and whole.
func TestALongLogIsReadInPages(t *testing.T) {
	s := &shelf{}
	for n := range 1200 {
		s.all = append(s.all, state.Action{ID: int64(n + 1), At: noon, Kind: state.ActedLogin})
	}
	require.Equal(t, 1200, strings.Count(shown(t, s, decisionlog.Query{}, decisionlog.Lines), "\n"))
	require.Equal(t, 3, s.pages)
}
