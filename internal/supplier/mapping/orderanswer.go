package mapping

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// OrderAnswer reads the one order of an answer.
type OrderAnswer struct {
	at     []jsonread.Path // where the order stands
	atText string          // as the mapping writes it
	read   jsonread.Reader[supplier.Order]
}

// orderAnswer compiles where an operation's answer has its order, and that order's fields.
func (c *compiler) orderAnswer(op string, request, at strictyaml.Scalar, key string, specs written.Fields, fields []field[supplier.Order]) (out OrderAnswer, err error) {
	if at.Text == "" {
		return out, c.Wrong(written.Placed(at, request), "%s: order is missing: the path of the order in the answer, . for the whole answer", op)
	}
	if out.at, err = access.AnswerPaths(at.Text); err != nil {
		return out, c.Wrong(at, "%s: order: %v", op, err)
	}
	out.atText = at.Text
	order, err := compileRecord(c, key, specs, fields, nil, recordRules{})
	if err != nil {
		return out, err
	}
	out.read = (&producer[supplier.Order]{record: order, kind: orderKind(c.drafts())}).only
	return out, nil
}

// Order finds the order in an answer and reads it.
func (o *OrderAnswer) Order(answer string) (order supplier.Order, err error) {
	if len(o.at) > 1 || len(o.at[0].Steps) > 0 {
		if err := jsonread.Check(answer); err != nil {
			return order, err
		}
		found, err := jsonread.First(o.at, answer)
		if err != nil {
			return order, err
		}
		if found == "" {
			return order, fmt.Errorf("nothing stands at %s", o.atText)
		}
		answer = found
	}
	if err = jsonread.Document(answer, o.read, &order); err == nil && slices.Contains([]string{"0", "true", "false"}, order.ID) {
		err = &jsonread.ShapeError{Path: []string{"id"}, Want: "an id", Got: order.ID} // how services write that there is none
	}
	return order, err
}
