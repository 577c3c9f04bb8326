// Package documents is the dialect of an accounting program that is asked by XML documents,
// each of them signed, and answers in XML. An order is made as a draft, which is handed in by
// a second document.
package documents

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// dialect is an accounting program at work.
type dialect struct {
	tokens []string
	drafts drafts
}

// Dialect is an accounting program: XML in and out, signatures in place of tokens, and
// orders in two steps.
func Dialect() service.Dialect {
	return service.Dialect{
		Name:        "documents",
		Description: "accounting program: XML both ways, requests signed by HMAC, drafts that are handed in, pages by the last number",
		Routes: func(s *service.Service) service.Routes {
			d := &dialect{tokens: s.Tokens}
			return service.Routes{Authorize: d.authorize, Guarded: map[string]service.Operation{
				"POST /exchange/goods":        d.list(service.ProductsPath, "Goods.Good", changed, product(), nil),
				"POST /exchange/orders":       d.orders,
				"POST /exchange/parcels":      d.list(service.ShipmentsPath, "Parcels.Parcel", changed, parcel(), nil),
				"POST /exchange/money":        d.list(service.LedgerPath, "Entries.Entry", posted, entry(), sums()),
				"POST /orders":                d.create,
				"POST /orders/{id}/submitted": d.submit,
			}}
		},
		Refuse: refuse,
	}
}

// names are a list's filters, by the contract's.
type names map[string]string

// The filters of products and parcels, of orders, and of entries.
var (
	changed = names{"ChangedFrom": "updated_since"}
	ordered = names{"Numbers": "external_id", "ChangedFrom": "updated_since", "MadeFrom": "created_from", "MadeTo": "created_to"}
	posted  = names{"From": "from", "To": "to", "Kind": "kind"}
)

// signaturePrefix stands before each signature.
const signaturePrefix = "HMAC "

var clockForm = pattern.Lazy(`^[0-9]{13}$`)

// authorize finds the token whose holder has signed the request: over its method, path,
// query and body, the name of who asks, and the time.
func (d *dialect) authorize(x *service.Exchange) error {
	const most = 1 << 20
	r := x.Request
	body, err := io.ReadAll(http.MaxBytesReader(x.Writer, r.Body, most))
	if err != nil {
		return &service.Problem{Status: http.StatusRequestEntityTooLarge, Code: "too_large", Detail: "the document is too large, or ended early"}
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	user, at := r.URL.Query().Get("key"), r.Header.Get("X-Time")
	signed := strings.Join([]string{r.Method, r.URL.EscapedPath(), r.URL.Query().Encode(), string(body), user, at}, "\n")
	for _, token := range d.tokens {
		mac := hmac.New(sha512.New, []byte(token))
		_, _ = mac.Write([]byte(signed)) // a hash takes everything
		want := signaturePrefix + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		if user != "" && clockForm().MatchString(at) && hmac.Equal([]byte(want), []byte(r.Header.Get("X-Signature"))) {
			x.Token = token
			return nil
		}
	}
	detail := "the request has no key, no X-Time in milliseconds, or no signature of that key"
	if len(d.tokens) == 0 {
		detail = "this sandbox knows no key that could have signed: start it with --token"
	}
	return &service.Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: detail}
}

// most is how many records a page may have.
const most = 200

// list answers one of the contract's lists, by page and limit; at is where its records stand.
func (d *dialect) list(path, at string, filters names, row, meta shape.Table) service.Operation {
	return func(x *service.Exchange) error {
		asked, query, err := request(x, filters, "Page")
		if err != nil {
			return err
		}
		number, err := service.WholeMember(asked, "Page", 1, 1)
		if err != nil {
			return err
		}
		size, err := service.WholeMember(asked, "Limit", 50, 1)
		if err != nil {
			return err
		}
		size = min(size, most)
		p, err := x.Rows(path, query, (number-1)*size, size)
		if err != nil {
			return err
		}
		answer := meta.Show(p.Meta)
		answer["@Total"] = p.Total
		shape.SetAt(answer, at, service.Shown(p.Rows, row.Show))
		send(x, http.StatusOK, "Answer", answer)
		return nil
	}
}

