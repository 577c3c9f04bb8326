package sandbox

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/packed"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/goccy/go-yaml"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// packedDocument is openapi.yaml. The test writes it: go test -run Packed -update .
//
//go:embed openapi.zip
var packedDocument []byte

//go:embed pages
var pageFiles embed.FS

// newPages makes everything beside the six operations.
func (s *Server) newPages(o Options) (http.Handler, error) {
	document := sync.OnceValue(func() []byte { // most servers are never asked for it
		text, err := openapiJSON(o.Version)
		if err != nil {
			panic(err) // a test reads the same bytes
		}
		return text
	})
	views, err := template.ParseFS(pageFiles, "pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	g := &guard{hosts: map[string]bool{}, origin: http.NewCrossOriginProtection()}
	for _, host := range o.Hosts {
		g.hosts[strings.ToLower(host)] = true
	}
	cab := &cabinet{server: s, views: views, version: o.Version}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", cab.landing)
	mux.HandleFunc("GET /cabinet", cab.show)
	mux.HandleFunc("POST /cabinet/tokens", cab.issue)
	mux.HandleFunc("POST /cabinet/tokens/{id}/revoke", cab.revoke)
	mux.HandleFunc("GET /assets/style.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, pageFiles, "pages/style.css")
	})
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		s.write(w, s.requests.next(), answer{http.StatusOK, http.Header{"Content-Type": {"application/json"}}, document()})
	})
	mux.Handle("GET /docs/", v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Supplier sandbox", SwaggerJSON: "/openapi.json", BasePath: "/docs/",
		SettingsUI: map[string]string{"persistAuthorization": "true", "tryItOutEnabled": "true", "defaultModelsExpandDepth": "1"},
	}))
	mux.Handle("GET /docs", http.RedirectHandler("/docs/", http.StatusMovedPermanently))
	mux.HandleFunc("/sandbox/faults", s.control)
	mux.HandleFunc("/sandbox/stats", s.control)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.noPage(w, r, mux) })
	return g.wrap(mux), nil
}

// noPage answers what no page of the mux does: a wrong method, or a wrong address.
func (s *Server) noPage(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) {
	var allow []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := r.WithContext(r.Context()) // a copy
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "/" {
			allow = append(allow, method)
		}
	}
	if len(allow) == 0 {
		s.notFound(w, r)
		return
	}
	id := s.requests.next()
	s.write(w, id, problemAnswer(wrongMethod(r, strings.Join(allow, ", ")), r.URL.Path, id))
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	id := s.requests.next()
	s.write(w, id, problemAnswer(contract.Refuse(http.StatusNotFound, "not_found", "there is nothing at %s", r.URL.Path), r.URL.Path, id))
}

// openapiJSON turns the hand-kept document into the one that is served.
func openapiJSON(version string) ([]byte, error) {
	files, err := packed.Files(packedDocument)
	if err != nil {
		return nil, fmt.Errorf("unpack the OpenAPI document: %w", err)
	}
	text, err := yaml.YAMLToJSON(files[0].Data)
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	if version == "" {
		return bytes.TrimSpace(text), nil
	}
	var document map[string]json.RawMessage
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	if document["x-sandbox-version"], err = json.Marshal(version); err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return json.Marshal(document)
}

// cabinet is the client's personal account: in a sandbox, one for everybody.
type cabinet struct {
	server  *Server
	views   *template.Template
	version string
	flash   flash
}

func (c *cabinet) landing(w http.ResponseWriter, r *http.Request) {
	type shown struct{ ID, Method, Path string }
	var operations []shown
	for _, op := range operationTable() {
		operations = append(operations, shown{op.id, op.method, op.path})
	}
	c.render(w, http.StatusOK, "landing.html", map[string]any{
		"Version": c.version, "Products": c.server.goods.total, "Speed": c.server.speed, "Operations": operations,
	})
}

func (c *cabinet) show(w http.ResponseWriter, r *http.Request) {
	c.list(w, r, http.StatusOK, "", c.flash.take(r.URL.Query().Get("issued")))
}

func (c *cabinet) list(w http.ResponseWriter, r *http.Request, status int, complaint string, issued issuedToken) {
	tokens, err := c.server.listTokens(r.Context())
	if err != nil {
		c.fail(w, err)
		return
	}
	c.render(w, status, "cabinet.html", map[string]any{"Tokens": tokens, "Complaint": complaint, "Issued": issued, "NameLimit": maxTokenName})
}

// issue makes a token and sends the browser back, so that reloading the page
// does not make another; the token waits there to be shown once.
func (c *cabinet) issue(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<14)
	name := strings.TrimSpace(r.PostFormValue("name"))
	if name == "" || len([]rune(name)) > maxTokenName {
		c.list(w, r, http.StatusUnprocessableEntity,
			fmt.Sprintf("Назвіть токен: від 1 до %d знаків.", maxTokenName), issuedToken{})
		return
	}
	token, err := c.server.IssueToken(r.Context(), name)
	if err != nil {
		c.fail(w, err)
		return
	}
	http.Redirect(w, r, "/cabinet?issued="+c.flash.keep(issuedToken{name, token}), http.StatusSeeOther)
}

func (c *cabinet) revoke(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		c.server.notFound(w, r)
		return
	}
	if err := c.server.revokeToken(r.Context(), id, c.server.house.Now()); err != nil {
		c.fail(w, err)
		return
	}
	http.Redirect(w, r, "/cabinet", http.StatusSeeOther)
}

func (c *cabinet) fail(w http.ResponseWriter, err error) {
	c.server.log.Error("cabinet failed", "error", err)
	http.Error(w, "the sandbox failed; its log says why", http.StatusInternalServerError)
}

func (c *cabinet) render(w http.ResponseWriter, status int, view string, data any) {
	var page bytes.Buffer
	if err := c.views.ExecuteTemplate(&page, view, data); err != nil {
		c.fail(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	if _, err := w.Write(page.Bytes()); err != nil {
		c.server.log.Debug("page not taken", "error", err)
	}
}
