package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestWhereTheTokenGoes(t *testing.T) {
	const post = "products: {request: POST /goods, fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}"
	const orders = "orders: {request: POST /orders/list, fields: {id: id, external_id: number, status: status}}"
	for name, c := range map[string]struct {
		parts   []string
		request string
		header  string
		body    string
	}{
		"header": {[]string{"auth: {header: X-Key, prefix: \"Token \"}"}, "GET /goods", "Token " + testToken, ""},
		"query":  {[]string{"auth: {query: api_key}"}, "GET /goods?api_key=" + testToken, "", ""},
		"body":   {[]string{"auth: {body: auth.token}", post, orders}, "POST /goods", "", `{"auth":{"token":"` + testToken + `"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
			client, _ := serve(t, handler, withMapping(wireMapping(t, append(c.parts, "headers: {Accept-Language: uk, X-Flag: \"1\"}")...)))
			_, err := idsOf(t, client)
			require.NoError(t, err)
			require.Equal(t, c.request, (*all)[0].request)
			require.Equal(t, c.header, (*all)[0].header.Get("X-Key"))
			require.Equal(t, c.body, (*all)[0].body)
			require.Equal(t, "uk", (*all)[0].header.Get("Accept-Language"))
			require.Equal(t, "1", (*all)[0].header.Get("X-Flag"))
			require.Equal(t, "dropbridge/1.2.3", (*all)[0].header.Get("User-Agent"))
			_, err = client.CreateOrder(t.Context(), []byte(` {"number":"K-1","auth":{"x":[1, 2]}} `), "")
			require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err)) // no order in the answer
			if name == "body" {
				require.Equal(t, ` {"number":"K-1","auth":{"token":"`+testToken+`","x":[1, 2]}} `, (*all)[1].body)
			} else {
				require.Equal(t, ` {"number":"K-1","auth":{"x":[1, 2]}} `, (*all)[1].body)
			}
		})
	}
}

func TestATokenInTheQueryShowsNowhere(t *testing.T) {
	var log bytes.Buffer
	const token = "s3cret/t+ken=1"
	var mood atomic.Value
	mood.Store("")
	served := 0
	client, server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, []string{token}, r.URL.Query()["api_key"])
		require.Empty(t, r.Header.Get("Referer"))
		switch fail := mood.Load(); {
		case fail == "echo":
			answerJSON(w, 422, fmt.Sprintf(`{"message":%q,"code":%q}`, "bad "+r.URL.String()+" "+token, token))
		case fail == "cut":
			panic(http.ErrAbortHandler)
		case fail == "redirect" && r.URL.Path != "/there":
			http.Redirect(w, r, "/there", http.StatusFound)
		case fail == "location":
			w.Header().Set("Location", "http://bad host/?"+r.URL.RawQuery)
			w.WriteHeader(302)
		case fail == "text":
			fmt.Fprint(w, "who is "+token)
		default:
			served++
			answerJSON(w, 200, `{"data":[`+goods(served, served)+`],"next":"/goods?page=`+strconv.Itoa(served)+`&api_key=`+url.QueryEscape(token)+`"}`)
		}
	}, withMapping(wireMapping(t, "auth: {query: api_key}", "paging: {kind: link}", "answer: {list: data, next_link: next}")), func(o *Options) {
		o.Token, o.Retries = supplier.NewSecret(token), -1
		o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	hidden := func(text string) {
		t.Helper()
		require.NotContains(t, text, token)
		require.NotContains(t, text, "s3cret")
	}
	for _, fail := range []string{"echo", "cut", "location", "text"} {
		mood.Store(fail)
		_, err := idsOf(t, client)
		require.Error(t, err, fail)
		e, _ := errors.AsType[*supplier.Error](err)
		hidden(fmt.Sprintf("%v %+v %s %s", err, *e, e.Code, e.Hint()))
	}
	mood.Store("redirect")
	pages := client.ProductPages(supplier.ProductQuery{})
	raw, err := pages.Fetch(t.Context())
	require.NoError(t, err)
	hidden(raw.Body())
	_, err = pages.Fetch(t.Context()) // follows the link, with the token
	require.NoError(t, err)
	server.Close()
	_, err = idsOf(t, client)
	hidden(err.Error())
	hidden(log.String())
}

const withLogin = `auth: {header: X-Key, login: {request: POST /login, body: {username: "{user}", password: "{secret}", kind: "a{b"}, token: content.token}}`

// lodge is a service with a login.
type lodge struct {
	mu     sync.Mutex
	logins int
	valid  string // the token that is good now
	refuse int    // the status of a login
	status int    // of a request with a bad token
	posted int
}

func (l *lodge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.URL.Path == "/login" {
		l.logins++
		if l.refuse != 0 {
			answerJSON(w, l.refuse, `{"message":"wrong password `+testToken+`"}`)
			return
		}
		l.valid = fmt.Sprintf("token-%d", l.logins)
		answerJSON(w, 200, `{"content":{"token":"`+l.valid+`"}}`)
		return
	}
	if got := r.Header.Get("X-Key"); got != l.valid || l.status == 403 {
		answerJSON(w, l.status, fmt.Sprintf(`{"message":"no %s","code":6001}`, got))
		return
	}
	if r.Method == http.MethodPost {
		l.posted++
		answerJSON(w, 201, `{"id":"o-1","number":"K-1","status":"new"}`)
		return
	}
	answerJSON(w, 200, `{"data":[`+goods(1, 1)+`]}`)
}

func asUser(o *Options) { o.User, o.Retries = "shop", -1 }

func TestLogin(t *testing.T) {
	clock := newFakeTime()
	service := &lodge{status: 401}
	client, _ := serve(t, service.ServeHTTP, withMapping(wireMapping(t, strings.Replace(withLogin, "token: content.token", "token: content.token, lifetime: 1h", 1))), asUser, withClock(clock))
	read := func() {
		t.Helper()
		_, err := idsOf(t, client)
		require.NoError(t, err)
	}
	read()
	read()
	require.Equal(t, 1, service.logins)
	clock.at = clock.at.Add(time.Hour)
	read()
	require.Equal(t, 2, service.logins, "it is too old")
	service.valid = "other"
	read()
	require.Equal(t, 3, service.logins, "a refused token is renewed")
	service.valid = "other"
	created, err := client.CreateOrder(t.Context(), []byte(`{"number":"K-1"}`), "")
	require.NoError(t, err)
	require.Equal(t, "o-1", created.Order.ID)
	require.Equal(t, 4, service.logins)
	require.Equal(t, 1, service.posted)
}

func TestTheLoginsRequest(t *testing.T) {
	handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"content":{"token":"t"},"data":[]}` })
	client, _ := serve(t, handler, withMapping(wireMapping(t, withLogin)), func(o *Options) { o.User, o.Token = `a"b`, supplier.NewSecret("па роль") })
	_, err := idsOf(t, client)
	require.NoError(t, err)
	require.Equal(t, "POST /login", (*all)[0].request)
	require.Equal(t, `{"username":"a\"b","password":"па роль","kind":"a{b"}`, (*all)[0].body)
	require.Empty(t, (*all)[0].header.Get("X-Key"))
	require.Equal(t, "t", (*all)[1].header.Get("X-Key"))
}