// request reads the document of a list: what it asks, and its filters. What neither is nor
// is among the others is refused.
func request(x *service.Exchange, filters names, others ...string) (asked object, query url.Values, err error) {
	if asked, err = document(x, "Request"); err != nil {
		return nil, nil, err
	}
	query = url.Values{}
	for name, v := range asked {
		inner, _ := v.(object) // Numbers holds a Number or several
		switch ours := filters[name]; {
		case ours != "" && inner != nil:
			query[ours] = shape.Texts(listed(inner["Number"]))
		case ours != "":
			query.Set(ours, shape.Text(v))
		case name != "Limit" && !slices.Contains(others, name):
			return nil, nil, service.WrongParameter(name, "unknown_parameter", "the document has a %s, which means nothing here", name)
		}
	}
	return asked, query, nil
}

// orders go on behind the order whose number was the last one.
func (d *dialect) orders(x *service.Exchange) error {
	asked, query, err := request(x, ordered, "After")
	if err != nil {
		return err
	}
	size, err := service.WholeMember(asked, "Limit", 50, 1)
	if err != nil {
		return err
	}
	p, err := x.Rows(service.OrdersPath, query, 0, -1)
	if err != nil {
		return err
	}
	first := 0
	if after := shape.Text(asked["After"]); after != "" {
		at := slices.IndexFunc(p.Rows, func(o object) bool { return shape.Text(o["number"]) == after })
		if at < 0 {
			return service.WrongParameter("After", "unknown_number", "there is no order %q here", after)
		}
		first = at + 1
	}
	rows := p.Rows[first:min(first+min(size, most), len(p.Rows))]
	send(x, http.StatusOK, "Answer", object{"Orders": object{"Order": service.Shown(rows, d.drafts.show)}})
	return nil
}

// create makes a draft of an order. The header X-Request-Key tells a repeated document from
// a new one.
func (d *dialect) create(x *service.Exchange) error {
	body, err := document(x, "Order")
	if err != nil {
		return err
	}
	number := shape.Text(body["@Number"])
	fresh := d.drafts.begin(number)
	created, existed, err := x.Create(newOrder().Read(body), x.Request.Header.Get("X-Request-Key"))
	if refused, ok := errors.AsType[*service.Problem](err); fresh && (existed || ok && refused.Status < http.StatusInternalServerError) {
		d.drafts.forget(number) // it is older than what is known of drafts, or there is no order
	}
	if err != nil {
		return err
	}
	if existed {
		x.Writer.Header().Set("X-Replayed", "true")
	}
	send(x, http.StatusCreated, "Order", d.drafts.show(created))
	return nil
}

// submit hands a draft in.
func (d *dialect) submit(x *service.Exchange) error {
	id := x.Request.PathValue("id")
	if body, err := document(x, "Submit"); err != nil {
		return err
	} else if shape.Text(body["Source"]) == "" {
		return service.WrongParameter("Source", "required", "the document does not say who hands the order in: Source")
	}
	p, err := x.Rows(service.OrdersPath, nil, 0, -1)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(p.Rows, func(o object) bool { return shape.Text(o["id"]) == id })
	switch {
	case at < 0:
		return service.NotFound("there is no order %q", id)
	case !d.drafts.handIn(shape.Text(p.Rows[at]["external_id"])):
		return &service.Problem{Status: http.StatusConflict, Code: "submitted_before", Detail: "the order is handed in already"}
	}
	send(x, http.StatusOK, "Order", d.drafts.show(p.Rows[at]))
	return nil
}

// refuse writes a document Fault with its code, its text and the places that it is about.
func refuse(x *service.Exchange, p *service.Problem) {
	x.Writer.Header().Del("Www-Authenticate")
	said := object{"@Code": p.Reason(), "Text": p.Detail}
	if p.RequestID != "" {
		said["Request"] = p.RequestID
	}
	if p.ExistingOrderID != "" {
		said["@Code"], said["Order"] = "exists", p.ExistingOrderID
	}
	places := []object{}
	for _, f := range p.Placed(newOrder(), changed, ordered, posted) {
		places = append(places, object{"@At": f.Pointer + f.Parameter, "@Code": f.Code, "#": f.Detail})
	}
	said["Places"] = object{"Place": places}
	send(x, p.Status, "Fault", said)
}
