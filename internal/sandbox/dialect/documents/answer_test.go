package documents

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// sent is the document of an object, behind its heading.
func sent(t *testing.T, root string, o object) string {
	t.Helper()
	rec := httptest.NewRecorder()
	send(&service.Exchange{Writer: rec}, http.StatusAccepted, root, o)
	require.Equal(t, http.StatusAccepted, rec.Code)
	require.Equal(t, "application/xml; charset=utf-8", rec.Header().Get("Content-Type"))
	document, ok := strings.CutPrefix(rec.Body.String(), heading)
	require.True(t, ok, rec.Body.String())
	return document
}

func TestAnswers(t *testing.T) {
	for want, o := range map[string]object{
		`<A></A>`:                           {"none": nil, "@none": nil, "list": []any{}, "rows": []object{}},
		`<A n="7">1.50</A>`:                 {"#": json.Number("1.50"), "@n": 7},
		`<A><b>1</b><b></b><b>2</b></A>`:    {"b": []any{"1", "", "2"}},
		`<A><b x="1"></b><b x="2"></b></A>`: {"b": []object{{"@x": "1"}, {"@x": "2"}}},
		`<A q="&#34;&#10;"><b>&#60;&#38;&#62;&#13;&#7;&#133;ї</b></A>`: {"@q": "\"\n", "b": "<&>\r\a\u0085\x00ї\uffff"},
	} {
		require.Equal(t, want, sent(t, "A", o))
	}
}

// TestAnswersAreOfTheFormOfRequests: an answer would be taken as a document.
func TestAnswersAreOfTheFormOfRequests(t *testing.T) {
	o := object{"@Number": "K-1", "Ref": "7", "Items": object{"Item": []any{object{"@Article": "A&B", "Title": "<\"a\"\n\tя>"}, "2"}}, "Sum": object{"@Currency": "UAH", "#": "450.10"}}
	r := httptest.NewRequest(http.MethodPost, "/orders", strings.NewReader(sent(t, "Order", o)))
	got, err := document(&service.Exchange{Request: r}, "Order")
	require.NoError(t, err)
	require.Equal(t, o, got)
}
