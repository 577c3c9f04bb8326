package dialect

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
)

// describes checks that real answers are as a document says.
func describes(t *testing.T, doc *openapi3.T, ask func(path string) told) {
	t.Helper()
	require.NoError(t, doc.Validate(t.Context()))
	checked := 0
	for path, item := range doc.Paths.Map() {
		if item.Get == nil {
			continue
		}
		a := ask(path)
		require.Equal(t, http.StatusOK, a.status, path)
		var value any
		require.NoError(t, json.Unmarshal([]byte(a.body), &value))
		schema := item.Get.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
		require.NoError(t, schema.VisitJSON(value), path)
		described(t, path, schema, value)
		checked++
	}
	require.GreaterOrEqual(t, checked, 5)
}

// described fails where an answer has a member that the schema does not.
func described(t *testing.T, path string, schema *openapi3.Schema, value any) {
	t.Helper()
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			described(t, path, schema.Items.Value, element)
		}
	case map[string]any:
		for name, v := range value {
			if property := property(schema, name); property != nil {
				described(t, path+" "+name, property, v)
			} else {
				free := len(schema.Properties)+len(schema.AllOf) == 0 // an object of any members
				require.True(t, free, "%s: %s is not described", path, name)
			}
		}
	}
}

func property(schema *openapi3.Schema, name string) *openapi3.Schema {
	if ref := schema.Properties[name]; ref != nil {
		return ref.Value
	}
	for _, part := range schema.AllOf {
		if p := property(part.Value, name); p != nil {
			return p
		}
	}
	return nil
}

func TestOffersDocumentIsTrue(t *testing.T) {
	s := newStand(t, "offers", sandbox.Options{Catalog: sampleCatalog(t), History: 20})
	doc, err := openapi3.NewLoader().LoadFromData([]byte(s.send(t, http.MethodGet, "/openapi.json", nil, nil).body))
	require.NoError(t, err)
	describes(t, doc, func(path string) told { return s.send(t, http.MethodGet, path+"?limit=200", crmHeader(), nil) })
}

func TestEnvelopeDocumentIsTrue(t *testing.T) {
	m := newMarket(t, sandbox.Options{Catalog: sampleCatalog(t), History: 20})
	var old openapi2.T
	require.NoError(t, json.Unmarshal([]byte(m.send(t, http.MethodGet, "/swagger.json", nil, nil).body), &old))
	require.Equal(t, "2.0", old.Swagger)
	doc, err := openapi2conv.ToV3(&old)
	require.NoError(t, err)
	loader := openapi3.NewLoader()
	require.NoError(t, loader.ResolveRefsIn(doc, nil))
	describes(t, doc, func(path string) told {
		return m.send(t, http.MethodGet, path+"?pageSize=100", http.Header{"Authorization": {"Bearer " + m.token}}, nil)
	})
}
