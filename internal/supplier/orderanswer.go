package supplier

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// orderAnswer reads the one order of an answer.
type orderAnswer struct {
	at   []path // where the order stands
	text string // as the mapping writes it
	read read[Order]
}

// orderAnswer compiles where an operation's answer has its order, and that order's fields.
func (c *compiler) orderAnswer(op string, request, at strictyaml.Scalar, key string, specs fieldSpecs, fields []field[Order]) (out orderAnswer, err error) {
	if at.Text == "" {
		return out, c.wrong(placed(at, request), "%s: order is missing: the path of the order in the answer, . for the whole answer", op)
	}
	if out.at, err = answerPaths(at.Text); err != nil {
		return out, c.wrong(at, "%s: order: %v", op, err)
	}
	out.text = at.Text
	order, err := compileRecord(c, key, specs, fields, nil, recordRules{})
	if err != nil {
		return out, err
	}
	out.read = (&producer[Order]{record: order, kind: orderKind()}).only
	return out, nil
}

// order finds the order in an answer and reads it.
func (o *orderAnswer) order(answer string) (order Order, err error) {
	if len(o.at) > 1 || len(o.at[0].steps) > 0 {
		if err := soundJSON(answer); err != nil {
			return order, err
		}
		found, err := first(o.at, answer)
		if err != nil {
			return order, err
		}
		if found == "" {
			return order, fmt.Errorf("nothing stands at %s", o.text)
		}
		answer = found
	}
	if err = readDocument(answer, o.read, &order); err == nil && slices.Contains([]string{"0", "true", "false"}, order.ID) {
		err = &shapeError{path: []string{"id"}, want: "an id", got: order.ID} // how services write that there is none
	}
	return order, err
}