func TestOneLoginForMany(t *testing.T) {
	service := &lodge{status: 401}
	client, _ := serve(t, service.ServeHTTP, withMapping(wireMapping(t, withLogin)), asUser)
	for range 2 {
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				_, err := idsOf(t, client)
				require.NoError(t, err)
			})
		}
		group.Wait()
		service.valid = "other"
	}
	require.Equal(t, 2, service.logins)
}

// TestACodeEndsTheSession: a refusal under a good status that means so.
func TestACodeEndsTheSession(t *testing.T) {
	service := &lodge{status: 200}
	client, _ := serve(t, service.ServeHTTP, withMapping(wireMapping(t, withLogin, "codes: {6001: unauthorized}")), asUser)
	_, err := idsOf(t, client)
	require.NoError(t, err)
	service.valid = "other"
	_, err = client.CreateOrder(t.Context(), []byte(`{"number":"K-1"}`), "")
	require.NoError(t, err)
	require.Equal(t, 2, service.logins)
	require.Equal(t, 1, service.posted)
}

func TestARefusedLogin(t *testing.T) {
	for status, kinds := range map[int][2]supplier.Kind{
		401: {supplier.KindUnauthorized, supplier.KindUnauthorized}, 400: {supplier.KindUnauthorized, supplier.KindUnauthorized}, 422: {supplier.KindUnauthorized, supplier.KindUnauthorized},
		429: {supplier.KindThrottled, supplier.KindThrottled}, 500: {supplier.KindTransient, supplier.KindNotSent},
	} {
		clock := newFakeTime()
		service := &lodge{status: 401, refuse: status}
		client, _ := serve(t, service.ServeHTTP, withMapping(wireMapping(t, withLogin)), asUser, withClock(clock))
		_, err := idsOf(t, client)
		require.Equal(t, kinds[0].String(), supplier.KindOf(err).String(), status)
		require.ErrorContains(t, err, fmt.Sprintf("list products: status %d: log in: wrong password [redacted]", status))
		_, err = client.CreateOrder(t.Context(), []byte(`{"number":"K-1"}`), "")
		require.Equal(t, kinds[1].String(), supplier.KindOf(err).String(), status)
		require.Zero(t, service.posted)
		e, _ := errors.AsType[*supplier.Error](err)
		if kinds[0] != supplier.KindUnauthorized {
			require.Equal(t, 2, service.logins)
			continue
		}
		require.Contains(t, e.Hint(), "check supplier.user")
		require.Equal(t, 1, service.logins, "a refused login is not made again at once: it would lock the account")
		clock.at = clock.at.Add(loginPause)
		service.refuse = 0
		_, err = idsOf(t, client)
		require.NoError(t, err)
	}
}

