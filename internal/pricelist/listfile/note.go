package listfile

import "github.com/dropbridge/dropbridge/internal/wording"

// Note is what is to be known of a list as a whole, though it is read: what is left out of it,
// and how that would be read.
type Note struct {
	Message wording.Message
	Way     wording.Message
}

// Notef is a note of the catalogue: "list_note.KEY" and "list_note.KEY_way".
func Notef(key string, values ...any) Note {
	return Note{wording.NewMessage("list_note."+key, values...), wording.NewMessage("list_note."+key+"_way", values...)}
}
