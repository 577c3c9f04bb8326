package pricelist_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// catalogueOf is the catalogue of some lists, whose state lies in dir.
func catalogueOf(dir string, sources ...pricelist.Source) *pricelist.Catalogue {
	for i := range sources {
		sources[i].Hints.Key = fmt.Sprintf("supplier.products.lists[%d]", i)
	}
	return pricelist.New(pricelist.Options{Sources: sources, State: filepath.Join(dir, "lists"), Memory: filepath.Join(dir, "columns.json"), HTTP: http.DefaultClient,
		UserAgent: "test", Now: time.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
}

// read reads all products, a line for each, and what the pages name beside them.
func read(t testing.TB, c *pricelist.Catalogue) (lines, named []string, err error) {
	t.Helper()
	pages := c.ProductPages(supplier.ProductQuery{})
	var page supplier.ProductPage
	for {
		raw, err := pages.Fetch(t.Context())
		if err == io.EOF {
			result := pages.Result()
			require.True(t, result.Complete)
			require.Equal(t, len(lines), result.Items)
			return lines, named, nil
		}
		if err != nil {
			return nil, nil, err
		}
		require.NoError(t, pages.Decode(raw, &page))
		require.NoError(t, pages.Admit(&page))
		for _, p := range page.Products {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", p.SKU, p.Name, p.DropPrice, p.RRP, p.Availability)))
		}
		for i := range page.Unreadable {
			named = append(named, page.Unreadable[i].String())
		}
		for _, lack := range page.Lacking {
			named = append(named, lack.Product+" lacks "+lack.Field+" of "+lack.List)
		}
	}
}

func code(t testing.TB, err error) string {
	t.Helper()
	fault, ok := errors.AsType[*listfile.Fault](err)
	require.True(t, ok, "%v", err)
	return fault.Code
}

func write(t testing.TB, dir, name, data string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
	return path
}

const goods = "Код;Назва;РРЦ;Залишок\na;Чай;9;1\nb;Кава;8;0\nc;Сіль;7;5\n"

func TestListsAreJoinedBySKU(t *testing.T) {
	dir := t.TempDir()
	lines, named, err := read(t, catalogueOf(dir,
		pricelist.Source{File: write(t, dir, "goods.csv", goods)},
		pricelist.Source{File: write(t, dir, "drop.csv", "Код;Дроп\nb;5\na;6,50\nx;1\n")}))
	require.NoError(t, err)
	require.Equal(t, []string{"a Чай 6.50 9.00 in_stock", "b Кава 5.00 8.00 out_of_stock", "c Сіль  7.00 in_stock"}, lines)
	require.Equal(t, []string{"c lacks drop_price of drop.csv"}, named)
}

func TestFurtherListsMayTellOfStock(t *testing.T) {
	dir := t.TempDir()
	lines, named, err := read(t, catalogueOf(dir,
		pricelist.Source{File: write(t, dir, "goods.csv", "Код;Назва;Дроп\na;Чай;9\nb;Кава;8\nc;Сіль;7\nd;Мак;6\n")},
		pricelist.Source{File: write(t, dir, "stock.csv", "Код;Залишок\na;4\nb;немає\nd;питайте\n")}))
	require.NoError(t, err)
	require.Equal(t, []string{"a Чай 9.00  in_stock", "b Кава 8.00  out_of_stock", "c Сіль 7.00  out_of_stock"}, lines, "what the list of stock lacks is not sold")
	require.Equal(t, []string{`d: Залишок: the word "питайте" is not known`, "c lacks availability of stock.csv"}, named)

	_, named, err = read(t, catalogueOf(t.TempDir(), pricelist.Source{File: filepath.Join(dir, "goods.csv")},
		pricelist.Source{File: write(t, dir, "rrp.csv", "Код;РРЦ\na;14\na;15\n")}))
	require.NoError(t, err)
	require.Contains(t, named, "a: rrp.csv has the product twice, with different prices or stocks")
}

// TestFurtherListsMayCountWhatTheFirstOffers: a word of the first list does not hide a number
// of another one.
func TestFurtherListsMayCountWhatTheFirstOffers(t *testing.T) {
	dir := t.TempDir()
	lists := []pricelist.Source{
		{File: write(t, dir, "goods.csv", "Код;Назва;Дроп;Наявність\na;Чай;9;є\nb;Кава;8;є\nc;Сіль;7;є\nd;Мак;6;немає\ne;Рис;5;є\n")},
		{File: write(t, dir, "stock.csv", "Код;Залишок\na;4\nb;0\nd;3\ne;1\ne;2\n")},
	}
	lines, named, err := read(t, catalogueOf(dir, lists...))
	require.NoError(t, err)
	require.Equal(t, []string{"a Чай 9.00  in_stock", "b Кава 8.00  out_of_stock", "c Сіль 7.00  in_stock", "d Мак 6.00  out_of_stock"}, lines)
	require.Equal(t, []string{"e: stock.csv has the product twice, with different prices or stocks"}, named)

	pages := catalogueOf(t.TempDir(), lists...).ProductPages(supplier.ProductQuery{})
	raw, err := pages.Fetch(t.Context())
	require.NoError(t, err)
	var page supplier.ProductPage
	require.NoError(t, pages.Decode(raw, &page))
	require.Equal(t, supplier.Some[int64](4), page.Products[0].Quantity)
	require.Equal(t, supplier.Some[int64](0), page.Products[1].Quantity)
	require.False(t, page.Products[2].Quantity.Known)
}

// shop serves a list, and counts how often its body was sent.
type shop struct {
	*httptest.Server
	body        string
	etag        string
	sent, asked int
	answer      func(w http.ResponseWriter, r *http.Request) bool // instead, where it returns true
}

func newShop(t testing.TB, body string) *shop {
	s := &shop{body: body, etag: `"1"`}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked++
		if s.answer != nil && s.answer(w, r) {
			return
		}
		if s.etag != "" && r.Header.Get("If-None-Match") == s.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", s.etag)
		s.sent++
		_, _ = io.WriteString(w, s.body)
	}))
	t.Cleanup(s.Close)
	return s
}

