package channel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/handover/mailtest"
	"github.com/dropbridge/dropbridge/internal/mailserver"
	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func voice() letter.Voice {
	return letter.Voice{Shop: "Крамниця", Page: "https://shop.example/", Language: "uk", Zone: time.UTC}
}

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

func sample() *letter.Letter {
	return &letter.Letter{ID: "msg_1", Kind: letter.Urgent, Made: noon(), Items: []letter.Item{{Code: "outcome_unknown", News: letter.Begun, Text: "невідомо, чи прийняв: 1001 & <1002>", Count: 2, Orders: []string{"1001", "1002"}}}}
}

const secret = "a-secret-of-enough-length"

func mailTo(s *mailtest.Server) *Mail {
	return &Mail{From: "Shop <shop@my.example>", To: []string{"owner@my.example", "second@my.example"}, Voice: voice(),
		Server: mailserver.Server{Host: "127.0.0.1", Port: s.Port(), Security: mailserver.Plain, User: "shop", Password: supplier.NewSecret(secret)}}
}

func TestMail(t *testing.T) {
	t.Parallel()
	s := mailtest.Start(t, "")
	m := mailTo(s)
	_, err := m.Check(t.Context())
	require.NoError(t, err)
	mails, commands := s.Got()
	require.Empty(t, mails)
	require.Contains(t, commands, "AUTH")
	answer, err := m.Send(t.Context(), sample(), true)
	require.NoError(t, err)
	require.Contains(t, answer, "taken")
	mails, _ = s.Got()
	require.Len(t, mails, 1)
	message, err := mail.ReadMessage(strings.NewReader(mails[0]))
	require.NoError(t, err)
	require.Equal(t, "<msg_1@my.example>", message.Header.Get("Message-ID"))
	require.Equal(t, "auto-generated", message.Header.Get("Auto-Submitted"))
	require.Contains(t, message.Header.Get("To"), "second@my.example")
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	require.NoError(t, err)
	require.Contains(t, string(body), "text/plain")
	require.Contains(t, string(body), "невідомо, чи прийняв: 1001 & <1002>")
	require.Contains(t, string(body), "<b>невідомо, чи прийняв: 1001 &amp; &lt;1002&gt;</b>")
	require.Contains(t, string(body), "Можливо, ви вже отримали")
}

// TestMailFaults: an error says whether the mail may have been taken.
func TestMailFaults(t *testing.T) {
	t.Parallel()
	for fault, may := range map[string]bool{"CONNECT lost": false, "AUTH 535 wrong password": false, "RCPT 550 nobody": false, "DATA 451 later": false, "DATA. 552 too large": false, "DATA. lost": true} {
		s := mailtest.Start(t, fault)
		_, err := mailTo(s).Send(t.Context(), sample(), false)
		require.Error(t, err, fault)
		require.Equal(t, may, Lost(err), fault)
		require.NotContains(t, err.Error(), secret)
		s.Heal()
		_, err = mailTo(s).Send(t.Context(), sample(), false)
		require.NoError(t, err, fault)
	}
}

// bot is a stand-in of Telegram's service, with an answer to each method.
func bot(t *testing.T, answer http.HandlerFunc) *Telegram {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return &Telegram{Base: s.URL + "/", Token: supplier.NewSecret("12:" + secret), Chat: "-100123", Voice: voice(), Now: noon}
}

func TestTelegram(t *testing.T) {
	t.Parallel()
	var calls []string
	b := bot(t, func(w http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		require.NoError(t, json.NewDecoder(r.Body).Decode(&sent))
		calls = append(calls, fmt.Sprint(r.Method, " ", r.URL.Path, " ", sent["chat_id"], " ", sent["parse_mode"]))
		if text, ok := sent["text"].(string); ok {
			require.Contains(t, text, "<b>невідомо, чи прийняв: 1001 &amp; &lt;1002&gt;</b>")
		}
		fmt.Fprint(w, `{"ok":true,"result":{"message_id":42,"username":"shopbot"}}`)
	})
	answer, err := b.Send(t.Context(), sample(), false)
	require.NoError(t, err)
	require.Equal(t, "ok, message_id 42", answer)
	answer, err = b.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, "@shopbot", answer)
	token := "/bot12:" + secret
	require.Equal(t, []string{"POST " + token + "/sendMessage -100123 HTML", "POST " + token + "/getMe <nil> <nil>", "POST " + token + "/getChat -100123 <nil>"}, calls)
}

