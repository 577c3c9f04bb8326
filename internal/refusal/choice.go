package refusal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Choice is the way out where a name is not known: the one that is near it, or else all that are known.
func Choice(near string, known []string) wording.Message {
	if near != "" {
		return wording.NewMessage("choice.near", near)
	}
	return wording.NewMessage("choice.known", strings.Join(known, ", "))
}
