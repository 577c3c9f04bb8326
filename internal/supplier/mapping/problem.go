package mapping

import (
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
)

// Problem is the body of a refusal.
type Problem struct {
	Title, Detail   string
	Code            string
	RequestID       string
	ExistingOrderID string
	Errors          []ProblemField
}

// ProblemField is one refused part of a request.
type ProblemField struct{ Pointer, Parameter, Code, Detail string }

func problemFields() []field[Problem] {
	return []field[Problem]{
		textField("title", func(p *Problem) *string { return &p.Title }),
		textField("detail", func(p *Problem) *string { return &p.Detail }),
		textField("code", func(p *Problem) *string { return &p.Code }),
		textField("request_id", func(p *Problem) *string { return &p.RequestID }),
		textField("existing_order_id", func(p *Problem) *string { return &p.ExistingOrderID }),
		recordsField("errors", func(p *Problem) *[]ProblemField { return &p.Errors }, []field[ProblemField]{
			textField("pointer", func(f *ProblemField) *string { return &f.Pointer }),
			textField("parameter", func(f *ProblemField) *string { return &f.Parameter }),
			textField("code", func(f *ProblemField) *string { return &f.Code }),
			textField("detail", func(f *ProblemField) *string { return &f.Detail }),
		}),
	}
}

// problemPlaces are where the texts of a refusal stand.
type problemPlaces struct{ title, detail, code, requestID, existingOrderID []jsonread.Path }

// read takes the texts of a refusal one by one; what is no text or number says nothing.
func (p *problemPlaces) read(body string) (said Problem) {
	for _, one := range []struct {
		paths  []jsonread.Path
		target *string
	}{{p.title, &said.Title}, {p.detail, &said.Detail}, {p.code, &said.Code}, {p.requestID, &said.RequestID}, {p.existingOrderID, &said.ExistingOrderID}} {
		raw, err := jsonread.First(one.paths, body)
		if err == nil && raw != "" && raw[0] != '{' && raw[0] != '[' {
			*one.target = jsonread.PlainText(raw)
		}
	}
	return said
}

// problemPlaces are the places of a refusal's texts that are plain paths: for bodies
// whose other parts are not what the mapping says.
func (c *compiler) problemPlaces() (out problemPlaces) {
	for _, one := range []struct {
		name   string
		target *[]jsonread.Path
	}{{"title", &out.title}, {"detail", &out.detail}, {"code", &out.code}, {"request_id", &out.requestID}, {"existing_order_id", &out.existingOrderID}} {
		spec := c.written.Errors.Find(one.name)
		if spec == nil || len(spec.Place.Given()) > 1 {
			continue
		}
		if paths, err := access.AnswerPaths(spec.Place.Path()); err == nil {
			*one.target = paths
		}
	}
	return out
}
