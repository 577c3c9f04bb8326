package dialect

import "github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

// object is a JSON object; its numbers are json.Number, so that money keeps its text.
type object = shape.Object
