package dialect

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// form sends the fields of a form, two by two.
func (s *stand) form(t testing.TB, path string, fields ...string) map[string]any {
	t.Helper()
	values := url.Values{}
	for pair := range slices.Chunk(fields, 2) {
		values.Set(pair[0], pair[1])
	}
	a := s.sendBody(http.MethodPost, path, http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, strings.NewReader(values.Encode()))
	require.Equal(t, http.StatusOK, a.status, a.body)
	read, _ := plainJSON(t, a.body).(map[string]any)
	return read
}

// formsToken logs in.
func formsToken(t testing.TB, s *stand) string {
	t.Helper()
	a := s.form(t, "/oauth/token", "grant_type", "client_credentials", "client_id", "shop", "client_secret", standToken)
	require.Equal(t, json.Number("3600"), a["expires_in"])
	token, _ := a["access_token"].(string)
	require.NotEmpty(t, token)
	return token
}

func TestFormsRefuse(t *testing.T) {
	s := newStand(t, "forms", sandbox.Options{})
	token := formsToken(t, s)
	for code, fields := range map[string][]string{
		"UNAUTHORIZED":      {"/connector", "method", "getProducts", "token", "x"},
		"MALFORMED_JSON":    {"/connector", "method", "getProducts", "token", token, "parameters", "[1]"},
		"NOT_FOUND":         {"/connector", "method", "getStars", "token", token},
		"UNKNOWN_PARAMETER": {"/connector", "method", "getProducts", "token", token, "parameters", `{"since":"x"}`},
		"INVALID_FORMAT":    {"/connector", "method", "getProducts", "token", token, "parameters", `{"changed_from":"yesterday"}`},
		"OUT_OF_RANGE":      {"/connector", "method", "getProducts", "token", token, "parameters", `{"page":0}`},
		"UNKNOWN_SKU": {"/connector", "method", "addOrder", "token", token, "parameters", `{"number":"F-1","delivery_fullname":"Зразкова Олена","delivery_phone":"+380670000101",` +
			`"delivery_method":"nova_poshta/branch","city":"Київ","point":"12","payment":"Передоплата","products":[{"sku":"none","quantity":1}]}`},
	} {
		a := s.form(t, fields[0], fields[1:]...)
		require.Equal(t, "ERROR", a["status"], "%v", a)
		require.Equal(t, code, a["error_code"], "%v", a)
	}
	for _, fields := range [][]string{{"grant_type", "password"}, {"grant_type", "client_credentials", "client_id", "shop", "client_secret", "x"}} {
		require.Equal(t, "UNAUTHORIZED", s.form(t, "/oauth/token", fields...)["error_code"])
	}
	a := s.sendBody(http.MethodPost, "/connector", http.Header{"Content-Type": {"application/json"}}, strings.NewReader(`{}`))
	require.Contains(t, a.body, "NOT_A_FORM")
	s.at = s.at.Add(2 * time.Hour)
	require.Equal(t, "UNAUTHORIZED", s.form(t, "/connector", "method", "getProducts", "token", token)["error_code"], "a token ends")
}

// TestFormsLedger: the newest entry comes first, and each stands in one of two columns.
func TestFormsLedger(t *testing.T) {
	s := newStand(t, "forms", sandbox.Options{History: 40})
	want := s.ours(t, "/api/finance/ledger")
	require.Greater(t, len(want), 50)
	token, row := formsToken(t, s), len(want)
	for page := 1; row > 0; page++ {
		a := s.form(t, "/connector", "method", "getMoney", "token", token, "parameters", `{"limit":40,"page":`+string(rune('0'+page))+`}`)
		entries, _ := a["entries"].([]any)
		require.NotEmpty(t, entries)
		for _, one := range entries {
			row--
			entry, _ := one.(map[string]any)
			require.Equal(t, want[row]["id"], entry["entry_id"])
			amount, debit := strings.CutPrefix(want[row]["amount"].(string), "-")
			filled, empty := "credit", "debit"
			if debit {
				filled, empty = empty, filled
			}
			require.Equal(t, "", entry[empty])
			require.Equal(t, amount, strings.ReplaceAll(strings.ReplaceAll(entry[filled].(string), ",", "."), " ", ""))
		}
	}
}
