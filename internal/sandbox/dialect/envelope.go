package dialect

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// envelopeDialect is a marketplace.
type envelopeDialect struct{ sessions service.Sessions }

// envelope is a marketplace: tokens come from a login and end, everything is answered
// with 200 and says in its body whether it went well.
func envelope() service.Dialect {
	return service.Dialect{
		Name: "envelope", Document: "/swagger.json",
		Description: "marketplace: a login whose tokens end, {success, content} under HTTP 200, numbers as strings, an idempotency key",
		Routes: func(s *service.Service) service.Routes {
			d := &envelopeDialect{sessions: service.Sessions{Now: s.Now, Life: s.TokenLife, Seed: s.Seed}}
			return service.Routes{Authorize: d.authorize,
				Open: map[string]service.Operation{
					"GET /swagger.json": service.Document("application/json", documentsByName()["envelope"]),
					"POST /sites":       d.login,
				},
				Guarded: map[string]service.Operation{
					"GET /items/search":    d.items,
					"GET /orders/search":   d.orders,
					"POST /orders":         d.create,
					"GET /deliveries":      d.deliveries,
					"GET /balances/search": d.balances,
					"GET /items/filter":    d.filter,
				}}
		},
		Refuse: refuseEnvelope,
	}
}

// envelopeTime is an offset of Kyiv's, in summer another than in winter.
func envelopeTime(v any) any {
	at, err := time.Parse(time.RFC3339Nano, shape.Text(v))
	if err != nil {
		return nil
	}
	zone, err := time.LoadLocation("Europe/Kyiv")
	if err != nil { // a system without zones
		zone = time.UTC
	}
	return at.In(zone).Format(time.RFC3339Nano)
}

// quoted is a number as a JSON string, as this family writes them.
func quoted(v any) any {
	if n, ok := v.(json.Number); ok {
		return n.String()
	}
	return v
}

// unquoted is a whole number of a body, which may be a string.
func unquoted(v any) any {
	if text, ok := v.(string); ok && shape.IsWhole(text) {
		return json.Number(text)
	}
	return v
}

// login answers POST /sites: the password is a token of the sandbox.
func (d *envelopeDialect) login(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	user, password := shape.Text(body["username"]), shape.Text(body["password"])
	wrong := &service.Problem{Status: http.StatusUnauthorized, Code: "incorrect_login", Detail: "the user name or the password is wrong"}
	if user == "" || password == "" {
		return wrong
	}
	if known, err := x.Known(password); err != nil || !known {
		return cmp.Or(err, error(wrong))
	}
	token := d.sessions.Begin(password)
	return success(x, object{"id": 1, "access_token": token, "seller": object{"login": user}})
}

// authorize finds the sandbox's token of a session.
func (d *envelopeDialect) authorize(x *service.Exchange) error {
	if err := service.Bearer(x); err != nil {
		return err
	}
	token, ok := d.sessions.Token(x.Token)
	if !ok {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the session is unknown or has expired; log in again"}
	}
	x.Token = token
	return nil
}

func success(x *service.Exchange, content object) error {
	return x.JSON(http.StatusOK, object{"success": true, "content": content})
}

// envelopeList serves one of the contract's lists under a name. Without the header
// Accept-Validate-Exception a wrong filter is not said: nothing is found.
func envelopeList(x *service.Exchange, path, name string, names map[string]string, show func(object) object, meta shape.Table) error {
	filters, number, size, err := envelopeQuery(x, names)
	var p service.Part
	if err == nil {
		p, err = x.Rows(path, filters, (number-1)*size, size)
	}
	var wrong *service.Problem
	if errors.As(err, &wrong) && wrong.Status == http.StatusUnprocessableEntity && x.Request.Header.Get("Accept-Validate-Exception") != "1" {
		return success(x, object{name: []object{}, "_meta": envelopeMeta(0, 1, envelopeSize)})
	}
	if err != nil {
		return err
	}
	list := make([]object, len(p.Rows))
	for i, row := range p.Rows {
		list[i] = show(row)
	}
	content := meta.Show(p.Meta)
	content[name], content["_meta"] = list, envelopeMeta(p.Total, number, size)
	if p.Facets != nil {
		content["filters"] = p.Facets
	}
	return success(x, content)
}

func envelopeMeta(total, number, size int) object {
	return object{"totalCount": total, "pageCount": (total + size - 1) / size, "currentPage": number, "perPage": size}
}

const (
	envelopeSize = 20 // of a page where the client does not say
	envelopeMost = 100
)

func envelopeQuery(x *service.Exchange, names map[string]string) (filters url.Values, number, size int, err error) {
	if filters, err = x.Filters(names, "page", "pageSize"); err != nil {
		return nil, 0, 0, err
	}
	if number, err = x.Whole("page", 1, 1, 1_000_000); err != nil {
		return nil, 0, 0, err
	}
	size, err = x.Whole("pageSize", envelopeSize, 1, envelopeMost)
	return filters, number, size, err
}

// envelopeCodes are the numbers of refusals.
var envelopeCodes = map[string]int{
	"unauthorized": 6001, "incorrect_login": 1020, "not_found": 1009, "external_id_conflict": 5410, "idempotency_key_reused": 5411,
	"unknown_sku": 5102, "insufficient_stock": 5103, "rate_limited": 1429, "malformed_json": 1001, "internal": 1000, "unavailable": 1000,
}

const envelopeOther = 1010 // a code for all that has no number of its own

// refuseEnvelope writes {success: false, errors: {message, code, details}} under 200,
// but for what a server in front of the service would say: too many requests, and
// failures. Where nobody is logged in, success is a text. The details are a list, a
// text or null.
func refuseEnvelope(x *service.Exchange, p *service.Problem) {
	reason := p.Reason()
	code := envelopeOther
	for _, known := range []string{reason, p.Code} {
		if number, ok := envelopeCodes[known]; ok {
			code = number
			break
		}
	}
	body := object{"message": p.Detail, "code": code, "details": nil}
	switch {
	case len(p.Errors) > 0:
		details := []object{}
		for _, f := range p.Errors {
			details = append(details, object{"field": x.Place(f, envelopeNewOrder()), "code": f.Code, "message": f.Detail})
		}
		body["details"] = details
	case reason != "" && code != envelopeCodes["unauthorized"]:
		body["details"] = reason
	}
	if p.ExistingOrderID != "" {
		body["order_id"] = p.ExistingOrderID
	}
	if p.RequestID != "" {
		body["request_id"] = p.RequestID
	}
	status, success := http.StatusOK, any(false)
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		status = p.Status
	}
	if p.Status == http.StatusUnauthorized {
		success = "false"
	}
	x.Writer.Header().Del("Www-Authenticate")                      // it says nothing under 200
	_ = x.JSON(status, object{"success": success, "errors": body}) // texts only: it can be written
}
