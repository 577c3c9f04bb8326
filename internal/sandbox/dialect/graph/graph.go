// Package graph is the dialect of a service that is asked in GraphQL: one address, a query in
// each request, edges and nodes, refusals beside data under 200, and a session whose token
// is another one for each request.
package graph

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// dialect is a GraphQL service at work.
type dialect struct{ sessions service.Sessions }

// Dialect is a service asked in GraphQL.
func Dialect() service.Dialect {
	return service.Dialect{
		Name:        "graph",
		Description: "GraphQL: the query in each request, edges and nodes, errors beside data under 200, a session token for one request each",
		Routes: func(s *service.Service) service.Routes {
			d := &dialect{service.Sessions{Now: s.Now, Life: s.TokenLife, Seed: s.Seed}}
			return service.Routes{Authorize: d.authorize,
				Open:    map[string]service.Operation{"POST /session": d.login},
				Guarded: map[string]service.Operation{"POST /graphql": answer},
			}
		},
		Refuse: refuse,
	}
}

// login takes a token of the sandbox as the password of HTTP Basic.
func (d *dialect) login(x *service.Exchange) error {
	wrong := &service.Problem{Status: http.StatusUnauthorized, Code: "unauthenticated", Detail: "the user or the password is wrong"}
	user, password, ok := x.Request.BasicAuth()
	if !ok || user == "" || password == "" {
		return wrong
	}
	known, err := x.Known(password)
	switch {
	case err != nil:
		return err
	case !known:
		return wrong
	}
	return x.JSON(http.StatusOK, object{"session": object{"token": d.sessions.Begin(password)}})
}

// authorize takes a session's token, which is good once: the answer has the next one.
func (d *dialect) authorize(x *service.Exchange) error {
	own := x.Request.Header.Get("X-Session")
	token, known := d.sessions.Token(own)
	if !known {
		return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthenticated", Detail: "the session is unknown, over, or its token was used before"}
	}
	x.Token = token
	x.Writer.Header().Set("X-Next-Session", d.sessions.Next(own, token))
	return nil
}

// connection is one of the lists.
type connection struct {
	path    string
	filters map[string]string // by the contract's
	row     shape.Table
	meta    shape.Table
}

// connections are the lists by their fields in a query.
func connections() map[string]connection {
	return map[string]connection{
		"products": {path: service.ProductsPath, filters: map[string]string{"changedFrom": "updated_since"}, row: product()},
		"orders": {path: service.OrdersPath, row: order(), filters: map[string]string{"numbers": "external_id", "changedFrom": "updated_since",
			"createdFrom": "created_from", "createdTo": "created_to"}},
		"parcels": {path: service.ShipmentsPath, filters: map[string]string{"changedFrom": "updated_since"}, row: parcel()},
		"entries": {path: service.LedgerPath, filters: map[string]string{"from": "from", "to": "to", "kind": "kind"}, row: entry(), meta: sums()},
	}
}

// answer answers a query with what it selects, and nothing else.
func answer(x *service.Exchange) error {
	body, err := x.Body()
	if err != nil {
		return err
	}
	root, err := parse(shape.Text(body["query"]))
	if err != nil {
		return err
	}
	variables := shape.Member(body, "variables")
	data := object{}
	for name := range root {
		var found object
		if list, known := connections()[name]; known {
			found, err = list.answer(x, variables)
		} else if name == "createOrder" {
			found, err = create(x, variables)
		} else {
			err = &service.Problem{Status: http.StatusUnprocessableEntity, Code: "graphql_validation_failed", Detail: "Cannot query field \"" + name + "\""}
		}
		if err != nil {
			return err
		}
		data[name] = found
	}
	return x.JSON(http.StatusOK, object{"data": root.of(data)})
}

// most is how many records a page may have.
const most = 200

// answer answers a page: what lies behind a cursor.
func (c connection) answer(x *service.Exchange, variables object) (object, error) {
	filters, err := c.read(variables)
	if err != nil {
		return nil, err
	}
	size, err := service.WholeMember(variables, "first", 50, 1)
	if err != nil {
		return nil, err
	}
	first, err := behind(shape.Text(variables["after"]))
	if err != nil {
		return nil, err
	}
	p, err := x.Rows(c.path, filters, first, min(size, most))
	if err != nil {
		return nil, err
	}
	edges := []any{}
	for i, row := range p.Rows {
		edges = append(edges, object{"cursor": cursor(first + i + 1), "node": c.row.Show(row)})
	}
	end := first + len(p.Rows)
	out := c.meta.Show(p.Meta)
	out["edges"], out["pageInfo"] = edges, object{"hasNextPage": end < p.Total, "endCursor": cursor(end)}
	return out, nil
}

// read translates the variables of a list.
func (c connection) read(variables object) (url.Values, error) {
	filters := url.Values{}
	for name, v := range variables {
		ours := c.filters[name]
		switch list, _ := v.([]any); {
		case name == "first" || name == "after" || v == nil:
		case ours == "":
			return nil, service.WrongParameter(name, "unknown_parameter", "there is no variable $%s here", name)
		case list != nil:
			filters[ours] = shape.Texts(list)
		default:
			filters.Set(ours, shape.Text(v))
		}
	}
	return filters, nil
}

const cursorMark = "row:"

// cursor stands behind the first n records. One stands behind the last record, too.
func cursor(n int) string {
	return base64.StdEncoding.EncodeToString([]byte(cursorMark + strconv.Itoa(n)))
}

// behind is how many records stand before a cursor.
func behind(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	text, err := base64.StdEncoding.DecodeString(cursor)
	if err == nil && len(text) > len(cursorMark) && string(text[:len(cursorMark)]) == cursorMark {
		if n, err := strconv.Atoi(string(text[len(cursorMark):])); err == nil && n >= 0 {
			return n, nil
		}
	}
	return 0, service.WrongParameter("after", "invalid", "%q is no cursor", cursor)
}

// create makes an order. The same number with the same content is the order that there is.
func create(x *service.Exchange, variables object) (object, error) {
	input := shape.Member(variables, "input")
	if input == nil {
		return nil, service.WrongParameter("input", "required", "the variable $input is missing")
	}
	created, existed, err := x.Create(newOrder().Read(inOneLine(input)), "")
	if err != nil {
		return nil, err
	}
	return object{"order": order().Show(created), "existed": existed}, nil
}

// refuse writes {data: null, errors: [{message, extensions}]} under 200, but for what a
// server in front of the service says.
func refuse(x *service.Exchange, p *service.Problem) {
	extensions := object{"code": p.Reason()}
	if p.ExistingOrderID != "" {
		extensions["code"], extensions["orderId"] = "exists", p.ExistingOrderID
	}
	if p.RequestID != "" {
		extensions["requestId"] = p.RequestID
	}
	places := []object{}
	for _, f := range p.Placed(newOrder()) {
		places = append(places, object{"path": f.Pointer + f.Parameter, "code": f.Code, "message": f.Detail})
	}
	extensions["places"] = places
	status := http.StatusOK
	if p.Status == http.StatusTooManyRequests || p.Status >= http.StatusInternalServerError {
		status = p.Status
	}
	x.Writer.Header().Del("Www-Authenticate")
	_ = x.JSON(status, object{"data": nil, "errors": []object{{"message": p.Detail, "extensions": extensions}}}) // texts only: it can be written
}
