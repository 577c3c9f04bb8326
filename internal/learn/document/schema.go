package document

import (
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Bounds of what is looked at in a document.
const (
	maxOperations = 2000
	maxShapes     = 400_000 // places of all operations together
	maxPerShape   = 8_000   // of one answer or body
)

// walker turns the schemas of a document into shapes.
type walker struct {
	words *lexicon.Lexicon
	left  int  // of the document
	here  int  // of one shape
	sent  bool // whether the shape is of a body that is sent
	open  []*openapi3.Schema
}

func (w *walker) operation(source, method, path string, item *openapi3.PathItem, o *openapi3.Operation) *service.Operation {
	out := &service.Operation{Method: method, Path: path, ID: o.OperationID, Known: true, Source: source, Replies: map[string]string{},
		Summary: o.Summary + " " + o.Description + " " + strings.Join(o.Tags, " ")}
	for _, ref := range slices.Concat(item.Parameters, o.Parameters) {
		if ref == nil || ref.Value == nil {
			continue
		}
		p := service.Parameter{Name: ref.Value.Name, In: ref.Value.In, Shape: &service.Shape{Description: ref.Value.Description}}
		if ref.Value.Schema != nil {
			p.Shape = w.shape(ref.Value.Schema)
			if p.Description == "" {
				p.Description = ref.Value.Description
			}
		}
		p.Required = ref.Value.Required
		out.Params = append(out.Params, p)
	}
	if body := o.RequestBody; body != nil && body.Value != nil {
		if media := jsonMedia(body.Value.Content); media != nil {
			w.sent = true
			out.Request = w.shape(media.Schema)
			w.sent = false
		}
	}
	w.responses(out, o.Responses)
	return out
}

func (w *walker) responses(out *service.Operation, responses *openapi3.Responses) {
	all := responses.Map()
	for _, status := range slices.Sorted(maps.Keys(all)) {
		response := all[status]
		if response == nil || response.Value == nil {
			continue
		}
		if response.Value.Description != nil {
			out.Replies[status] = *response.Value.Description
		}
		media := jsonMedia(response.Value.Content)
		switch {
		case status[0] == '2' && out.Answer == nil:
			out.HeaderNames = slices.Collect(maps.Keys(response.Value.Headers))
			slices.Sort(out.HeaderNames)
			if media != nil {
				out.Answer = w.shape(media.Schema)
				out.Sample = exampleIn(media)
			}
		case status[0] == '4' && media != nil && (out.Refusal == nil || status == "422" || status == "400"):
			out.Refusal = w.shape(media.Schema)
		}
	}
	if out.Sample != nil {
		seen := service.ShapeOf(out.Sample, w.words)
		if out.Answer != nil && out.Answer.Kinds != 0 {
			seen.Describe(out.Answer, 0)
			if len(out.Answer.Members) > 0 || out.Answer.Element != nil {
				return // the schema is complete, the example need not be
			}
		}
		out.Answer = seen
	}
}

// exampleIn is the example of a whole answer.
func exampleIn(media *openapi3.MediaType) any {
	if media.Example != nil {
		return unmarked(media.Example)
	}
	for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
		if ref := media.Examples[name]; ref != nil && ref.Value != nil && ref.Value.Value != nil {
			return unmarked(ref.Value.Value)
		}
	}
	if media.Schema != nil && media.Schema.Value != nil && media.Schema.Value.Example != nil {
		return unmarked(media.Schema.Value.Example)
	}
	return nil
}

func jsonMedia(content openapi3.Content) *openapi3.MediaType {
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if strings.Contains(name, "json") {
			return content[name]
		}
	}
	if content["*/*"] != nil {
		return content["*/*"]
	}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		return content[name]
	}
	return nil
}

func (w *walker) shape(ref *openapi3.SchemaRef) *service.Shape {
	s := &service.Shape{}
	w.here = maxPerShape
	w.fill(s, ref)
	return s
}

// fill adds what a schema says to a shape. A schema inside itself, and what is beyond
// the bounds, is an object of which nothing more is known.
func (w *walker) fill(s *service.Shape, ref *openapi3.SchemaRef) {
	if ref == nil || ref.Value == nil {
		return
	}
	schema := ref.Value
	w.left--
	w.here--
	if w.left < 0 || w.here < 0 || len(w.open) > service.MaxDepth || slices.Contains(w.open, schema) {
		return
	}
	w.open = append(w.open, schema)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	s.Kinds |= declaredKinds(schema)
	for _, part := range slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf) {
		w.fill(s, part)
	}
	if schema.Items != nil {
		s.Kinds |= service.IsList
		if s.Element == nil {
			s.Element = &service.Shape{}
		}
		w.fill(s.Element, schema.Items)
	}
	describeBy(s, schema)
	w.members(s, schema)
}

func (w *walker) members(s *service.Shape, schema *openapi3.Schema) {
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if len(s.Members) >= service.MaxMembers {
			break
		}
		s.Kinds |= service.IsObject
		if w.leaves(schema.Properties[name]) {
			continue
		}
		w.fill(s.Put(name), schema.Properties[name])
	}
	for _, name := range schema.Required {
		if m := s.Member(name); m != nil {
			m.Required = true
		}
	}
	if values := schema.AdditionalProperties.Schema; values != nil && len(s.Members) == 0 {
		s.Kinds, s.Keyed = s.Kinds|service.IsObject, true
		w.fill(s.Put("*"), values)
	}
}

// leaves reports whether a member goes the other way only: what is read is not sent, and the
// other way round.
func (w *walker) leaves(ref *openapi3.SchemaRef) bool {
	if ref == nil || ref.Value == nil {
		return false
	}
	return w.sent && ref.Value.ReadOnly || !w.sent && ref.Value.WriteOnly
}

func declaredKinds(schema *openapi3.Schema) service.Kinds {
	var k service.Kinds
	for _, name := range schema.Type.Slice() {
		switch name {
		case "object":
			k |= service.IsObject
		case "array":
			k |= service.IsList
		case "string":
			k |= service.IsText
		case "number":
			k |= service.IsFraction
		case "integer":
			k |= service.IsWhole
		case "boolean":
			k |= service.IsTruth
		case "null":
			k |= service.IsNull
		}
	}
	if schema.Nullable || schema.Extensions["x-nullable"] == true {
		k |= service.IsNull
	}
	return k
}

// describeBy takes the words, values and bounds of a schema.
func describeBy(s *service.Shape, schema *openapi3.Schema) {
	if s.Description == "" {
		s.Description = strings.TrimSpace(schema.Title + " " + schema.Description)
	}
	if schema.Format != "" {
		s.Format = schema.Format
	}
	if schema.Pattern != "" && len(schema.Pattern) < 300 {
		s.Pattern = schema.Pattern
	}
	for _, v := range schema.Enum {
		if text := service.Literal(unmarked(v)); text != "" && len(s.Enum) < 100 {
			s.Enum = append(s.Enum, text)
		}
	}
	addExamples(s, unmarked(schema.Example))
	for _, v := range schema.Examples {
		addExamples(s, unmarked(v))
	}
	if schema.Default != nil {
		s.Fallback = service.Literal(unmarked(schema.Default))
	}
	if schema.Max != nil && *schema.Max > 0 && *schema.Max < 1e6 {
		s.Most = int(*schema.Max)
	}
}

// addExamples takes an example of a value, or of the values of a list.
func addExamples(s *service.Shape, v any) {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if text := service.Literal(item); text != "" && s.Element != nil {
				s.Element.AddExample(text)
			}
		}
		return
	}
	if text := service.Literal(v); text != "" {
		s.AddExample(text)
	}
}
