package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// sentOrder is what a source's file says of an order, as inspect reads it and as the
// supplier has it.
type sentOrder struct {
	ExternalID string `json:"external_id"`
	Recipient  struct {
		Name, Phone string
		Email       *string
		Delivery    struct {
			Carrier, Type, City string
			BranchNumber        *string `json:"branch_number"`
			Address             *string
			Region, District    *string
			PostalCode          *string `json:"postal_code"`
		}
	}
	Items []struct {
		SKU      string
		Quantity int64
		Price    *string
	}
	Payment struct {
		Method    string
		CODAmount *string `json:"cod_amount"`
	}
	Waybill *string `json:"waybill_number"`
	Comment *string
}

// TestEachSourceArrives: the file of every source, dropped as it is, becomes at the supplier
// the very orders of its reading: who, where, what and who pays when.
func TestEachSourceArrives(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(samplesDir, "sources", "*.csv"))
	require.NoError(t, err)
	require.Greater(t, len(files), 20)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".csv"), func(t *testing.T) {
			t.Parallel()
			var reading struct {
				Verdict string
				Orders  []sentOrder
			}
			require.NoError(t, json.Unmarshal(readFile(t, file+".reading.json"), &reading))
			require.NotEmpty(t, reading.Orders)
			got := importSource(t, file)
			require.Len(t, got, len(reading.Orders))
			for _, want := range reading.Orders {
				at := slices.IndexFunc(got, func(o sentOrder) bool { return o.ExternalID == want.ExternalID })
				require.GreaterOrEqual(t, at, 0, want.ExternalID)
				requireArrived(t, want, got[at])
			}
		})
	}
}

// importSource imports a file into a fresh sandbox and lists what that has got.
func importSource(t *testing.T, file string) []sentOrder {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: catalog.Generate(5, 1, local.CatalogStart()), AcceptAnySKU: true, Now: time.Now})
	require.NoError(t, err)
	shop := httptest.NewServer(server)
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		shop.Close()
	})
	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte(fmt.Sprintf("supplier: {base_url: %q}\n", shop.URL)), 0o600))
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--config", config, "import", "--json", file},
		func(string) (string, bool) { return "t", true }, nil, &out, &errs)
	require.Contains(t, []int{exitDone, exitPartial}, code, &errs)
	request, err := http.NewRequest(http.MethodGet, shop.URL+"/api/orders?per_page=200", nil)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer t")
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	var list struct{ Data []sentOrder }
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&list))
	return list.Data
}

// requireArrived compares what was read with what arrived. The contract has no fields for
// region and district, which stand behind the city, and none for a postal code.
func requireArrived(t *testing.T, want, got sentOrder) {
	t.Helper()
	city, address := got.Recipient.Delivery.City, ""
	if got.Recipient.Delivery.Address != nil {
		address = *got.Recipient.Delivery.Address
	}
	read := want.Recipient.Delivery
	require.True(t, strings.HasPrefix(city, read.City), "%s: %q", want.ExternalID, city)
	for _, part := range []*string{read.Region, read.District} {
		if part != nil {
			require.Contains(t, city, strings.TrimSuffix(*part, "."), want.ExternalID)
		}
	}
	if read.Address != nil {
		require.True(t, strings.HasPrefix(address, *read.Address), "%s: %q", want.ExternalID, address)
	}
	for _, o := range []*sentOrder{&want, &got} {
		d := &o.Recipient.Delivery
		d.City, d.Address, d.Region, d.District, d.PostalCode = "", nil, nil, nil, nil
	}
	require.Equal(t, want, got)
}
