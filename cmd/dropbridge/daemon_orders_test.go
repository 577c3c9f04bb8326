package main

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// clerk uses the pages of a daemon as a browser without scripts does: forms carry the token
// of the page that they stand on, and the cookie to which it is bound.
type clerk struct {
	t      *testing.T
	url    string
	client *http.Client
}

func (d *runningDaemon) clerk(t *testing.T) *clerk {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return &clerk{t: t, url: strings.TrimSuffix(d.url, "/"), client: &http.Client{Jar: jar}}
}

// get gives a page, and the address at which it ended.
func (p *clerk) get(address string) (page, at string) {
	p.t.Helper()
	answer, err := p.client.Get(p.url + address)
	return p.page(answer, err)
}

func (p *clerk) page(answer *http.Response, err error) (page, at string) {
	p.t.Helper()
	require.NoError(p.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(p.t, err)
	return string(body), answer.Request.URL.RequestURI()
}

// token is that of the forms of a page.
func (p *clerk) token(address string) string {
	p.t.Helper()
	page, _ := p.get(address)
	found := regexp.MustCompile(`name="csrf" value="([^"]+)"`).FindStringSubmatch(page)
	require.NotNil(p.t, found, "no form on %s: %s", address, page)
	return html.UnescapeString(found[1])
}

// post sends a form that stands on a page, and gives the page that tells what it did.
func (p *clerk) post(from, to string, form url.Values) string {
	p.t.Helper()
	form.Set("csrf", p.token(from))
	page, _ := p.page(p.client.PostForm(p.url+to, form))
	return page
}

// upload gives a file as the form of the page of files does.
func (p *clerk) upload(source, name, content string) string {
	p.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	require.NoError(p.t, form.WriteField("csrf", p.token("/files")))
	require.NoError(p.t, form.WriteField("source", source))
	part, err := form.CreateFormFile("file", name)
	require.NoError(p.t, err)
	_, err = io.WriteString(part, content)
	require.NoError(p.t, err)
	require.NoError(p.t, form.Close())
	page, _ := p.page(p.client.Post(p.url+"/upload", form.FormDataContentType(), &body))
	return page
}

// press opens a page and sends the first form of it that does so, as it stands there, with what
// is answered to its questions.
func (p *clerk) press(address, act string, filled url.Values) string {
	p.t.Helper()
	page, _ := p.get(address)
	form := url.Values{}
	for _, one := range regexp.MustCompile(`(?s)<form action="/act".*?</form>`).FindAllString(page, -1) {
		form = url.Values{}
		for _, field := range regexp.MustCompile(`name="([^"]+)" value="([^"]*)"`).FindAllStringSubmatch(one, -1) {
			form.Set(field[1], html.UnescapeString(field[2]))
		}
		if form.Get("act") == act || form.Get("answer") == act {
			break
		}
	}
	require.Contains(p.t, []string{form.Get("act"), form.Get("answer")}, act, "no such button on %s: %s", address, page)
	for name, values := range filled {
		form[name] = values
	}
	shown, _ := p.page(p.client.PostForm(p.url+"/act", form))
	return shown
}

// TestAnOrderIsSettledOnThePage: a file is uploaded, the supplier does not answer for it and does
// not find it again, a person finds the order by its phone, has it sent, and sees its waybill.
func TestAnOrderIsSettledOnThePage(t *testing.T) {
	t.Parallel()
	service, config := quickSupplier(t)
	cut, err := sandbox.ParseFault("cut:POST /api/orders")
	require.NoError(t, err)
	require.NoError(t, service.SetFaults([]sandbox.Fault{cut}))
	d := startDaemon(t, t.TempDir(), config+daemonConfig)
	p := d.clerk(t)

	told := p.upload("keycrm", "one.csv", "Номер;Отримувач;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Післяплата\n77;Коваль Олена;0671112233;Київ;12;KB-01;1;450;450\n")
	require.Contains(t, told, "one.csv")
	address := ""
	require.Eventually(t, func() bool {
		page, at := p.get("/orders?q=" + url.QueryEscape("067 111 22 33"))
		address = at
		return strings.HasPrefix(at, "/order?") && strings.Contains(page, "answer\" value=\"not_posted")
	}, patience, 100*time.Millisecond, "%s", d.errs)
	require.Equal(t, "/order?number=KC-77&source=keycrm", address)
	story, _ := p.get(address)
	row, _ := p.get(html.UnescapeString(regexp.MustCompile(`href="(/row[^"]+)"`).FindStringSubmatch(story)[1]))
	require.Contains(t, row, "<bdi>0671112233</bdi>", "as it was written")
	files, _ := p.get("/files?name=ONE")
	require.Contains(t, files, "one.csv")

	require.Regexp(t, `class="effect failing"[^<]*<[^<]*<bdi>[^<]*x\.csv`, p.upload("nosuch", "x.csv", "a"), "there is no such source")
	require.NotContains(t, p.upload("", `..\..\<b>.csv`, "a;b\n1;2\n"), "<b>.csv")
	require.Eventually(t, func() bool {
		page, _ := p.get("/files?name=b")
		return strings.Contains(page, `value="drop_again"`) && strings.Contains(page, `<p class="error">`)
	}, patience, 100*time.Millisecond, "a file that cannot be read stands there with the reason and what to do: %s", d.errs)

	stranger := &clerk{t: t, url: p.url, client: &http.Client{}}
	refused, err := stranger.client.PostForm(p.url+"/act", url.Values{"act": {"decide"}, "order": {"KC-77"}, "source": {"keycrm"}, "answer": {"not_posted"}})
	require.NoError(t, err)
	refused.Body.Close()
	require.Equal(t, http.StatusForbidden, refused.StatusCode, "a form without a token does nothing")

	require.NoError(t, service.SetFaults(nil))
	require.Contains(t, p.press(address, "not_posted", nil), "KC-77")
	require.Eventually(t, func() bool {
		page, _ := p.get(address)
		return regexp.MustCompile(`<bdi class="id">\d{14}</bdi>`).MatchString(page)
	}, patience, 100*time.Millisecond, "%s", d.errs)
	require.Equal(t, 1, service.Stats().OrdersStored)
	page, _ := p.get(address)
	require.NotContains(t, page, `value="not_posted"`, "it is settled")
	require.Regexp(t, `</bdi>: <bdi>[^<]+</bdi>`, page[strings.Index(page, "id=\"story\""):], "who decided what")
}

// quickSupplier is a sandbox whose parcels are on their way within seconds, and a config for it.
func quickSupplier(t *testing.T) (*sandbox.Server, string) {
	t.Helper()
	goods, err := local.SampleCatalog()
	require.NoError(t, err)
	service, err := sandbox.New(sandbox.Options{Tokens: []string{"test-token"}, Catalog: goods, Seed: 1, Speed: 20_000, Now: time.Now})
	require.NoError(t, err)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, service.Close())
	})
	return service, "supplier: {base_url: " + server.URL + ", token_file: " + tokenFile(t, "test-token") + ", idempotency: none}\n"
}
