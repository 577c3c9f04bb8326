package dialect

import (
	"encoding/base64"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// asShop sends a request with key and secret.
func (s *stand) asShop(t *testing.T, method, address string, body any) told {
	t.Helper()
	return s.send(t, method, address, http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("ck:"+standToken))}}, body)
}

// shopProduct is what a test looks at of a record.
type shopProduct struct {
	ID, SKU    string
	ParentCode *string `json:"parent_code"`
	Variations []string
}

func TestShopGivesVariationsApart(t *testing.T) {
	s := newStand(t, "shop", sandbox.Options{})
	want, got, groups := s.ours(t, "/api/products"), []any{}, 0
	for number := 1; ; number++ {
		var page []shopProduct
		a := s.asShop(t, http.MethodGet, "/shop/v3/products?per_page=100&page="+string(rune('0'+number)), nil)
		require.Equal(t, http.StatusOK, a.status, a.body)
		readLoosely(t, a, &page)
		for _, p := range page {
			if len(p.Variations) == 0 {
				got = append(got, p.SKU)
				continue
			}
			groups++
			var variations []shopProduct
			readLoosely(t, s.asShop(t, http.MethodGet, "/shop/v3/products/"+p.ID+"/variations", nil), &variations)
			require.Len(t, variations, len(p.Variations))
			for i, v := range variations {
				require.Equal(t, p.Variations[i], v.ID)
				got = append(got, v.SKU)
			}
		}
		if len(page) < 100 {
			break
		}
	}
	var skus []any
	for _, p := range want {
		skus = append(skus, p["sku"])
	}
	require.Equal(t, skus, got)
	require.NotZero(t, groups)
}

func TestShopRefusals(t *testing.T) {
	s := newStand(t, "shop", sandbox.Options{})
	for _, c := range []struct {
		address, code string
		status        int
	}{
		{"/shop/v3/products/none/variations", "shop_not_found", 404},
		{"/shop/v3/parcels?page=2", "shop_not_found", 404},
		{"/shop/v3/products?per_page=101", "shop_out_of_range", 422},
		{"/shop/v3/orders?number=1", "shop_unknown_parameter", 422},
		{"/shop/v3/pictures?product_ids=1&size=small", "shop_invalid", 422},
	} {
		a := s.asShop(t, http.MethodGet, c.address, nil)
		require.Equal(t, c.status, a.status, c.address)
		require.Contains(t, a.body, `"code":"`+c.code+`"`)
	}
	require.Equal(t, http.StatusUnauthorized, s.send(t, http.MethodGet, "/shop/v3/products", http.Header{"Authorization": {"Bearer " + standToken}}, nil).status)
	a := s.asShop(t, http.MethodGet, "/shop/v3/products?sku=none", nil)
	require.JSONEq(t, "[]", a.body)
	a = s.asShop(t, http.MethodPost, "/shop/v3/orders", map[string]any{"line_items": []any{map[string]any{"product_id": "none", "quantity": 1}}})
	require.Equal(t, http.StatusUnprocessableEntity, a.status, a.body)
	require.Empty(t, s.ours(t, "/api/orders"))
}
