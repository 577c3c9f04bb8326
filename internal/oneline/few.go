package oneline

import "strings"

// Few is texts with commas between: the first most of them, and a sign that there are more.
func Few(texts []string, most int) string {
	if len(texts) <= most {
		return strings.Join(texts, ", ")
	}
	return strings.Join(texts[:most], ", ") + ", …"
}
