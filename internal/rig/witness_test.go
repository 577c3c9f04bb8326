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
	require.Equal(t, 3, w.Most(time.Hour))
	require.Equal(t, 1, w.Most(time.Nanosecond))
}