const three = "Код;Назва;Дроп\na;Чай;9\nb;Кава;8\nc;Сіль;7\n"

func TestAListThatHasNotChangedIsNotFetchedAgain(t *testing.T) {
	s := newShop(t, three)
	dir := t.TempDir()
	for range 2 { // as another process, too
		c := catalogueOf(dir, pricelist.Source{URL: s.URL + "/list.csv?key=secret"})
		for range 2 {
			lines, _, err := read(t, c)
			require.NoError(t, err)
			require.Len(t, lines, 3)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "lists", "*"))
	require.NoError(t, err)
	require.Len(t, left, 1)
	old, fresh := write(t, left[0], ".fetching-1", "x"), write(t, left[0], ".fetching-2", "x")
	require.NoError(t, os.Chtimes(old, time.Time{}, time.Now().Add(-25*time.Hour)))
	require.Equal(t, 1, s.sent)
	require.Equal(t, 4, s.asked)
	s.body, s.etag = three+"d;Мак;6\n", `"2"`
	lines, _, err := read(t, catalogueOf(dir, pricelist.Source{URL: s.URL + "/list.csv?key=secret"}))
	require.NoError(t, err)
	require.Len(t, lines, 4)
	require.NoFileExists(t, old, "a killed process left it behind")
	require.FileExists(t, fresh)
}

// TestABadListLeavesTheGoodOne: what is refused is not kept, and is asked for again.
func TestABadListLeavesTheGoodOne(t *testing.T) {
	s := newShop(t, three)
	dir := t.TempDir()
	list := func() ([]string, error) {
		lines, _, err := read(t, catalogueOf(dir, pricelist.Source{URL: s.URL + "/list.csv?key=secret"}))
		return lines, err
	}
	_, err := list()
	require.NoError(t, err)
	for body, want := range map[string]string{
		"<html><form></form></html>": listfile.Unreadable, "Код;Назва;Дроп\n": listfile.Empty, three + "d;\"М": listfile.Incomplete, "Код;Назва;Ціна\na;b;5\n": listfile.PriceMeaningUnknown,
	} {
		s.body, s.etag = body, `"bad"`
		_, err = list()
		require.Equal(t, want, code(t, err))
		require.NotContains(t, err.Error(), "secret", "an address may hold a key")
		s.etag = `"1"`
		lines, err := list()
		require.NoError(t, err)
		require.Len(t, lines, 3, "the copy that was whole is still there")
	}
	files, err := filepath.Glob(filepath.Join(dir, "lists", "*", ".fetching-*"))
	require.NoError(t, err)
	require.Empty(t, files)
}

func TestADownloadThatIsCut(t *testing.T) {
	s := newShop(t, three)
	s.answer = func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, three) // which looks like a whole list
		return s.asked < 3
	}
	_, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL}))
	require.Equal(t, listfile.Incomplete, code(t, err))
	s.asked, s.answer = 0, func(w http.ResponseWriter, _ *http.Request) bool {
		if s.asked < 3 {
			w.Header().Set("Content-Length", "1000")
		}
		return false
	}
	lines, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL}))
	require.NoError(t, err, "the next attempt is whole")
	require.Len(t, lines, 3)
}

func TestAnswersThatAreNoList(t *testing.T) {
	for status, want := range map[int]failure.Kind{401: failure.Supplier, 403: failure.Supplier, 404: failure.Supplier, 500: failure.Supplier} {
		s := newShop(t, three)
		s.answer = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(status); return true }
		_, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL + "?key=secret"}))
		require.Equal(t, want, failure.KindOf(err), "%d: %v", status, err)
		require.ErrorContains(t, err, fmt.Sprint(status))
	}
	s := newShop(t, three)
	s.Close()
	_, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL + "?key=secret"}))
	require.Equal(t, listfile.Unreachable, code(t, err))
	require.NotContains(t, err.Error(), "secret")
	_, _, err = read(t, catalogueOf(t.TempDir(), pricelist.Source{File: "none.csv"}))
	require.Equal(t, listfile.Unreachable, code(t, err))
}