func status(code int, header, value, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if header != "" {
			w.Header().Set(header, value)
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// cut ends the connection without an answer.
func cut(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func TestTelegramFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
		wait   time.Duration
		lost   bool
	}{
		"no such chat":   {status(400, "", "", `{"ok":false,"description":"Bad Request: chat not found"}`), "status 400: Bad Request: chat not found", 0, false},
		"too many":       {status(429, "", "", `{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":17}}`), "status 429: Too Many Requests", 17 * time.Second, false},
		"too many, HTML": {status(429, "Retry-After", "120", "<html>"), "status 429: Too Many Requests", 2 * time.Minute, false},
		"until a date":   {status(503, "Retry-After", noon().Add(time.Minute).Format(http.TimeFormat), ""), "status 503: Service Unavailable", time.Minute, false},
		"in the past":    {status(503, "Retry-After", noon().Add(-time.Minute).Format(http.TimeFormat), ""), "status 503", 0, false},
		"broken":         {status(500, "", "", `{"ok":false}`), "status 500: Internal Server Error", 0, false},
		"not ok at all":  {status(200, "", "", `{"ok":false,"description":"12:`+secret+` is no token"}`), "[redacted] is no token", 0, false},
		"cut off":        {cut, "EOF", 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := bot(t, c.answer).Send(t.Context(), sample(), false)
			require.ErrorContains(t, err, c.want)
			failure, ok := errors.AsType[*SendError](err)
			require.True(t, ok)
			require.Equal(t, c.wait, failure.Wait)
			require.Equal(t, c.lost, failure.Lost)
			require.NotContains(t, err.Error(), secret)
		})
	}
	_, err := bot(t, status(200, "", "", "it is there")).Send(t.Context(), sample(), false)
	require.NoError(t, err, "its status says that it was taken")
}

// TestASlowServer is down, and the end of the program leaves open what became of a letter.
func TestASlowServer(t *testing.T) {
	t.Parallel()
	b := bot(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the end of the connection is not seen
		<-r.Context().Done()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := b.Send(ctx, sample(), false)
	require.Error(t, err)
	require.False(t, Lost(err))
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err = b.Send(ctx, sample(), false)
	require.True(t, Lost(err), "%v", err)
	b.Base = "http://" + closedAddress(t)
	_, err = b.Send(t.Context(), sample(), false)
	require.ErrorContains(t, err, "connection refused")
	require.False(t, Lost(err))
	require.NotContains(t, err.Error(), secret)
}

func closedAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}

