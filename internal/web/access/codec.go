package access

import (
	"encoding/json"
	"time"
)

// codec writes what a session holds, which are texts alone, as JSON.
type codec struct{}

// written is a session as the store keeps it.
type written struct {
	Deadline time.Time      `json:"deadline"`
	Values   map[string]any `json:"values"`
}

// Encode writes a session.
func (codec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	return json.Marshal(written{deadline, values})
}

// Decode reads what Encode wrote. Whose session is of another form has to log in again.
func (codec) Decode(data []byte) (time.Time, map[string]any, error) {
	var w written
	err := json.Unmarshal(data, &w)
	return w.Deadline, w.Values, err
}