func TestKeysOfALink(t *testing.T) {
	token := supplier.NewSecret("t0ken")
	for _, c := range []struct {
		auth pricelist.Auth
		has  func(r *http.Request) bool
	}{
		{pricelist.Auth{Kind: pricelist.AuthBearer, Token: token}, func(r *http.Request) bool { return r.Header.Get("Authorization") == "Bearer t0ken" }},
		{pricelist.Auth{Kind: pricelist.AuthHeader, Field: "X-Key", Token: token}, func(r *http.Request) bool { return r.Header.Get("X-Key") == "t0ken" }},
		{pricelist.Auth{Kind: pricelist.AuthQuery, Field: "key", Token: token}, func(r *http.Request) bool { return r.URL.RawQuery == "a=1&key=t0ken" }},
		{pricelist.Auth{Kind: pricelist.AuthBasic, User: "u", Token: token}, func(r *http.Request) bool { u, p, _ := r.BasicAuth(); return u == "u" && p == "t0ken" }},
	} {
		s := newShop(t, three)
		s.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if !c.has(r) {
				w.WriteHeader(http.StatusForbidden)
			}
			return !c.has(r)
		}
		lines, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL + "?a=1", Auth: c.auth}))
		require.NoError(t, err, c.auth.Kind)
		require.Len(t, lines, 3)
	}
}

// TestAKeyStaysAtItsHost: a header with a key does not follow to another machine.
func TestAKeyStaysAtItsHost(t *testing.T) {
	var stolen string
	other := newShop(t, three)
	other.answer = func(_ http.ResponseWriter, r *http.Request) bool { stolen = r.Header.Get("X-Key"); return false }
	s := newShop(t, three)
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1), http.StatusFound)
		return true
	}
	_, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL, Auth: pricelist.Auth{Kind: pricelist.AuthHeader, Field: "X-Key", Token: supplier.NewSecret("t0ken")}}))
	require.Equal(t, listfile.Unreachable, code(t, err))
	require.Empty(t, stolen)
	lines, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{URL: s.URL}))
	require.NoError(t, err, "without a key a link may lead elsewhere, as those of sheets do")
	require.Len(t, lines, 3)
}

func TestTheNewestWholeFileOfAFolder(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	put := func(name, data string, age time.Duration) {
		require.NoError(t, os.Chtimes(write(t, dir, name, data), now.Add(-age), now.Add(-age)))
	}
	source := pricelist.Source{Folder: dir}
	_, _, err := read(t, catalogueOf(t.TempDir(), source))
	require.Equal(t, listfile.Unreachable, code(t, err))
	put("old.csv", "Код;Назва;Дроп\na;Чай;9\n", 3*time.Hour)
	put("newer.csv", three, 2*time.Hour)
	put("cut.csv", three+"d;\"М", time.Hour)
	put("next.csv.part", "x", 0)
	put("later.csv.filepart", "x", 0)
	put("old.csv~", "x", 0)
	put(".hidden", "x", 0)
	lines, _, err := read(t, catalogueOf(t.TempDir(), source))
	require.NoError(t, err)
	require.Len(t, lines, 3)
	put("page.html", "<html></html>", 0)
	_, _, err = read(t, catalogueOf(t.TempDir(), source))
	require.Equal(t, listfile.Unreadable, code(t, err), "what is no list is said, and not passed over")
}

func TestColumnsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "list.csv", three)
	look := func(accept bool) pricelist.Read {
		reads, err := catalogueOf(dir, pricelist.Source{File: file}).Look(context.Background(), accept)
		require.NoError(t, err)
		require.Len(t, reads, 1)
		return reads[0]
	}
	first := look(false)
	require.False(t, first.Known)
	require.Equal(t, int64(3), first.Records)
	require.Equal(t, []string{"9", "8", "7"}, first.Columns[2].Examples)
	require.Empty(t, look(false).Changes)

	write(t, dir, "list.csv", "Код;Назва товару;Дроп;Фото\na;Чай;9;https://a/1\n")
	require.Equal(t, []pricelist.Change{{Path: "Назва", Was: form.Name, Gone: true}, {Path: "Назва товару", Is: form.Name}, {Path: "Фото", Is: form.Image}}, look(false).Changes)
	_, _, err := read(t, catalogueOf(dir, pricelist.Source{File: file}))
	require.NoError(t, err, "what decides no money is only said")

	write(t, dir, "list.csv", "Код;Назва;Ціна дроп\na;Чай;9\n")
	_, _, err = read(t, catalogueOf(dir, pricelist.Source{File: file}))
	require.Equal(t, listfile.Changed, code(t, err))
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.Len(t, look(true).Changes, 2)
	require.Empty(t, look(false).Changes)
	_, _, err = read(t, catalogueOf(dir, pricelist.Source{File: file}))
	require.NoError(t, err)
}

func TestAListCannotBeSearched(t *testing.T) {
	c := catalogueOf(t.TempDir(), pricelist.Source{File: "none"})
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.ErrorIs(t, err, supplier.ErrUnmapped)
	_, err = c.SearchPages(supplier.SearchQuery{}).Fetch(t.Context())
	require.ErrorIs(t, err, supplier.ErrUnmapped)
	require.False(t, c.TracksChanges())
}
