package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/dropbridge/dropbridge/internal/sandbox/trade"
)

const (
	maxBody = 1 << 20
	maxKey  = 255
)

// createOrder answers POST /api/orders.
func (s *Server) createOrder(c *call) (answer, error) {
	if err := c.query.Finish(); err != nil {
		return answer{}, err
	}
	key, err := idempotencyKey(c.r)
	if err != nil {
		return answer{}, err
	}
	body, err := readBody(c.w, c.r)
	if err != nil {
		return answer{}, err
	}
	wanted, err := contract.ReadOrder(body)
	if err != nil {
		return answer{}, err
	}
	o, replayed, err := s.house.Place(c.ctx, trade.Posting{ClientID: c.client.id, Wanted: wanted, Key: key, Forgetful: c.acts.forgetful})
	if err != nil {
		return answer{}, err
	}
	view, err := o.View()
	if err != nil {
		return answer{}, err
	}
	text, err := json.Marshal(view)
	if err != nil {
		return answer{}, fmt.Errorf("write order %s: %w", o.ID, err)
	}
	ans := answer{status: http.StatusCreated, header: http.Header{"Content-Type": {"application/json"}}, body: text}
	if replayed {
		s.counts.replay()
		ans.status = http.StatusOK
		ans.header.Set("Idempotency-Replayed", "true")
	}
	return ans, nil
}

// readBody reads a JSON body of at most a mebibyte.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, contract.Refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must be application/json")
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, contract.Refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must not be compressed")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, contract.Refuse(http.StatusRequestEntityTooLarge, "too_large", "the body is larger than %d bytes", maxBody)
	}
	if err != nil {
		return nil, contract.Refuse(http.StatusBadRequest, "incomplete", "the body ended early")
	}
	return body, nil
}

func idempotencyKey(r *http.Request) (string, error) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 || values[0] == "" || len(values[0]) > maxKey {
		return "", contract.Invalid([]contract.FieldError{{Header: "Idempotency-Key", Code: "invalid_format",
			Detail: fmt.Sprintf("Idempotency-Key must stand once and have 1 to %d bytes", maxKey)}})
	}
	return values[0], nil
}
