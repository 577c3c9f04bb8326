package refusal

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Choice is the way out where a name is not known: the one that is near it, or else all that are known;
// none where none is.
func Choice(near string, known []string) wording.Message {
	switch {
	case near != "":
		return wording.NewMessage("choice.near", near)
	case len(known) == 0:
		return wording.Message{}
	}
	return wording.NewMessage("choice.known", strings.Join(known, ", "))
}
