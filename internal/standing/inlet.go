package standing

import "github.com/dropbridge/dropbridge/internal/wording"

// Inlet is a place where the order files of a source can be given.
type Inlet struct {
	Source  string    `json:"source"` // "" is the inbox itself
	Kind    InletKind `json:"kind"`
	Address string    `json:"address"`
	Keys    *int      `json:"keys,omitempty"` // how many open it; absent where none is asked for
}

// InletKind is what a place is.
type InletKind string

// The kinds of places.
const (
	InletFolder InletKind = "folder"
	InletBucket InletKind = "bucket" // by the bucket's own rights
	InletHTTP   InletKind = "http"   // by PUT, with a key of `dropbridge key`
	InletSFTP   InletKind = "sftp"   // with such a key, or a public key of the config
)

// Says is what the place takes, in a language, with the way to a key where there is none yet.
func (i Inlet) Says(l wording.Language) string {
	switch {
	case i.Kind == InletFolder:
		return l.Say("inlet.folder")
	case i.Kind == InletBucket:
		return l.Say("inlet.bucket")
	case *i.Keys > 0:
		return l.Say("inlet.keys", *i.Keys)
	case i.Source == "":
		return l.Say("inlet.no_key", "")
	}
	return l.Say("inlet.no_key", " --source "+i.Source)
}
