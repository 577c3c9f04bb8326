package learn

import (
	"os"
	"testing"

	"github.com/dropbridge/dropbridge/internal/testmain"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestMain(m *testing.M) { os.Exit(testmain.Run(m)) }

// english are the sentences of a proposal as programs read them.
func english(sentences []wording.Text) []string {
	said := make([]string, len(sentences))
	for i, s := range sentences {
		said[i] = s.In(wording.English)
	}
	return said
}
