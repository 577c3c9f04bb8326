package learn

import (
	"github.com/dropbridge/dropbridge/internal/learn/document"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// askFor is how many records a list is asked for.
const askFor = 20

// live reads the lists of the service itself.
type live struct {
	reader  *document.Reader
	service *service.Description
	words   *lexicon.Lexicon
	given   map[string]string // values of the config for parameters of paths
	left    wording.List      // lists that were named and not read, and why
}
