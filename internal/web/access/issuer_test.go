package access_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

// standIn is an OpenID Connect issuer that knows one person.
type standIn struct {
	*httptest.Server
	t      *testing.T
	key    *rsa.PrivateKey
	claims map[string]any    // of the next token, over the usual ones
	asked  map[string]string // what a log-in's address asked for, by its code
	signer *rsa.PrivateKey   // of the next token
}

func newStandIn(t *testing.T) *standIn {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	i := &standIn{t: t, key: key, signer: key, claims: map[string]any{}, asked: map[string]string{}}
	mux := http.NewServeMux()
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		i.write(w, map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/auth", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		i.write(w, map[string]any{"keys": []map[string]string{{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
			"n": base64.RawURLEncoding.EncodeToString(key.N.Bytes()), "e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(key.E)).Bytes())}}})
	})
	mux.HandleFunc("POST /token", i.token)
	return i
}

func (i *standIn) write(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// visit is what the issuer does with the browser that comes along: it gives a code for what
// the address asks for.
func (i *standIn) visit(address string) (query url.Values, code string) {
	i.t.Helper()
	u, err := url.Parse(address)
	require.NoError(i.t, err)
	require.True(i.t, strings.HasPrefix(address, i.URL+"/auth?"), address)
	query, code = u.Query(), rand.Text()
	require.Equal(i.t, "S256", query.Get("code_challenge_method"))
	require.Equal(i.t, "client-1", query.Get("client_id"))
	i.asked[code] = query.Get("code_challenge") + " " + query.Get("nonce")
	return query, code
}

// token gives a token for a code, once, to whoever knows the client's secret and what the
// code was asked for with.
func (i *standIn) token(w http.ResponseWriter, r *http.Request) {
	name, secret, _ := r.BasicAuth()
	asked, known := i.asked[r.PostFormValue("code")]
	delete(i.asked, r.PostFormValue("code"))
	challenge, nonce, _ := strings.Cut(asked, " ")
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if name != "client-1" || secret != "a-secret" || !known || base64.RawURLEncoding.EncodeToString(sum[:]) != challenge {
		w.WriteHeader(http.StatusBadRequest)
		i.write(w, map[string]string{"error": "invalid_grant"})
		return
	}
	claims := map[string]any{"iss": i.URL, "aud": "client-1", "sub": "7", "nonce": nonce, "email": "anna@shop.example", "email_verified": true,
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix()}
	for claim, value := range i.claims {
		claims[claim] = value
	}
	i.write(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": i.sign(claims)})
}

func (i *standIn) sign(claims map[string]any) string {
	body, err := json.Marshal(claims)
	require.NoError(i.t, err)
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + base64.RawURLEncoding.EncodeToString(body)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, i.signer, crypto.SHA256, sum[:])
	require.NoError(i.t, err)
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func (i *standIn) site() *site { return newSite(access.Options{Issuer: i.issuer()}) }

func (i *standIn) issuer() *access.Issuer {
	return &access.Issuer{URL: i.URL, ClientID: "client-1", Secret: "a-secret", Redirect: "https://shop.example" + access.BackPath,
		Roles: access.Roles{Named: map[string]access.Role{"anna@shop.example": access.Actor, "7": access.Looker}}}
}

// back comes back from the issuer.
func (b *browser) back(state, code string) *httptest.ResponseRecorder {
	return b.get(access.BackPath + "?" + url.Values{"state": {state}, "code": {code}}.Encode())
}

// leave goes to the issuer, and is told its address.
func (b *browser) leave(next string) string {
	b.t.Helper()
	w := b.get(access.LeavePath + "?next=" + url.QueryEscape(next))
	require.Equal(b.t, http.StatusSeeOther, w.Code, w.Body)
	return w.Header().Get("Location")
}

// TestAnIssuerNamesVisitors by a token of its own, for a log-in that was begun here, once.
func TestAnIssuerNamesVisitors(t *testing.T) {
	issuer := newStandIn(t)
	s := issuer.site()
	b := s.browser(t)
	require.Contains(t, b.get("/login").Body.String(), "/login/start?next=")
	query, code := issuer.visit(b.leave("/orders"))
	require.Equal(t, "https://shop.example/login/back", query.Get("redirect_uri"))
	journey := b.cookies["dropbridge_oidc"]
	w := b.back(query.Get("state"), code)
	require.Equal(t, http.StatusSeeOther, w.Code, w.Body)
	require.Equal(t, "/orders", w.Header().Get("Location"))
	require.Equal(t, "anna@shop.example is act by oidc", b.who())
	require.Equal(t, http.StatusOK, b.act())

	thief := s.browser(t)
	thief.cookies["dropbridge_oidc"] = journey
	require.Equal(t, http.StatusForbidden, thief.back(query.Get("state"), code).Code, "the code was used")
	require.Equal(t, " is none by ", thief.who())
	require.NotContains(t, s.log.String(), "a-secret")
}

// TestAForeignLogInIsNone: with another state, another browser, another key, another
// audience, another nonce, after its time, or of somebody without a role.
func TestAForeignLogInIsNone(t *testing.T) {
	issuer := newStandIn(t)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		change func(*standIn, *site, *browser)
		state  string // instead of its own
		said   string
	}{
		"another state":   {state: "another", said: "not begun here"},
		"no state":        {state: "none", said: "not begun here"},
		"another browser": {change: func(_ *standIn, _ *site, b *browser) { b.cookies = map[string]string{} }, said: "not begun here"},
		"a forged journey": {change: func(_ *standIn, _ *site, b *browser) {
			b.cookies["dropbridge_oidc"] = base64.RawURLEncoding.EncodeToString([]byte(`{"state":"x"}`)) + ".x"
		}, said: "not begun here"},
		"too late":      {change: func(_ *standIn, s *site, _ *browser) { s.clock.pass(11 * time.Minute) }, said: "more than 10 minutes"},
		"another key":   {change: func(i *standIn, _ *site, _ *browser) { i.signer = other }, said: "did not confirm"},
		"another one's": {change: func(i *standIn, _ *site, _ *browser) { i.claims["aud"] = "client-2" }, said: "did not confirm"},
		"other issuer":  {change: func(i *standIn, _ *site, _ *browser) { i.claims["iss"] = "https://evil.example" }, said: "did not confirm"},
		"another nonce": {change: func(i *standIn, _ *site, _ *browser) { i.claims["nonce"] = "x" }, said: "did not confirm"},
		"ended":         {change: func(i *standIn, _ *site, _ *browser) { i.claims["exp"] = time.Now().Add(-time.Hour).Unix() }, said: "did not confirm"},
		"not verified":  {change: func(i *standIn, _ *site, _ *browser) { i.claims["email_verified"] = false }, said: "no verified address"},
		"verified text": {change: func(i *standIn, _ *site, _ *browser) { i.claims["email_verified"] = "true" }, said: "no verified address"},
		"no role":       {change: func(i *standIn, _ *site, _ *browser) { i.claims["email"] = "petro@shop.example" }, said: "no role for petro@shop.example"},
		"hostile":       {change: func(i *standIn, _ *site, _ *browser) { i.claims["email"] = "<script>\u202e@x" }, said: "no verified address"},
	} {
		issuer.claims, issuer.signer = map[string]any{}, issuer.key
		s := issuer.site()
		b := s.browser(t)
		query, code := issuer.visit(b.leave("/"))
		if c.change != nil {
			c.change(issuer, s, b)
		}
		state := query.Get("state")
		if c.state == "none" {
			state = ""
		} else if c.state != "" {
			state = c.state
		}
		w := b.back(state, code)
		require.Equal(t, http.StatusForbidden, w.Code, name)
		require.Contains(t, w.Body.String(), c.said, name)
		require.Equal(t, " is none by ", b.who(), name)
	}
}

// TestAnotherClaimNames, and needs no address of mail.
func TestAnotherClaimNames(t *testing.T) {
	issuer := newStandIn(t)
	issuer.claims["email_verified"] = false
	s := newSite(access.Options{Issuer: &access.Issuer{URL: issuer.URL, ClientID: "client-1", Secret: "a-secret", Redirect: "https://shop.example" + access.BackPath,
		Claim: "sub", Roles: access.Roles{Named: map[string]access.Role{"7": access.Looker}}}})
	b := s.browser(t)
	query, code := issuer.visit(b.leave("/"))
	b.back(query.Get("state"), code)
	require.Equal(t, "7 is look by oidc", b.who())
}

// TestAnIssuerThatIsAway is said, and asked again later.
func TestAnIssuerThatIsAway(t *testing.T) {
	answers := false
	issuer := newStandIn(t)
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers {
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		issuer.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(door.Close)
	issuer.URL = door.URL
	s := issuer.site()
	b := s.browser(t)
	w := b.get(access.LeavePath)
	require.Equal(t, http.StatusBadGateway, w.Code)
	require.Contains(t, w.Body.String(), "does not answer now")
	answers = true
	require.Equal(t, http.StatusBadGateway, b.get(access.LeavePath).Code, "it is spared for a moment")
	s.clock.pass(6 * time.Second)
	require.NotEmpty(t, b.leave("/"))
}
