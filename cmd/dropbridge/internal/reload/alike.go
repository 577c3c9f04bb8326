package reload

import (
	"reflect"

	"github.com/goccy/go-yaml"
)

// elsewhere are the parts of a config that no feed is made of.
func elsewhere() []string {
	return []string{"inbox", "http", "sftp", "log", "notify", "retention", "backup", "books", "company", "counterparty", "journal"}
}

// FeedAlike reports whether two texts of a config say the same of all that a feed is made of, wherever it
// stands in them. What cannot be read is like nothing.
func FeedAlike(one, other []byte, feed string) bool {
	first, ok := feedParts(one, feed)
	second, also := feedParts(other, feed)
	return ok && also && reflect.DeepEqual(first, second)
}

// feedParts are what a text says of all that a feed is made of.
func feedParts(text []byte, feed string) (parts map[string]any, ok bool) {
	if err := yaml.Unmarshal(text, &parts); err != nil {
		return nil, false
	}
	for _, key := range elsewhere() {
		delete(parts, key)
	}
	feeds, _ := parts["feeds"].(map[string]any)
	of, ok := feeds[feed]
	if ok {
		parts["feeds"] = of
	}
	return parts, ok
}
