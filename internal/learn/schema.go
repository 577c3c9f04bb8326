package learn

import (
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
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
	left  int // of the document
	here  int // of one shape
	open  []*openapi3.Schema
}

func (w *walker) operation(source, method, path string, item *openapi3.PathItem, o *openapi3.Operation) *operation {
	out := &operation{method: method, path: path, id: o.OperationID, known: true, source: source, replies: map[string]string{},
		summary: o.Summary + " " + o.Description + " " + strings.Join(o.Tags, " ")}
	for _, ref := range slices.Concat(item.Parameters, o.Parameters) {
		if ref == nil || ref.Value == nil {
			continue
		}
		p := parameter{ref.Value.Name, ref.Value.In, &shape{description: ref.Value.Description}}
		if ref.Value.Schema != nil {
			p.shape = w.shape(ref.Value.Schema)
			if p.description == "" {
				p.description = ref.Value.Description
			}
		}
		p.required = ref.Value.Required
		out.params = append(out.params, p)
	}
	if body := o.RequestBody; body != nil && body.Value != nil {
		if media := jsonMedia(body.Value.Content); media != nil {
			out.request = w.shape(media.Schema)
		}
	}
	w.responses(out, o.Responses)
	return out
}

func (w *walker) responses(out *operation, responses *openapi3.Responses) {
	all := responses.Map()
	for _, status := range sortedKeys(all) {
		response := all[status]
		if response == nil || response.Value == nil {
			continue
		}
		if response.Value.Description != nil {
			out.replies[status] = *response.Value.Description
		}
		media := jsonMedia(response.Value.Content)
		switch {
		case status[0] == '2' && out.answer == nil:
			out.headerNames = slices.Collect(maps.Keys(response.Value.Headers))
			slices.Sort(out.headerNames)
			if media != nil {
				out.answer = w.shape(media.Schema)
				out.sample = exampleIn(media)
			}
		case status[0] == '4' && media != nil && (out.refusal == nil || status == "422" || status == "400"):
			out.refusal = w.shape(media.Schema)
		}
	}
	if out.sample != nil {
		seen := shapeOf(out.sample, w.words)
		if out.answer != nil && out.answer.kinds != 0 {
			seen.describe(out.answer, 0)
			if len(out.answer.members) > 0 || out.answer.element != nil {
				return // the schema is complete, the example need not be
			}
		}
		out.answer = seen
	}
}

// exampleIn is the example of a whole answer.
func exampleIn(media *openapi3.MediaType) any {
	if media.Example != nil {
		return unmarked(media.Example)
	}
	for _, name := range sortedKeys(media.Examples) {
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
	for _, name := range sortedKeys(content) {
		if strings.Contains(name, "json") {
			return content[name]
		}
	}
	if content["*/*"] != nil {
		return content["*/*"]
	}
	for _, name := range sortedKeys(content) {
		return content[name]
	}
	return nil
}

func (w *walker) shape(ref *openapi3.SchemaRef) *shape {
	s := &shape{}
	w.here = maxPerShape
	w.fill(s, ref)
	return s
}

// fill adds what a schema says to a shape. A schema inside itself, and what is beyond
// the bounds, is an object of which nothing more is known.
func (w *walker) fill(s *shape, ref *openapi3.SchemaRef) {
	if ref == nil || ref.Value == nil {
		return
	}
	schema := ref.Value
	w.left--
	w.here--
	if w.left < 0 || w.here < 0 || len(w.open) > maxDepth || slices.Contains(w.open, schema) {
		return
	}
	w.open = append(w.open, schema)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	s.kinds |= declaredKinds(schema)
	for _, part := range slices.Concat(schema.AllOf, schema.OneOf, schema.AnyOf) {
		w.fill(s, part)
	}
	if schema.Items != nil {
		s.kinds |= isList
		if s.element == nil {
			s.element = &shape{}
		}
		w.fill(s.element, schema.Items)
	}
	describeBy(s, schema)
	w.members(s, schema)
}

func (w *walker) members(s *shape, schema *openapi3.Schema) {
	for _, name := range sortedKeys(schema.Properties) {
		if len(s.members) >= maxMembers {
			break
		}
		s.kinds |= isObject
		w.fill(s.put(name), schema.Properties[name])
	}
	for _, name := range schema.Required {
		if m := s.member(name); m != nil {
			m.required = true
		}
	}
	if values := schema.AdditionalProperties.Schema; values != nil && len(s.members) == 0 {
		s.kinds, s.keyed = s.kinds|isObject, true
		w.fill(s.put("*"), values)
	}
}

func declaredKinds(schema *openapi3.Schema) kinds {
	var k kinds
	for _, name := range schema.Type.Slice() {
		switch name {
		case "object":
			k |= isObject
		case "array":
			k |= isList
		case "string":
			k |= isText
		case "number":
			k |= isFraction
		case "integer":
			k |= isWhole
		case "boolean":
			k |= isTruth
		case "null":
			k |= isNull
		}
	}
	if schema.Nullable || schema.Extensions["x-nullable"] == true {
		k |= isNull
	}
	return k
}

// describeBy takes the words, values and bounds of a schema.
func describeBy(s *shape, schema *openapi3.Schema) {
	if s.description == "" {
		s.description = strings.TrimSpace(schema.Title + " " + schema.Description)
	}
	if schema.Format != "" {
		s.format = schema.Format
	}
	for _, v := range schema.Enum {
		if text := literal(unmarked(v)); text != "" && len(s.enum) < 100 {
			s.enum = append(s.enum, text)
		}
	}
	addExamples(s, unmarked(schema.Example))
	for _, v := range schema.Examples {
		addExamples(s, unmarked(v))
	}
	if schema.Default != nil {
		s.fallback = literal(unmarked(schema.Default))
	}
	if schema.Max != nil && *schema.Max > 0 && *schema.Max < 1e6 {
		s.most = int(*schema.Max)
	}
}

// addExamples takes an example of a value, or of the values of a list.
func addExamples(s *shape, v any) {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if text := literal(item); text != "" && s.element != nil {
				s.element.addExample(text)
			}
		}
		return
	}
	if text := literal(v); text != "" {
		s.addExample(text)
	}
}
