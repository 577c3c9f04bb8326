// Package gsheettest stands in for Google Sheets in tests: links that are exported as CSV, the
// tokens of a service account, and the parts of the Sheets API that are used.
package gsheettest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The ids of the spreadsheet, and the service account that it is shared with.
const (
	ID        = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-abc"
	Published = "2PACX-1vAbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
	Email     = "orders@shop.iam.gserviceaccount.example"
)

// New is a stand-in that shares its tabs with everybody who has the link, and with the account.
func New(t testing.TB, tabs ...*Tab) *Server {
	t.Helper()
	s := &Server{URL: "http://google.example", Tabs: tabs, Shared: true, Public: true, Reads: true, Writes: true, calls: map[string]int{}, revoked: map[string]bool{}}
	return s
}

// Listen has the stand-in answer on a port of this machine.
func (s *Server) Listen(t testing.TB) *Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// RoundTrip answers a request.
func (s *Server) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	s.serve(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

// Do changes the stand-in while no request is answered.
func (s *Server) Do(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Texts are what the cells of a tab show, while no request is answered.
func (s *Server) Texts(tab int) (texts [][]string) {
	s.Do(func() { texts = s.Tabs[tab].Texts() })
	return texts
}

// Calls is how often something was called, such as "export", "token" or "values.batchUpdate".
func (s *Server) Calls(call string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[call]
}

// RevokeTokens makes all access tokens worthless that were given so far.
func (s *Server) RevokeTokens() {
	s.Do(func() {
		for n := range s.issued {
			s.revoked[tokenNamed(n+1)] = true
		}
	})
}

// key is the account's, made once: it takes long.
var key = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// KeyFile is the account's key as Google Cloud gives it.
func KeyFile(t testing.TB) []byte {
	t.Helper()
	private, err := key()
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	data, err := json.Marshal(map[string]string{"type": "service_account", "client_email": Email, "private_key_id": "k1",
		"private_key": string(text), "token_uri": tokenAddress})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const tokenAddress = "https://oauth2.googleapis.com/token"

func tokenNamed(n int) string { return "token-" + strconv.Itoa(n) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Answer != nil && s.Answer(w, r) {
		return
	}
	path := r.URL.Path
	switch {
	case path == "/spreadsheets/d/"+ID+"/export" && r.URL.Query().Get("format") == "csv":
		s.export(w, r, s.Shared)
	case path == "/spreadsheets/d/e/"+Published+"/pub" && r.URL.Query().Get("output") == "csv":
		s.export(w, r, s.Public)
	case path == "/cdn":
		s.csv(w, r)
	case path == "/ServiceLogin":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<html><body>Sign in</body></html>")
	case path == "/token":
		s.token(w, r)
	case strings.HasPrefix(path, "/v4/spreadsheets/"):
		s.api(w, r, strings.TrimPrefix(path, "/v4/spreadsheets/"))
	default:
		http.Error(w, "no such page", http.StatusNotFound)
	}
}

// export leads to where the CSV is, or to a page to sign in.
func (s *Server) export(w http.ResponseWriter, r *http.Request, shared bool) {
	s.called("export")
	if !shared {
		http.Redirect(w, r, s.URL+"/ServiceLogin", http.StatusFound)
		return
	}
	http.Redirect(w, r, s.URL+"/cdn?gid="+r.URL.Query().Get("gid"), http.StatusTemporaryRedirect)
}

// csv writes a tab as Google does: no line end behind the last row.
func (s *Server) csv(w http.ResponseWriter, r *http.Request) {
	gid := r.URL.Query().Get("gid")
	at := slices.IndexFunc(s.Tabs, func(t *Tab) bool { return gid == "" || strconv.FormatInt(t.GID, 10) == gid })
	if at < 0 {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	width := 0
	rows := s.Tabs[at].Texts()
	for _, row := range rows {
		width = max(width, len(row))
	}
	var b strings.Builder
	out := csv.NewWriter(&b)
	out.UseCRLF = true
	for _, row := range rows {
		_ = out.Write(append(row, make([]string, width-len(row))...)) // a strings.Builder takes all
	}
	out.Flush()
	w.Header().Set("Content-Type", "text/csv")
	fmt.Fprint(w, strings.TrimSuffix(b.String(), "\r\n"))
}

// token gives an access token for a signed claim (RFC 7523).
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.called("token")
	claim, signed := claimIn(r.FormValue("assertion"))
	switch {
	case !signed, r.FormValue("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer", s.Revoked, claim.Iss != Email, claim.Aud != tokenAddress,
		!strings.HasPrefix(claim.Scope, "https://www.googleapis.com/auth/spreadsheets"):
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant","error_description":"Invalid JWT Signature."}`)
		return
	}
	s.issued++
	name := tokenNamed(s.issued)
	if strings.HasSuffix(claim.Scope, ".readonly") {
		name += "-readonly"
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":%q,"expires_in":3599,"token_type":"Bearer"}`, name)
}

// claim is what a service account says of itself.
type claim struct {
	Iss   string `json:"iss"`
	Aud   string `json:"aud"`
	Scope string `json:"scope"`
}

// claimIn is the claim of a JSON Web Token that the account has signed by RS256; signed is false
// for any other text.
func claimIn(token string) (c claim, signed bool) {
	parts := strings.Split(token, ".")
	private, err := key()
	if err != nil || len(parts) != 3 {
		return c, false
	}
	text, failed := base64.RawURLEncoding.DecodeString(parts[1])
	signature, damaged := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signed = failed == nil && damaged == nil && json.Unmarshal(text, &c) == nil &&
		rsa.VerifyPKCS1v15(&private.PublicKey, crypto.SHA256, sum[:], signature) == nil
	return c, signed
}

// api answers a call of the Sheets API.
func (s *Server) api(w http.ResponseWriter, r *http.Request, rest string) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	id, below, _ := strings.Cut(rest, "/")
	id, action, _ := strings.Cut(id, ":")
	writes := r.Method == http.MethodPost
	switch {
	case !strings.HasPrefix(token, "token-") || s.revoked[strings.TrimSuffix(token, "-readonly")]:
		refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials.", "ACCESS_TOKEN_EXPIRED")
	case s.APIOff:
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "Google Sheets API has not been used in project 1 before or it is disabled.", "SERVICE_DISABLED")
	case id != ID:
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.", "")
	case !s.Reads, writes && (!s.Writes || strings.HasSuffix(token, "-readonly")):
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "The caller does not have permission", "")
	case action == "batchUpdate":
		s.widen(w, r)
	case below == "values:batchUpdate":
		s.update(w, r)
	case strings.HasPrefix(below, "values/"):
		s.values(w, r, strings.TrimPrefix(below, "values/"))
	default:
		s.properties(w)
	}
}

// properties is spreadsheets.get.
func (s *Server) properties(w http.ResponseWriter) {
	s.called("spreadsheets.get")
	var sheets []any
	for _, t := range s.Tabs {
		sheets = append(sheets, map[string]any{"properties": map[string]any{"sheetId": t.GID, "title": t.Title, "sheetType": "GRID", "hidden": t.Hidden,
			"gridProperties": map[string]int{"rowCount": t.Lines, "columnCount": t.Columns}}})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"sheets": sheets}) // a test sees that nothing came
}

// values is values.get of a whole tab.
func (s *Server) values(w http.ResponseWriter, r *http.Request, escaped string) {
	s.called("values.get")
	area, err := url.PathUnescape(escaped)
	t := s.find(area)
	if err != nil || t == nil {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Unable to parse range: "+area, "")
		return
	}
	formatted := r.URL.Query().Get("valueRenderOption") == "FORMATTED_VALUE"
	rows := [][]any{}
	for _, row := range t.Cells {
		values := []any{}
		for _, c := range row {
			if formatted || c.Held == nil {
				values = append(values, c.Shown)
			} else {
				values = append(values, c.Held)
			}
		}
		for len(values) > 0 && values[len(values)-1] == "" {
			values = values[:len(values)-1]
		}
		rows = append(rows, values)
	}
	for len(rows) > 0 && len(rows[len(rows)-1]) == 0 {
		rows = rows[:len(rows)-1]
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"range": area + "!A1:Z1000", "majorDimension": "ROWS", "values": rows})
}
