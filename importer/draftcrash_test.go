package importer_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// draftService is the sandbox behind the dialect of drafts. It cuts the answer to one request.
type draftService struct {
	dialect http.Handler

	mu  sync.Mutex
	cut string // how the path of the request ends whose answer is cut, "" for none
}

func (s *draftService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kept := httptest.NewRecorder()
	s.dialect.ServeHTTP(kept, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cut != "" && strings.HasSuffix(r.URL.Path, s.cut) {
		s.cut = ""
		panic(http.ErrAbortHandler)
	}
	for name, values := range kept.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(kept.Code)
	_, _ = io.Copy(w, kept.Body)
}

// documentsRig is an importer that is connected with the service through the built-in mapping.
func documentsRig(t *testing.T) (*rig, *sandbox.Server, *draftService) {
	t.Helper()
	r := newRig(t)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"test"}, Catalog: catalog.Generate(1, 1, r.clock.Now()), Now: r.clock.Now, Seed: 1, AcceptAnySKU: true})
	require.NoError(t, err)
	service := &draftService{}
	service.dialect, err = dialect.Wrap("documents", server, dialect.Options{Seed: 1, Now: r.clock.Now, Tokens: []string{"test"}})
	require.NoError(t, err)
	web := httptest.NewServer(service)
	t.Cleanup(func() {
		web.Close()
		require.NoError(t, server.Close())
	})
	data, file, err := templates.Open("").Read(templates.Supplier, "documents")
	require.NoError(t, err)
	program, err := mapping.Compile(file, data)
	require.NoError(t, err)
	r.service, err = client.New(client.Options{BaseURL: web.URL, User: "shop", Token: supplier.NewSecret("test"), Mapping: program, Retries: -1, Now: r.clock.Now})
	require.NoError(t, err)
	r.crash()
	return r, server, service
}

// TestADraftIsMadeAndHandedInOnce: wherever an importer dies between the file and the answer
// to the second step, and wherever an answer is lost, the supplier has one order in the end,
// and it is handed in.
func TestADraftIsMadeAndHandedInOnce(t *testing.T) {
	for name, c := range map[string]struct {
		dies []string // the points, one after the other
		cut  string   // the answer that is lost
	}{
		"nothing happens":                             {},
		"killed before the intent":                    {dies: []string{"before sending"}},
		"killed before it is made":                    {dies: []string{"sending"}},
		"killed before the journal knows of it":       {dies: []string{"posted"}},
		"killed before the draft is noted":            {dies: []string{"before drafted"}},
		"killed between the steps":                    {dies: []string{"drafted"}},
		"killed when it was handed in":                {dies: []string{"handed in"}},
		"killed before it is accepted":                {dies: []string{"before settled"}},
		"made, and the answer lost":                   {cut: "/orders"},
		"made, the answer lost, and killed":           {cut: "/orders", dies: []string{"posted"}},
		"handed in, and the answer lost":              {cut: "/submitted"},
		"handed in, the answer lost, and killed":      {cut: "/submitted", dies: []string{"handed in"}},
		"killed again when the interruption is noted": {dies: []string{"sending", "abandoned"}},
		"killed again when the draft was looked for":  {dies: []string{"drafted", "looked up"}},
	} {
		t.Run(name, func(t *testing.T) {
			r, server, service := documentsRig(t)
			service.cut = c.cut
			path := r.write("orders.csv", heading+row("1001"))
			for _, point := range c.dies {
				r.dieAt(point, path)
			}
			r.importFile(path)
			r.settle()
			o := r.order("1001")
			require.Equal(t, state.Accepted, o.State, "%s %s", o.Code, o.Message)
			require.Equal(t, "ord_00000001", o.RemoteID)
			require.Equal(t, 1, storedOrders(t, server))
			for found, err := range r.service.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"1001"}}) {
				require.NoError(t, err)
				require.Equal(t, "new", found.Status, "it is a draft no more")
			}
			require.Equal(t, []string{"accepted", o.RemoteID}, cellsOf(t, r.reportOf("orders.csv").Result)["1001"][:2])
		})
	}
}

// dieAt imports a file, and goes on with it as time passes, until the importer dies at a point.
func (r *rig) dieAt(point, path string) {
	r.t.Helper()
	died := false
	r.ports.atPoints(func(passed string) error {
		if passed != point {
			return nil
		}
		died = true
		return errStopped
	})
	_, err := r.im.Import(r.t.Context(), "", path, nil)
	for range 5 {
		if died {
			break
		}
		require.NoError(r.t, err)
		r.clock.After(10 * time.Minute)
		err = r.im.Resume(r.t.Context())
	}
	require.True(r.t, died, point)
	r.crash()
}

// storedOrders is how many orders the sandbox has.
func storedOrders(t *testing.T, server *sandbox.Server) int {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/api/orders", http.NoBody)
	request.Header.Set("Authorization", "Bearer test")
	answer := httptest.NewRecorder()
	server.ServeHTTP(answer, request)
	var list struct{ Data []json.RawMessage }
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&list))
	return len(list.Data)
}
