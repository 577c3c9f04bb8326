package channel

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Webhook is the channel to a program: each letter is one POST of JSON, signed as Standard
// Webhooks have it (https://www.standardwebhooks.com), so that receivers need no code of ours.
type Webhook struct {
	Called string // its name
	URL    string
	Secret supplier.Secret
	Voice  letter.Voice
	Now    func() time.Time
}

// Name is its name.
func (w *Webhook) Name() string { return w.Called }

// Describe is the address without what may be a secret in it.
func (w *Webhook) Describe() string {
	u, err := url.Parse(w.URL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// webhookBody is what is posted.
type webhookBody struct {
	Type      letter.Kind `json:"type"`
	Timestamp time.Time   `json:"timestamp"` // when the letter was made; that of an attempt is in the header
	Data      any         `json:"data"`
}

// noticeData is the data of letters to people.
type noticeData struct {
	Shop  string        `json:"shop"`
	Page  string        `json:"page,omitempty"`
	Text  string        `json:"text"` // the whole as plain text
	Items []letter.Item `json:"items"`
}

// Idempotent is true: the header Webhook-Id is the same.
func (w *Webhook) Idempotent() bool { return true }

// Send posts a letter. A letter that may have got through has the same id again.
func (w *Webhook) Send(ctx context.Context, l *letter.Letter, repeat bool) (string, error) {
	body, err := w.body(l, repeat)
	if err != nil {
		return "", &SendError{Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, sendPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return "", w.failed(err)
	}
	stamp := w.Now().Unix()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Webhook-Id", l.ID)
	request.Header.Set("Webhook-Timestamp", strconv.FormatInt(stamp, 10))
	request.Header.Set("Webhook-Signature", Sign(w.Secret, l.ID, stamp, body))
	response, err := client().Do(request)
	if err != nil {
		return "", w.failed(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(io.LimitReader(response.Body, 1<<12)) // the status decides
	what := Said(strings.TrimSpace(response.Status + " " + string(answer)))
	if response.StatusCode/100 != 2 {
		return "", &SendError{Err: errors.New(what), Wait: asked(response.Header, w.Now())}
	}
	return what, nil
}

func (w *Webhook) body(l *letter.Letter, repeat bool) ([]byte, error) {
	body := webhookBody{Type: l.Kind, Timestamp: l.Made, Data: l.Result}
	if l.Result == nil {
		body.Data = noticeData{Shop: w.Voice.Shop, Page: w.Voice.Page, Text: w.Voice.Plain(l, repeat), Items: append([]letter.Item{}, l.Items...)}
	}
	return json.Marshal(body)
}

// failed hides the address beyond its host: tokens of receivers stand there.
func (w *Webhook) failed(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
	}
	return &SendError{Err: fmt.Errorf("%s: %w", w.Describe(), err)}
}

// Check connects to the receiver, and says nothing to it.
func (w *Webhook) Check(ctx context.Context) (string, error) {
	u, err := url.Parse(w.URL)
	if err != nil {
		return "", w.failed(err)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	conn, err := (&net.Dialer{Timeout: sendPatience}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return "", w.failed(err)
	}
	return "", conn.Close()
}

// Sign signs the body of a webhook: HMAC-SHA256 over ID.TIMESTAMP.BODY, as base64 behind the
// version of the scheme. A secret that begins with whsec_ is base64, another one is its bytes.
func Sign(secret supplier.Secret, id string, timestamp int64, body []byte) string {
	key := []byte(secret.Reveal())
	if encoded, marked := strings.CutPrefix(secret.Reveal(), "whsec_"); marked {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", id, timestamp)
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
