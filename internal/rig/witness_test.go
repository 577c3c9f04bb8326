package rig

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWitness(t *testing.T) {
	t.Parallel()
	var stored atomic.Int32
	w := &Witness{Orders: "/orders", Supplier: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method == http.MethodPost && strings.Contains(string(body), "external_id") {
			stored.Add(1)
			out.WriteHeader(http.StatusCreated)
		}
		out.Write(body)
	})}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	post := func(id string) (string, error) {
		answer, err := http.Post(server.URL+"/orders", "application/json", strings.NewReader(`{"external_id":"`+id+`"}`))
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		return string(text), err
	}
	text, err := post("1")
	require.NoError(t, err)
	require.Contains(t, text, "external_id")
	w.LoseAnswers(1)
	_, err = post("2")
	require.Error(t, err)
	require.EqualValues(t, 2, stored.Load())
	w.LosePosts(1)
	_, err = post("3")
	require.Error(t, err)
	require.EqualValues(t, 2, stored.Load())
	posts := w.Posts()
	require.Len(t, posts, 2)
	require.Equal(t, http.StatusCreated, posts["1"][0].Status)
	require.False(t, posts["1"][0].Lost)
	require.True(t, posts["2"][0].Lost)
	require.Equal(t, 3, w.Most(time.Hour, nil))
	require.Equal(t, 1, w.Most(time.Nanosecond, nil))

	w.Busy(1)
	_, err = post("4")
	require.NoError(t, err)
	require.EqualValues(t, 2, stored.Load())
	release := w.Hold()
	answered := make(chan string, 1)
	go func() {
		text, _ := post("5")
		answered <- text
	}()
	require.Eventually(t, func() bool { return len(w.Posts()["5"]) == 1 }, time.Minute, time.Millisecond)
	require.Empty(t, answered)
	release()
	require.Contains(t, <-answered, "external_id")
	require.Equal(t, 5, w.Requests())
	require.Equal(t, []int{1, 1, 1}, []int{w.Struck("answer"), w.Struck("post"), w.Struck("busy")})
}

// TestMostBesideStalls: what came in a heap after the witness had been kept waiting was sent
// before, one after another.
func TestMostBesideStalls(t *testing.T) {
	at := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	w, s := &Witness{}, &Stalls{}
	for n := range 10 {
		w.times = append(w.times, at.Add(time.Duration(n)*100*time.Millisecond))
	}
	require.Equal(t, 5, w.Most(500*time.Millisecond, s))
	s.note(at.Add(450*time.Millisecond), 200*time.Millisecond)
	s.note(at.Add(460*time.Millisecond), 9*time.Millisecond)
	require.Equal(t, 3, w.Most(500*time.Millisecond, s), "each window of so many touches it")
	require.Equal(t, 200*time.Millisecond, s.Longest(at, at.Add(time.Second)))
	require.Equal(t, 200*time.Millisecond, s.Longest(at, at.Add(time.Millisecond)), "it may have begun before")
	require.Zero(t, s.Longest(at.Add(time.Second), at.Add(2*time.Second)))
}
