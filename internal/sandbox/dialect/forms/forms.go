// Package forms is the dialect of a CRM whose every request is a form with JSON inside: one
// address, the method in a field, the token of a login for clients (OAuth 2) in another.
package forms

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// dialect is a CRM at work.
type dialect struct{ sessions service.Sessions }

// Dialect is a CRM that takes forms: amounts with either decimal mark, entries in columns of
// credit and debit, the newest of them first.
func Dialect() service.Dialect {
	return service.Dialect{
		Name:        "forms",
		Description: "CRM of forms with JSON in a field: a login for clients, either decimal mark, credit and debit, the newest entry first",
		Routes: func(s *service.Service) service.Routes {
			d := &dialect{service.Sessions{Now: s.Now, Life: s.TokenLife, Seed: s.Seed}}
			return service.Routes{Authorize: d.authorize,
				Open:    map[string]service.Operation{"POST /oauth/token": d.login},
				Guarded: map[string]service.Operation{"POST /connector": d.connector},
			}
		},
		Refuse: refuse,
	}
}

// login is the grant of RFC 6749, 4.4: the secret is a token of the sandbox.
func (d *dialect) login(x *service.Exchange) error {
	form, err := formOf(x)
	if err != nil {
		return err
	}
	wrong := &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "client_id or client_secret is wrong, or grant_type is not client_credentials"}
	secret := form.Get("client_secret")
	if form.Get("grant_type") != "client_credentials" || form.Get("client_id") == "" || secret == "" {
		return wrong
	}
	known, err := x.Known(secret)
	switch {
	case err != nil:
		return err
	case !known:
		return wrong
	}
	return x.JSON(http.StatusOK, object{"access_token": d.sessions.Begin(secret), "token_type": "bearer", "expires_in": int(d.sessions.Life.Seconds())})
}

// formOf reads the fields of a request, which must be a form.
func formOf(x *service.Exchange) (url.Values, error) {
	const most = 1 << 20
	r := x.Request
	r.Body = http.MaxBytesReader(x.Writer, r.Body, most)
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/x-www-form-urlencoded" || r.ParseForm() != nil {
		return nil, &service.Problem{Status: http.StatusUnsupportedMediaType, Code: "not_a_form", Detail: "the request is no form (application/x-www-form-urlencoded)"}
	}
	return r.PostForm, nil
}

// authorize finds the token in the field of that name.
func (d *dialect) authorize(x *service.Exchange) error {
	form, err := formOf(x)
	if err != nil {
		return err
	}
	known := false
	if x.Token, known = d.sessions.Token(form.Get("token")); !known {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the token is unknown or has expired; get another one"}
	}
	return nil
}

// list is one of the methods that read.
type list struct {
	path, name   string
	names, times map[string]string // filters, by the contract's
	row, meta    shape.Table
	newestFirst  bool
}

// lists are the methods that read, by their names.
func lists() map[string]list {
	changed := map[string]string{"changed_from": "updated_since"}
	return map[string]list{
		"getProducts": {path: service.ProductsPath, name: "products", times: changed, row: product()},
		"getOrders": {path: service.OrdersPath, name: "orders", names: map[string]string{"numbers": "external_id"},
			times: map[string]string{"changed_from": "updated_since", "made_from": "created_from", "made_to": "created_to"}, row: order()},
		"getParcels": {path: service.ShipmentsPath, name: "parcels", times: changed, row: parcel()},
		"getMoney": {path: service.LedgerPath, name: "entries", names: map[string]string{"kind": "kind"},
			times: map[string]string{"from": "from", "to": "to"}, row: entry(), meta: sums(), newestFirst: true},
	}
}

// connector answers all requests: what is wanted stands in the field method.
func (d *dialect) connector(x *service.Exchange) error {
	form := x.Request.PostForm
	parameters := object{}
	if text := form.Get("parameters"); text != "" && service.Decode([]byte(text), &parameters) != nil {
		return &service.Problem{Status: http.StatusBadRequest, Code: "malformed_json", Detail: "the field parameters is no JSON object"}
	}
	method := form.Get("method")
	if method == "addOrder" {
		return add(x, parameters)
	}
	if l, known := lists()[method]; known {
		return l.answer(x, parameters)
	}
	return service.NotFound("there is no method %q", method)
}

// most is how many records a page may have.
const most = 200

// answer answers a page of a list.
func (l list) answer(x *service.Exchange, parameters object) error {
	filters, err := l.filters(parameters)
	if err != nil {
		return err
	}
	number, err := service.WholeMember(parameters, "page", 1, 1)
	if err != nil {
		return err
	}
	size, err := service.WholeMember(parameters, "limit", 50, 1)
	if err != nil {
		return err
	}
	p, err := l.page(x, filters, number, min(size, most))
	if err != nil {
		return err
	}
	answer := l.meta.Show(p.Meta)
	answer["status"], answer["total"], answer[l.name] = "SUCCESS", p.Total, service.Shown(p.Rows, l.row.Show)
	return x.JSON(http.StatusOK, answer)
}

// page reads a page, from the end of the contract's list on where the newest comes first.
func (l list) page(x *service.Exchange, filters url.Values, number, size int) (service.Part, error) {
	if !l.newestFirst {
		return x.Rows(l.path, filters, (number-1)*size, size)
	}
	all, err := x.Rows(l.path, filters, 0, 0)
	if err != nil {
		return all, err
	}
	end := max(all.Total-(number-1)*size, 0)
	first := max(end-size, 0)
	p, err := x.Rows(l.path, filters, first, end-first)
	slices.Reverse(p.Rows)
	return p, err
}

// filters translates the parameters of a list. One that is not known is refused, since a
// filter that is passed over in silence gives everything.
func (l list) filters(parameters object) (url.Values, error) {
	filters := url.Values{}
	for name, v := range parameters {
		ours := l.names[name] + l.times[name]
		switch texts := shape.Texts(v); {
		case name == "page" || name == "limit":
		case ours == "":
			return nil, service.WrongParameter(name, "unknown_parameter", "there is no parameter %q here", name)
		case len(texts) > 0:
			filters[ours] = texts
		default:
			filters.Set(ours, shape.Text(v))
		}
	}
	return filters, wallClock().Read(filters, l.times)
}

// add makes an order. The same number with the same content is the order that there is.
func add(x *service.Exchange, parameters object) error {
	created, existed, err := x.Create(newOrder().Read(parameters), "")
	if err != nil {
		return err
	}
	if existed {
		x.Writer.Header().Set("X-Existed", "true")
	}
	return x.JSON(http.StatusOK, object{"status": "SUCCESS", "order": order().Show(created)})
}

// refuse writes {status: ERROR, error_code, error_message} under 200, but for what a server
// in front of the service says.
func refuse(x *service.Exchange, p *service.Problem) {
	body := object{"status": "ERROR", "error_code": strings.ToUpper(p.Reason()), "error_message": p.Detail}
	if p.ExistingOrderID != "" {
		body["error_code"], body["order_id"] = "DUPLICATE", p.ExistingOrderID
	}
	if p.RequestID != "" {
		body["request_id"] = p.RequestID
	}
	fields := []object{}
	for _, f := range p.Errors {
		fields = append(fields, object{"field": x.Place(f, newOrder()), "code": f.Code, "text": f.Detail})
	}
	body["error_fields"] = fields
	status := http.StatusOK
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		status = p.Status
	}
	x.Writer.Header().Del("Www-Authenticate")
	_ = x.JSON(status, body) // texts only: it can be written
}