// TestALoginThatDoesNotHelp: where the token of a new login is refused too, requests do
// not log in each time.
func TestALoginThatDoesNotHelp(t *testing.T) {
	clock := newFakeTime()
	service := &lodge{status: 403}
	client, _ := serve(t, service.ServeHTTP, withMapping(wireMapping(t, withLogin)), asUser, withClock(clock))
	for range 5 {
		_, err := idsOf(t, client)
		require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
		require.ErrorContains(t, err, "no [redacted]")
	}
	require.Equal(t, 1, service.logins)
	clock.at = clock.at.Add(loginPause)
	_, err := idsOf(t, client)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, 2, service.logins)
}

func TestALoginWithoutAToken(t *testing.T) {
	for _, answer := range []string{`{"content":{}}`, `{"content":{"token":{"a":1}}}`, `{"content":{"token":"a b"}}`, `{"content":{"token":""}}`, `[`} {
		handler, all := recorder(func(*http.Request, string) (int, string) { return 200, answer })
		client, _ := serve(t, handler, withMapping(wireMapping(t, withLogin)), asUser)
		_, err := idsOf(t, client)
		require.Equal(t, supplier.KindProtocol, supplier.KindOf(err), "%s: %v", answer, err)
		require.ErrorContains(t, err, "list products: log in: ")
		require.Len(t, *all, 1)
	}
}

func TestALoginCanBeGivenUp(t *testing.T) {
	m := wireMapping(t, withLogin)
	s := newSession(nothing{func() {}}, tokenPlace{&m.Auth}, &keyring{now: credentials{user: "shop", token: supplier.NewSecret("p")}}, newFakeTime().now, supplier.DefaultPlace)
	<-s.turn // somebody else logs in
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.call(ctx, &request{op: "create order", creating: true})
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.ErrorIs(t, err, context.Canceled)
}

func TestCredentials(t *testing.T) {
	m := wireMapping(t, withLogin)
	require.True(t, m.NeedsUser())
	_, err := New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret("p w"), Mapping: m})
	require.EqualError(t, err, "the mapping wire wants a user's name beside the token: supplier.user is missing")
	_, err = New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret("p w"), Mapping: m, User: "u"})
	require.NoError(t, err)
	_, err = New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret("a\nb"), Mapping: wireMapping(t, "auth: {query: k}")})
	require.ErrorContains(t, err, "token")
}
