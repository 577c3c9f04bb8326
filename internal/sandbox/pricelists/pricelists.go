package pricelists

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Name is what --dialect calls this supplier.
const Name = "pricelist"

// Description says in one line what it is like.
const Description = "price lists by link, and no service: YML, a table and JSON"

// Lists are the paths of the lists; each may be asked for with .gz behind it.
func Lists() []string {
	return []string{"/lists/goods.yml", "/lists/goods.csv", "/lists/goods.json", "/lists/keyed.json", "/lists/one-price.yml", "/lists/cards.csv", "/lists/drop.csv", "/lists/stock.csv"}
}

// Wrap puts the lists in front of the sandbox; token is one of its tokens.
func Wrap(inner http.Handler, token string) http.Handler {
	s := &supplier{inner: inner, token: token}
	mux := http.NewServeMux()
	for _, list := range Lists() {
		mux.HandleFunc("GET "+list, s.serve)
		mux.HandleFunc("GET "+list+".gz", s.serve)
	}
	mux.HandleFunc("/api/", http.NotFound) // there is no service
	mux.Handle("/", inner)
	return mux
}

// supplier serves the lists.
type supplier struct {
	inner http.Handler
	token string
}

// serve answers with a list. Its tag is that of its content, so that it is sent again only
// where it has changed.
func (s *supplier) serve(w http.ResponseWriter, r *http.Request) {
	all, cut, foreign := s.read(r.Context())
	if foreign != nil {
		foreign.send(w)
		return
	}
	name, packed := strings.CutSuffix(path.Base(r.URL.Path), ".gz")
	body := write(name, all)
	if packed {
		body = pack(body)
	}
	tag := strconv.Quote(strconv.FormatUint(checksum(body), 36))
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag && !cut {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if cut {
		_, _ = w.Write(body[:len(body)/2]) // best effort: the connection ends anyway
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(body) // the client is gone: nobody to tell
}

// answer is what the sandbox said.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is the answer's header.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader keeps the status.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write keeps the body.
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// send passes an answer on as it is.
func (a *answer) send(w http.ResponseWriter) {
	for _, name := range []string{"Content-Type", "Retry-After"} {
		w.Header()[name] = a.header[name]
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body.Bytes()) // the client is gone: nobody to tell
}

// read reads all goods of the sandbox. An answer that is no list is passed on; cut says that
// one was cut.
func (s *supplier) read(ctx context.Context) (all []goods, cut bool, foreign *answer) {
	for number := 1; ; number++ {
		page, whole := s.ask(ctx, number)
		if !whole {
			return all, true, nil
		}
		var list struct {
			Data []goods `json:"data"`
			Meta struct {
				Pages int `json:"total_pages"`
			} `json:"meta"`
		}
		if page.status != http.StatusOK || json.Unmarshal(page.body.Bytes(), &list) != nil {
			return nil, false, page
		}
		if all = append(all, list.Data...); number >= list.Meta.Pages {
			return all, false, nil
		}
	}
}

// ask asks for a page; whole is false where the sandbox cut the connection.
func (s *supplier) ask(ctx context.Context, number int) (page *answer, whole bool) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("/api/products?per_page=200&page=%d", number), http.NoBody)
	if err != nil {
		return nil, false
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	page = &answer{header: http.Header{}, status: http.StatusOK}
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			panic(cause)
		}
	}()
	s.inner.ServeHTTP(page, r)
	return page, true
}

// checksum is FNV-1a of a body.
func checksum(body []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range body {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}

func pack(body []byte) []byte {
	var out bytes.Buffer
	packer := gzip.NewWriter(&out)
	_, _ = packer.Write(body) // into memory
	_ = packer.Close()
	return out.Bytes()
}

// write makes a list of goods.
func write(name string, all []goods) []byte {
	switch name {
	case "goods.yml":
		return yml(all, true)
	case "one-price.yml":
		return yml(all, false)
	case "goods.json":
		return members(all)
	case "keyed.json":
		return underKeys(all)
	case "cards.csv":
		return table(all, slices.DeleteFunc(columns(), func(c column) bool { return c.heading == headingDrop || c.heading == headingStock }))
	case "drop.csv":
		return table(all, slices.DeleteFunc(columns(), func(c column) bool {
			return c.heading != headingSKU && c.heading != headingDrop && c.heading != headingCurrency
		}))
	case "stock.csv":
		return table(all, slices.DeleteFunc(columns(), func(c column) bool { return c.heading != headingSKU && c.heading != headingStock }))
	}
	return table(all, columns())
}
