package client

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestCreatedOrderIsFoundInTheAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		old, new, answer, id, refused string
	}{
		"under a member":   {"  order: . #", "  order: data.order #", `{"success":true,"data":{"order":` + testAnswer + `}}`, "o-1", ""},
		"under its id":     {"  order: . #", "  order: content.orders.* #", `{"content":{"orders":{"627136472":` + testAnswer + `},"warnings":{"a":1}}}`, "o-1", ""},
		"in a list":        {"  order: . #", `  order: "[0]" #`, `[` + testAnswer + `]`, "o-1", ""},
		"at one of two":    {"  order: . #", `  order: "data[0]|data" #`, `{"data":` + testAnswer + `}`, "o-1", ""},
		"own fields":       {"  order: . #", "  fields: {id: orderId, external_id: ext}\n  order: data #", `{"data":{"orderId":"7","ext":"KC-1001"}}`, "7", ""},
		"only an id":       {"  order: . #", "  fields: {id: orderId}\n  order: data #", `{"data":{"orderId":"7","userId":5}}`, "7", ""},
		"another's":        {"  order: . #", "  fields: {id: orderId, external_id: ext}\n  order: data #", `{"data":{"orderId":"7","ext":"KC-9"}}`, "", `it has the external id "KC-9" instead of "KC-1001"`},
		"nothing there":    {"  order: . #", "  order: data.order #", `{"data":null}`, "", "nothing stands at data.order"},
		"no id there":      {"  order: . #", "  order: data #", `{"data":{"external_id":"KC-1001"}}`, "", "want an id, got none"},
		"broken elsewhere": {"  order: . #", "  order: data #", `{"data":` + testAnswer + `,"x":tru}`, "", "the answer is not the order"},
		"not an object":    {"  order: . #", "  order: data #", `{"data":[]}`, "", "want an object, got a list"},
	} {
		t.Run(name, func(t *testing.T) {
			m := mappingWith(t, c.old, c.new)
			client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, c.answer) }, func(o *Options) { o.Mapping = m })
			created, err := client.CreateOrder(t.Context(), []byte(testBody), "")
			if c.refused != "" {
				require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err))
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.id, created.Order.ID)
		})
	}
}

func TestPostingStops(t *testing.T) {
	posts := 0
	allowed := errors.New("the requests of my.yaml are not approved")
	client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		posts++
		answerJSON(w, 201, testAnswer)
	}, func(o *Options) { o.PostingAllowed = func() error { return allowed } })
	_, err := client.CreateOrder(context.Background(), []byte(testBody), "")
	require.ErrorIs(t, err, supplier.ErrPostingStopped)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.EqualError(t, err, "create order: orders are not posted: the requests of my.yaml are not approved")
	require.Zero(t, posts)

	allowed = nil
	_, err = client.CreateOrder(context.Background(), []byte(testBody), "")
	require.NoError(t, err)
	require.Equal(t, 1, posts)

	m := mappingWithout(t, "create_order")
	client = clientOf(t, "http://127.0.0.1:1", func(o *Options) { o.Mapping = m })
	require.ErrorContains(t, client.PostingAllowed(), "the mapping has no create_order")
	_, err = client.EncodeOrder(testOrder())
	require.ErrorContains(t, err, "the mapping has no create_order")
	_, err = client.CreateOrder(context.Background(), []byte(testBody), "")
	require.ErrorIs(t, err, supplier.ErrPostingStopped)
}