// TestSign holds the signature to the scheme's own example
// (https://github.com/standard-webhooks/standard-webhooks, spec).
func TestSign(t *testing.T) {
	t.Parallel()
	require.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		Sign(supplier.NewSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, []byte(`{"test": 2432232314}`)))
	require.NotEqual(t, Sign(supplier.NewSecret(secret), "a", 1, nil), Sign(supplier.NewSecret(secret+"x"), "a", 1, nil))
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Equal(t, "application/json", r.Header.Get("Content-Type"))
		require.Equal(t, "msg_1", r.Header.Get("webhook-id"))
		require.Equal(t, fmt.Sprint(noon().Unix()), r.Header.Get("webhook-timestamp"))
		require.Equal(t, Sign(supplier.NewSecret(secret), "msg_1", noon().Unix(), body), r.Header.Get("webhook-signature"))
		bodies = append(bodies, string(body))
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprint(w, "thanks")
	}))
	t.Cleanup(s.Close)
	hook := &Webhook{Called: "webhook", URL: s.URL + "/hooks/token-in-the-path", Secret: supplier.NewSecret(secret), Voice: voice(), Now: noon}
	answer, err := hook.Send(t.Context(), sample(), false)
	require.NoError(t, err)
	require.Equal(t, "202 Accepted thanks", answer)
	result := &letter.Letter{ID: "msg_1", Kind: letter.Complete, Made: noon(), Result: &letter.Result{Key: "result/1/1", Name: "orders.csv", Source: "keycrm",
		Counts: map[string]int{"accepted": 2}, File: "orders.1a2b3c4d.result.csv", SHA256: "abc", URL: "https://shop.example/results/orders.1a2b3c4d.result.csv"}}
	_, err = hook.Send(t.Context(), result, true)
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"notice.urgent","timestamp":"2026-11-20T12:00:00Z","data":{"shop":"Крамниця","page":"https://shop.example/",
		"text":"невідомо, чи прийняв: 1001 & <1002>\n\nСторінка: https://shop.example/\n",
		"items":[{"code":"outcome_unknown","news":"new","text":"невідомо, чи прийняв: 1001 & <1002>","count":2,"orders":["1001","1002"]}]}}`, bodies[0])
	require.JSONEq(t, `{"type":"result.complete","timestamp":"2026-11-20T12:00:00Z","data":{"name":"orders.csv","source":"keycrm","counts":{"accepted":2},
		"file":"orders.1a2b3c4d.result.csv","sha256":"abc","url":"https://shop.example/results/orders.1a2b3c4d.result.csv"}}`, bodies[1])
	_, err = hook.Check(t.Context())
	require.NoError(t, err)
	require.Len(t, bodies, 2, "a check posts nothing")
	require.NotContains(t, hook.Describe(), "token-in-the-path")
	hook.URL = "http://" + closedAddress(t) + "/token-in-the-path"
	for _, try := range []func() (string, error){func() (string, error) { return hook.Send(t.Context(), sample(), false) }, func() (string, error) { return hook.Check(t.Context()) }} {
		_, err = try()
		require.ErrorContains(t, err, "connection refused")
		require.NotContains(t, err.Error(), "token-in-the-path")
	}
}

func TestWebhookFaults(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a letter went where nobody said") }))
	t.Cleanup(elsewhere.Close)
	for want, c := range map[string]struct {
		answer http.HandlerFunc
		wait   time.Duration
	}{
		"307 Temporary Redirect":             {status(307, "Location", elsewhere.URL, ""), 0},
		"429 Too Many Requests wait":         {status(429, "Retry-After", "90", "wait"), 90 * time.Second},
		"500 Internal Server Error oh no":    {status(500, "", "", "oh\n\x1b[31mno"), 0},
		"401 Unauthorized signature is bad?": {status(401, "", "", "signature is bad?"), 0},
		"EOF":                                {cut, 0},
	} {
		s := httptest.NewServer(c.answer)
		t.Cleanup(s.Close)
		hook := &Webhook{Called: "webhook", URL: s.URL, Secret: supplier.NewSecret(secret), Voice: voice(), Now: noon}
		_, err := hook.Send(t.Context(), sample(), false)
		require.ErrorContains(t, err, strings.TrimSuffix(want, " oh no"), want)
		require.NotContains(t, err.Error(), "\x1b")
		failure, ok := errors.AsType[*SendError](err)
		require.True(t, ok)
		require.Equal(t, c.wait, failure.Wait)
	}
}

func TestRetryIn(t *testing.T) {
	t.Parallel()
	for tries, minutes := range map[int]int{0: 1, 1: 1, 2: 2, 3: 4, 6: 32, 7: 60, 8: 60, 1000: 60} {
		require.Equal(t, time.Duration(minutes)*time.Minute, RetryIn(tries, errors.New("no")), tries)
	}
	require.Equal(t, 5*time.Second, RetryIn(9, &SendError{Wait: 5 * time.Second}))
	require.Equal(t, time.Hour, RetryIn(1, &SendError{Wait: 24 * time.Hour}))
}

// TestTry: what is answered is told, of each by itself.
func TestTry(t *testing.T) {
	t.Parallel()
	good := bot(t, status(200, "", "", `{"ok":true,"result":{"message_id":7}}`))
	bad := bot(t, status(401, "", "", `{"ok":false,"description":"Unauthorized"}`))
	answers := Test(t.Context(), noon, bad, good)
	require.Equal(t, []Answer{{Channel: "telegram", To: "-100123", Error: "status 401: Unauthorized"}, {Channel: "telegram", To: "-100123", Answer: "ok, message_id 7"}}, answers)
	require.Equal(t, "status 401: Unauthorized", Check(t.Context(), noon, bad)[0].Error)
}
