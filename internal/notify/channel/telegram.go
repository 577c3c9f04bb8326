package channel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Telegram is the channel to a chat, by a bot (https://core.telegram.org/bots/api).
type Telegram struct {
	Base  string // of the bot server, such as https://api.telegram.org
	Token supplier.Secret
	Chat  string // its number, or @name of a public one
	Voice letter.Voice
	Now   func() time.Time
}

// Name is telegram.
func (t *Telegram) Name() string { return "telegram" }

// Describe is the chat.
func (t *Telegram) Describe() string { return t.Chat }

// telegramAnswer is what each method of the bot's service answers.
type telegramAnswer struct {
	OK          bool            `json:"ok"`
	Description string          `json:"description"`
	Result      json.RawMessage `json:"result"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"` // seconds
	} `json:"parameters"`
}

// Idempotent is false: a chat shows what comes twice.
func (t *Telegram) Idempotent() bool { return false }

// Send sends one message of the chat.
func (t *Telegram) Send(ctx context.Context, l *letter.Letter, repeat bool) (string, error) {
	answer, err := t.call(ctx, "sendMessage", map[string]any{"chat_id": t.Chat, "text": t.Voice.Telegram(l, repeat), "parse_mode": "HTML",
		"link_preview_options": map[string]bool{"is_disabled": true}})
	if err != nil {
		return "", err
	}
	var message struct {
		ID int64 `json:"message_id"`
	}
	if err := json.Unmarshal(answer.Result, &message); err != nil {
		return "", nil // it is sent, whatever else was said
	}
	return fmt.Sprintf("ok, message_id %d", message.ID), nil
}

// Check asks who the bot is and whether it knows the chat.
func (t *Telegram) Check(ctx context.Context) (string, error) {
	answer, err := t.call(ctx, "getMe", map[string]any{})
	if err != nil {
		return "", err
	}
	var bot struct {
		Name string `json:"username"`
	}
	_ = json.Unmarshal(answer.Result, &bot) // without its name it answers all the same
	_, err = t.call(ctx, "getChat", map[string]any{"chat_id": t.Chat})
	return Said(strings.TrimSpace("@" + bot.Name)), err
}

func (t *Telegram) call(ctx context.Context, method string, parameters map[string]any) (telegramAnswer, error) {
	ctx, cancel := context.WithTimeout(ctx, sendPatience)
	defer cancel()
	body, err := json.Marshal(parameters)
	if err != nil {
		return telegramAnswer{}, &SendError{Err: err}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(t.Base, "/")+"/bot"+t.Token.Reveal()+"/"+method, bytes.NewReader(body))
	if err != nil {
		return telegramAnswer{}, t.failed(err, false)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client().Do(request)
	if err != nil {
		return telegramAnswer{}, t.failed(err, cutOff(err))
	}
	defer response.Body.Close()
	return t.read(response)
}

// read reads an answer. Where it cannot be read the status alone says whether the message
// was taken.
func (t *Telegram) read(response *http.Response) (telegramAnswer, error) {
	data, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	var answer telegramAnswer
	if err == nil {
		err = json.Unmarshal(data, &answer)
	}
	if answer.OK || err != nil && response.StatusCode == http.StatusOK {
		return answer, nil
	}
	wait := time.Duration(answer.Parameters.RetryAfter) * time.Second
	what := cmp.Or(answer.Description, http.StatusText(response.StatusCode))
	return answer, &SendError{Err: fmt.Errorf("status %d: %s", response.StatusCode, t.Token.Hide(Said(what))),
		Wait: cmp.Or(wait, asked(response.Header, t.Now()))}
}

// failed hides the token: it is a part of the address, which errors name.
func (t *Telegram) failed(err error, lost bool) error {
	return &SendError{Err: errors.New(Said(t.Token.Hide(err.Error()))), Lost: lost}
}

// cutOff reports whether a connection ended, or the program does, while the answer was
// awaited. A server that says nothing until patience ends is taken for one that is down.
func cutOff(err error) bool {
	operation, ok := errors.AsType[*net.OpError](err)
	if timeout, slow := errors.AsType[net.Error](err); slow && timeout.Timeout() || ok && operation.Op != "read" {
		return false
	}
	return ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.Canceled)
}
